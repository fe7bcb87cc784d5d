# mypy: disable-error-code="attr-defined"
"""What an interrupt does, with the heap locked as MicroPython locks it there: nothing may be allocated."""

import micropython
from shoe.edges import EdgeLog

log = EdgeLog()
micropython.heap_lock()
for number in range(200):  # more than fit, too
    log.note(number & 1, number >> 1 & 1, 0x3FFFFF00 + number)
micropython.heap_unlock()
print(log.overflowed, log.first(), log.first_at() == 0x3FFFFF00)
