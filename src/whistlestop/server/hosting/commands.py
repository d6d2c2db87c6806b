"""What people can do at the tables of one server, by topic.

Each topic has a module with its name here, in `table.happenings`, and in `http.routes`.
"""

from __future__ import annotations

from whistlestop.server.hosting.appearance import AppearanceCommands
from whistlestop.server.hosting.bots import BotsCommands
from whistlestop.server.hosting.changing_hands import ChangingHandsCommands
from whistlestop.server.hosting.closing import ClosingCommands
from whistlestop.server.hosting.hints import HintsCommands
from whistlestop.server.hosting.hosting import HostingCommands
from whistlestop.server.hosting.pace import PaceCommands
from whistlestop.server.hosting.playing import PlayingCommands
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rematching import RematchingCommands
from whistlestop.server.hosting.seating import SeatingCommands
from whistlestop.server.hosting.setting_up import SettingUpCommands
from whistlestop.server.hosting.standing_in import StandingInCommands
from whistlestop.server.hosting.starting import StartingCommands
from whistlestop.server.hosting.taking_back import TakingBackCommands
from whistlestop.server.hosting.talking import TalkingCommands
from whistlestop.server.settings import Settings


class Commands:
    """All commands of people at the tables of one server."""

    def __init__(self, tables: Tables, settings: Settings, quotas: Quotas) -> None:
        """Create the commands of every topic.

        Args:
            tables: the tables of the server.
            settings: the operator's settings.
            quotas: limits how many tables a person may set up.
        """
        self.appearance = AppearanceCommands(tables)
        self.bots = BotsCommands(tables)
        self.changing_hands = ChangingHandsCommands(tables)
        self.closing = ClosingCommands(tables)
        self.hints = HintsCommands(tables)
        self.hosting = HostingCommands(tables)
        self.pace = PaceCommands(tables)
        self.playing = PlayingCommands(tables)
        self.rematching = RematchingCommands(tables, settings, quotas)
        self.seating = SeatingCommands(tables, settings)
        self.setting_up = SettingUpCommands(tables, settings, quotas)
        self.standing_in = StandingInCommands(tables, settings)
        self.starting = StartingCommands(tables, settings)
        self.taking_back = TakingBackCommands(tables)
        self.talking = TalkingCommands(tables)
