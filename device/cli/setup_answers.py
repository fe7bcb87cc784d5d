"""A set-up without anybody: every question is answered by a file, or keeps what stands."""

import json
import sys
from pathlib import Path

import click

from device.cli.bad_input import BadInput, visible
from device.setup.answers import Answers
from device.setup.doing.hands import Hands
from device.setup.machine import SetUp
from device.setup.telling import in_words, load_setup_words, said
from device.setup.unattended import Refused, Unattended


def answer_all(setup: SetUp, answers: Answers, config: Path, language: str | None) -> None:
    """Go through the steps that the file names; raises BadInput at the first answer that is not taken.

    One JSON line on standard output for each person added, with the one-time PIN, and one at the end.
    """
    words = load_setup_words(language or "en")

    def tell_of_port(port: str, text: str) -> None:
        click.echo(visible(f"{port}: {in_words(text, words)}"), err=True)

    hands = Hands(config, tell_of_port, lambda: None)
    driver = Unattended(setup, answers, hands.do)
    try:
        for told in driver.run():
            if told.key == "person-one-time":
                print(
                    json.dumps(
                        {"person": told.figures["name"], "one_time_pin": told.figures["pin"]}, ensure_ascii=False
                    )
                )
                sys.stdout.flush()
            else:
                click.echo(visible(said(told, words)), err=True)
    except Refused as error:
        about = "".join(f"\n{said(one, words)}" for one in error.told)
        raise BadInput(f"{error.where}: this answer was not taken{about}") from None
    finally:
        hands.close()
    print(json.dumps({"ok": True, "config": str(config), "steps": [one.value for one in driver.gone_through]}))
