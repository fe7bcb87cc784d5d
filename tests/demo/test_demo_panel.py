"""The demonstration's own panel socket: in its folder, and told to table and screens by the settings."""

from pathlib import Path

from device.demo.run import PACES, Demo, Plan, settings_of
from device.settings import load_profile, parse_settings


def test_table_and_dealers_window_meet_at_one_panel_socket_in_the_demonstrations_folder(tmp_path: Path) -> None:
    plan = Plan(
        folder=tmp_path,
        journal=tmp_path / "j.sqlite3",
        profile=load_profile("live"),
        profile_name="live",
        pace=PACES["fast"],
    )
    settings = parse_settings(settings_of(plan), "table.toml", Path("/elsewhere"))
    assert settings.feed.panel == Demo(plan).panel_socket == tmp_path / "panel.sock"
    assert settings.feed.panel not in (settings.feed.public, settings.feed.staff)
