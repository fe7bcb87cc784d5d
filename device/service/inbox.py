"""The inbox of the table process: everything that its one loop is given, whoever puts it there."""

import queue
from dataclasses import dataclass

from device.ports.line import LineInput
from device.ports.panel import PanelInput
from device.service.desk import StaffInput
from device.service.pack_keeper import RegistryInput
from device.service.panel_socket import PanelPress
from device.service.record_watch import RecordChecked


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """The process is asked to end."""


Given = LineInput | PanelInput | PanelPress | StaffInput | RegistryInput | RecordChecked
"""What the table deals with."""
Input = Given | Stop
Inbox = queue.SimpleQueue[Input]
