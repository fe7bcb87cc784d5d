"""`zapato sounds`: the screens' sounds to hear or as a file, as loud as the settings make them now."""

import datetime
import json
import wave
from collections.abc import Sequence
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.options import config_if_any
from device.files.system_faults import in_words
from device.screen.sound.cue import Cue
from device.screen.sound.loudness import AS_SET, gain, volume
from device.screen.sound.programme import Asked
from device.screen.sound.synthesis import RATE_HZ
from device.screen.sound.tunes import length_s, row
from device.settings import Settings, SettingsError, SoundSettings, load_settings


@click.command()
@click.argument("cues", nargs=-1, metavar="[CUE]…", type=click.Choice([cue.value for cue in Cue]))
@config_if_any()
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE.wav", help="Write them to a file, play nothing.")
@click.option("--devices", is_flag=True, help="List the sound devices of this machine, as [screen.sound] names them.")
def command(*, cues: tuple[str, ...], config: Path | None, out: Path | None, devices: bool) -> None:
    """Play the sounds of the screens, or only each CUE, one after the other.

    Each is as loud as the settings make it at this time of day; its line says so, with its class.
    """
    if devices:
        _list_devices()
        return
    try:
        settings = (Settings() if config is None else load_settings(config)).screen.sound
    except SettingsError as error:
        raise BadInput(str(error)) from None
    chosen = [Cue(cue) for cue in cues] or list(Cue)
    at = datetime.datetime.now().time()
    volumes = [volume(cue.kind, settings, AS_SET, at) for cue in chosen]
    if out is None:
        _play(chosen, volumes, settings)
    else:
        _write(chosen, volumes, out)


def _play(cues: Sequence[Cue], volumes: Sequence[int], settings: SoundSettings) -> None:
    if settings.device is None:
        raise BadInput('sound is off in the settings: device = "off" in [screen.sound]; --out writes it to a file')
    try:
        from device.screen.sound.mixer import Mixer, NoSoundError  # noqa: PLC0415 - pygame is an extra
    except ImportError:
        raise BadInput(_NO_PYGAME) from None
    mixer = Mixer(None if settings.device == "on" else settings.device)
    try:
        mixer.open()
        for cue, percent in zip(cues, volumes, strict=True):
            _say(cue, percent)
            mixer.play_through(Asked(cue=cue, gain=gain(percent), for_s=length_s(cue)))
    except NoSoundError as error:
        raise BadInput(f"{error}; --out writes the sounds to a file") from None
    finally:
        mixer.close()


def _write(cues: Sequence[Cue], volumes: Sequence[int], out: Path) -> None:
    try:
        with out.open("wb") as file, wave.open(file, "wb") as written:
            written.setnchannels(1)
            written.setsampwidth(2)
            written.setframerate(RATE_HZ)
            written.writeframes(row([(cue, gain(percent)) for cue, percent in zip(cues, volumes, strict=True)]))
    except OSError as error:
        raise BadInput(f"cannot write {out}: {in_words(error)}") from None
    for cue, percent in zip(cues, volumes, strict=True):
        _say(cue, percent)


def _list_devices() -> None:
    try:
        from device.screen.sound.mixer import devices  # noqa: PLC0415 - pygame is an extra
    except ImportError:
        raise BadInput(_NO_PYGAME) from None
    for name in devices():
        print(json.dumps({"device": name}, ensure_ascii=False))


def _say(cue: Cue, percent: int) -> None:
    said = {"cue": cue.value, "class": cue.kind.value, "volume": percent, "seconds": round(length_s(cue), 2)}
    print(json.dumps(said, separators=(",", ":")), flush=True)


_NO_PYGAME = "playing sounds needs pygame-ce; install it: pip install 'zapato[screen]', or write them with --out"
