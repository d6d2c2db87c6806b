"""Messages on a device: switching them on, and what the service worker does with them.

Chromium without windows has no push service and no notifications. So tests stand in for these two:
a script for the page's `pushManager`, and a list for the worker's notifications.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route, Worker, expect

from tests.server.pushing import Device
from tests.server.receiving import ChatRoom
from tests.server.serving import QUICK, Running, sqlite
from tests.server.test_several import eventually
from tests.web.conftest import OpenPage
from tests.web.playing import SETTLE
from tests.web.staging import browsing
from tests.web.test_installed import REGISTERED
from tests.web.watching import faults_everywhere

STAND_IN = """
(subscription) => {
  const kept = (name, value) =>
    value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  Object.defineProperty(Notification, "permission", { get: () => kept("allowed") ?? "default" });
  Notification.requestPermission = async () => {
    kept("allowed", kept("answer") ?? "granted");
    return kept("allowed");
  };
  const made = () => ({
    options: { applicationServerKey: Uint8Array.from(JSON.parse(kept("key"))).buffer },
    toJSON: () => subscription,
    unsubscribe: async () => localStorage.removeItem("key"),
  });
  PushManager.prototype.getSubscription = async () => (kept("key") ? made() : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("bad options");
    kept("key", JSON.stringify([...applicationServerKey]));
    return made();
  };
}
"""


def standing_in(page: Page, device: Device) -> None:
    """Let the page have a push service that gives it the subscription of a device."""
    told = device.subscription
    keys = {"p256dh": told["p256dh"], "auth": told["auth"]}
    known = json.dumps({"endpoint": told["endpoint"], "keys": keys})
    page.add_init_script(f"({STAND_IN})({known})")


def press(button: Locator) -> None:
    """Press a button by keyboard, because parts of the page that load later move it."""
    expect(button).to_be_enabled(timeout=SETTLE)
    button.press("Enter")


@contextmanager
def serving(folder: Path) -> Generator[tuple[Running, ChatRoom]]:
    with ChatRoom(201) as service:
        settings = replace(
            QUICK, push="ada@games.example", webhook_hosts=(service.host,), webhook_grace=0
        )
        with Running(sqlite(folder), settings) as running:
            yield running, service


def test_messages_are_switched_on_tried_and_switched_off(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with serving(tmp_path) as (running, service):
        device = Device(service)
        page = open_page(width=360, height=640, locale="de-DE", base_url=running.url)
        standing_in(page, device)
        page.goto("/me")
        section = page.locator(".push")
        expect(section).to_contain_text("Dieses Gerät bekommt keine Nachrichten.", timeout=SETTLE)
        on = section.get_by_role("button", name="Nachrichten auf diesem Gerät zeigen")
        page.evaluate("localStorage.setItem('answer', 'default')")
        press(on)
        said = section.locator("p[role=status]")
        expect(said).to_contain_text("Du hast keine Nachrichten erlaubt.")
        page.evaluate("localStorage.removeItem('answer')")
        press(on)
        expect(section).to_contain_text("Dieses Gerät bekommt Nachrichten.")
        assert page.evaluate(REGISTERED) == 1
        person = browsing(page, running.url)
        (kept,) = person.got("/api/me/push")["devices"]
        assert kept["language"] == "de"
        press(section.get_by_role("button", name="Testnachricht schicken"))
        expect(said).to_contain_text("Die Testnachricht ist unterwegs.")
        assert device.next()["title"] == "Das ist ein Test"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert faults_everywhere(page) == []
        # The language of the page becomes that of the messages.
        page.evaluate("localStorage.setItem('whistlestop.language', JSON.stringify('fr'))")
        with page.expect_request(
            lambda sent: sent.url.endswith("/api/me/push") and sent.method == "POST"
        ):
            page.reload()
        expect(section).to_contain_text("Cet appareil reçoit des messages.", timeout=SETTLE)
        press(section.get_by_role("button", name="Arrêter les messages sur cet appareil"))
        expect(said).to_contain_text("Les messages sont désactivés")
        assert person.got("/api/me/push")["devices"] == []
        assert page.evaluate("localStorage.getItem('key')") is None


def test_a_change_of_language_and_a_switch_do_not_cross(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with serving(tmp_path) as (running, service):
        page = open_page(base_url=running.url)
        standing_in(page, Device(service))
        page.goto("/me")
        section = page.locator(".push")
        press(section.get_by_role("button", name="Get messages on this device"))
        expect(section).to_contain_text("This device gets messages.", timeout=SETTLE)
        person = browsing(page, running.url)
        page.evaluate("localStorage.setItem('whistlestop.language', JSON.stringify('fr'))")
        # The answer to the new language is late.
        held: list[Route] = []
        page.route(
            "**/api/me/push",
            lambda route: (
                held.append(route) if route.request.method == "POST" else route.continue_()
            ),
        )
        page.reload()
        off = section.get_by_role("button", name="Arrêter les messages sur cet appareil")
        expect(off).to_be_visible(timeout=SETTLE)
        eventually(lambda: page.evaluate("true") and held)
        expect(off).to_be_disabled()
        held[0].continue_()
        press(off)
        expect(section.locator("p[role=status]")).to_contain_text("Les messages sont désactivés")
        assert person.got("/api/me/push")["devices"] == []


def test_of_two_presses_at_once_none_is_lost(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path) as (running, service):
        device = Device(service)
        page = open_page(base_url=running.url)
        standing_in(page, device)
        page.goto("/me")
        section = page.locator(".push")
        press(section.get_by_role("button", name="Get messages on this device"))
        expect(section).to_contain_text("This device gets messages.", timeout=SETTLE)
        expect(section.get_by_role("button", name="Send a test message")).to_be_enabled()
        # The second press comes before the page has shown that the first one is under way.
        page.evaluate(
            "document.querySelectorAll('.push .choices button').forEach((one) => one.click())"
        )
        expect(section).to_contain_text("This device gets no messages.", timeout=SETTLE)
        assert device.next()["title"] == "This is a test"
        assert browsing(page, running.url).got("/api/me/push")["devices"] == []


def test_what_stands_in_the_way_is_said(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path) as (running, service):
        page = open_page(base_url=running.url)
        page.add_init_script("delete window.PushManager; Navigator.prototype.standalone = false;")
        page.goto("/me")
        section = page.locator(".push")
        expect(section.locator(".reason")).to_contain_text("Add to Home Screen", timeout=SETTLE)
        expect(section.get_by_role("button")).to_have_count(0)
        blocked = open_page(base_url=running.url)
        standing_in(blocked, Device(service))
        blocked.goto("/me")
        blocked.evaluate("localStorage.setItem('answer', 'denied')")
        section = blocked.locator(".push")
        press(section.get_by_role("button", name="Get messages on this device"))
        expect(section.locator(".reason")).to_contain_text("Your browser blocks messages")


def test_another_device_is_switched_off_and_notices_it(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path) as (running, service):
        laptop, phone = (open_page(base_url=running.url) for _ in range(2))
        here = "This device gets messages."
        for name, page in (("a", laptop), ("b", phone)):
            standing_in(page, Device(service, name))
            page.goto("/me")
            press(page.get_by_role("button", name="Get messages on this device"))
            expect(page.locator(".push")).to_contain_text(here, timeout=SETTLE)
        # The phone is signed in as another person, who has allowed nothing here.
        code = browsing(laptop, running.url).posted("/api/me/code")["code"]
        phone.goto(f"/me#{code}")
        phone.reload()
        field = phone.get_by_label("I have a code from another device")
        field.fill(code)
        field.press("Enter")
        press(phone.get_by_role("button", name="Yes, sign in as"))
        expect(phone.locator(".push")).to_contain_text("This device gets no messages.")
        assert phone.evaluate("localStorage.getItem('key')") is None
        press(phone.get_by_role("button", name="Get messages on this device"))
        expect(phone.locator(".push")).to_contain_text(here)
        laptop.reload()
        others = laptop.locator(".push-devices li")
        expect(others).to_have_count(1, timeout=SETTLE)
        expect(others).to_contain_text("Linux")
        press(others.get_by_role("button"))
        expect(others).to_have_count(0)
        expect(laptop.locator(".push")).to_contain_text(here)
        phone.reload()
        expect(phone.locator(".push")).to_contain_text(
            "This device gets no messages.", timeout=SETTLE
        )
        assert phone.evaluate("localStorage.getItem('key')") is None


SHOWN = """() => {
  self.shown = [];
  self.opened = [];
  registration.showNotification = async (title, options) => void self.shown.push([title, options]);
  registration.getNotifications = async () =>
    self.shown.map(([, options], at) => ({ ...options, close: () => void (self.shown[at] = []) }));
  clients.openWindow = async (address) => void self.opened.push(address);
  WindowClient.prototype.focus = async function () { self.opened.push("focus " + this.url); };
}"""

PRESSED = """async (path) => {
  const event = new Event("notificationclick");
  let work;
  event.notification = { data: { path }, close() {} };
  event.waitUntil = (promise) => { work = promise; };
  self.dispatchEvent(event);
  await work;
  return self.opened;
}"""


def worker_of(page: Page) -> tuple[Worker, Any]:
    """The page's service worker, and a function that lets a message of the push service arrive."""
    with page.context.expect_event("serviceworker") as found:
        page.evaluate("() => void navigator.serviceWorker.register('/service-worker.js')")
    worker = found.value
    page.evaluate("async () => void await navigator.serviceWorker.ready")
    debugger: Any = page.context.new_cdp_session(page)
    registered: list[dict[str, Any]] = []

    def note(event: dict[str, Any]) -> None:
        registered.extend(event["registrations"])

    debugger.on("ServiceWorker.workerRegistrationUpdated", note)
    debugger.send("ServiceWorker.enable")
    while not registered:
        page.evaluate("1")
    about = {
        "origin": page.evaluate("location.origin"),
        "registrationId": registered[-1]["registrationId"],
    }

    def arrive(data: str) -> None:
        debugger.send("ServiceWorker.deliverPushMessage", {**about, "data": data})

    worker.evaluate(SHOWN)
    return worker, arrive


def test_a_message_is_shown_and_a_press_finds_the_table(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.goto("/")
    table = browsing(page, server).new_table("usa", "me", "open")
    worker, arrive = worker_of(page)
    path = f"/t/{table}"
    message = {"title": "Your turn", "body": "On USA", "path": path, "tag": "a", "language": "en"}
    arrive(json.dumps(message))
    shown = eventually(lambda: worker.evaluate("self.shown"))
    assert shown[0][0] == "Your turn"
    assert {key: shown[0][1][key] for key in ("body", "tag", "lang")} == {
        "body": "On USA",
        "tag": "a",
        "lang": "en",
    }
    # No window shows the table yet.
    assert worker.evaluate(PRESSED, path) == [f"{server}{path}"]
    # Opening the table takes the notification away.
    page.goto(path)
    page.locator(".turn, .waiting, main").first.wait_for(timeout=SETTLE)
    assert eventually(lambda: worker.evaluate("self.shown[0].length === 0"))
    assert worker.evaluate(PRESSED, path)[1:] == [f"focus {server}{path}"]
    # Other sites are never opened, and a message that cannot be read is shown all the same.
    assert len(worker.evaluate(PRESSED, "https://elsewhere.example/")) == 2
    arrive("no json")
    assert eventually(lambda: worker.evaluate("self.shown.at(-1)[0] === 'Whistlestop'"))
