"""A display that nobody looks at but the test: Xvfb, its pixels, and a mouse and a keyboard by xdotool."""

import mmap
import os
import signal
import struct
import subprocess
from pathlib import Path

import pygame

Size = tuple[int, int]

_HEADER = ">25I"
"""An X window dump begins with its own length; its pixels follow that and the colour table."""


class VirtualDisplay:
    """An X server of one size; its frame buffer is a file in `folder`, read without asking the server."""

    def __init__(self, folder: Path, size: Size) -> None:
        self.size = size
        reading, writing = os.pipe()
        screen = ["-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", str(folder)]
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), *screen, "-nolisten", "tcp"],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            said = pipe.readline().strip()
        assert said, "the virtual display did not start"
        self.environment = {"DISPLAY": f":{int(said)}"}
        with (folder / "Xvfb_screen0").open("rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack_from(_HEADER, self._memory)
        self._pixels = header[0] + 12 * header[19]
        assert (header[4], header[5], header[11], header[12]) == (*size, 32, 4 * size[0]), header

    def picture(self) -> pygame.Surface:
        """What the display shows at this moment."""
        width, height = self.size
        content = self._memory[self._pixels : self._pixels + 4 * width * height]
        surface = pygame.Surface(self.size, 0, 32)
        surface.blit(pygame.image.frombytes(content, self.size, "BGRA"), (0, 0), special_flags=pygame.BLEND_RGB_MAX)
        return surface

    def do(self, *words: str) -> None:
        """What a hand does, in xdotool's words."""
        subprocess.run(["xdotool", *words], env={**os.environ, **self.environment}, check=True)

    def save(self, path: Path) -> None:
        """Keep a picture of the whole display, as the X server gives it to anybody who asks."""
        subprocess.run(["import", "-window", "root", str(path)], env={**os.environ, **self.environment}, check=True)

    def close(self) -> None:
        """Switch it off."""
        self._memory.close()
        self._server.send_signal(signal.SIGTERM)
        self._server.wait()
