"""Another player becomes the host of a table."""

from __future__ import annotations

from tests.server.at_a_table import key_of, posted, refused, seated
from tests.server.serving import Running


def test_the_host_lets_somebody_else_be_host(server: Running) -> None:
    (ada, ben), table = seated(server, "Ada", "Ben")
    assert refused(ben, table, "host", seat=1) == "still_there"
    assert posted(ada, table, "host", seat=1)["table"]["host"] is False
    assert ben.table(table)["table"]["host"] is True
    assert ben.table(table)["table"]["host_seat"] == 1
    assert refused(ada, table, "host", seat=0) == "still_there"


def test_who_is_there_becomes_host_when_the_host_is_gone(server: Running, soon: None) -> None:
    (_, ben), table = seated(server, "Ada", "Ben")
    assert posted(ben, table, "host", seat=1)["table"]["host"] is True


def test_who_takes_the_host_s_seat_is_the_host(server: Running) -> None:
    (ada, _), table = seated(server, "Ada", "Ben")
    cleo = server.person("Cleo")
    assert posted(cleo, table, "seats/take", seat=0, key=key_of(ada, table, 0))["table"]["host"]
    assert ada.table(table)["table"]["host"] is False
