"""What was made once and is asked for again, as long as there is room for it: what was not asked for longest goes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Things by key, up to a weight altogether.

    A resized window, names that change and every digit a counter ever showed would otherwise stay for ever.
    """

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        """`most`: the greatest weight; `weigh` says what one thing weighs, in the same unit (bytes, pieces)."""
        self._most = most
        self._weigh = weigh
        self._things: OrderedDict[Hashable, T] = OrderedDict()
        self.weight = 0

    def __len__(self) -> int:
        return len(self._things)

    def room(self, most: int) -> None:
        """Let it be a greater weight from now on, if it is greater than before."""
        self._most = max(self._most, most)

    def has(self, key: Hashable) -> bool:
        """Whether the thing of this key is there; that is no asking for it."""
        return key in self._things

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of this key; made now when it is not there."""
        thing = self._things.get(key)
        if thing is not None:
            self._things.move_to_end(key)
            return thing
        thing = self._things[key] = make()
        self.weight += self._weigh(thing)
        while self.weight > self._most and len(self._things) > 1:
            self.weight -= self._weigh(self._things.popitem(last=False)[1])
        return thing
