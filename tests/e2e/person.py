"""A person at the screen: finds controls by the names that assistive programs get, clicks and types through the X server.
Runs in the session that session.sh makes."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import traceback

import pyatspi

OUT = pathlib.Path(sys.argv[1])
HEARTH = os.environ["HEARTH_BIN"]
STARTER = pathlib.Path(os.environ["HEARTH_STARTER"])
PART = pathlib.Path(sys.argv[0]).stem
DATA = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "hearth"
PATIENCE = 30  # seconds


class Fault(Exception):
    pass


def wait_for(condition, what, patience=PATIENCE):
    """The first true value of `condition`, asked ten times a second."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Fault(f"{what}: not within {patience} s")
        time.sleep(0.1)


def xdotool(*arguments):
    subprocess.run(["xdotool", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def picture(name):
    subprocess.run(["import", "-window", "root", str(OUT / f"{PART}_{name}.png")], check=False)


class Program:
    """A running Hearth."""
    running = []

    def __init__(self):
        self.log = open(OUT / f"{PART}_hearth.log", "ab")
        self.process = subprocess.Popen([HEARTH], stdout=self.log, stderr=self.log)
        Program.running = [self]
        self.root = wait_for(self.application, "the window")
        self.need("push button", "^New chat$")
        self.focus()

    def application(self):
        if self.process.poll() is not None:
            raise Fault(f"hearth ended with {self.process.returncode}")
        for application in pyatspi.Registry.getDesktop(0):
            if application is not None and application.get_process_id() == self.process.pid:
                return application
        return None

    def windows(self):
        """Its windows that show, as the X server numbers them."""
        return subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                              capture_output=True, text=True).stdout.split()

    def focus(self):
        xdotool("windowactivate", "--sync", wait_for(self.windows, "an X window")[-1])

    def shown(self, node=None):
        """Every accessible object that shows, depth first."""
        node = node or self.root
        try:
            children = [node.getChildAtIndex(i) for i in range(node.childCount)]
        except Exception:  # it went while it was asked
            return
        for child in children:
            if child is None:
                continue
            try:
                states = child.getState()
                if states.contains(pyatspi.STATE_SHOWING) and states.contains(pyatspi.STATE_VISIBLE):
                    yield child
            except Exception:
                continue
            yield from self.shown(child)

    def find(self, role, name):
        """The first object that shows whose role and name fit these regular expressions."""
        for node in self.shown():
            try:
                if re.fullmatch(role, node.getRoleName()) and re.search(name, node.name):
                    return node
            except Exception:
                continue
        return None

    def need(self, role, name, patience=PATIENCE):
        return wait_for(lambda: self.find(role, name), f"a {role} “{name}” on the screen", patience)

    def describe(self, file):
        """What shows, for whoever looks for a fault."""
        for node in self.shown():
            print(node.getRoleName(), repr(node.name), file=file)

    def names(self, role):
        return [node.name for node in self.shown() if node.getRoleName() == role]

    def tabs(self):
        """Titles of the open chats, from the buttons that close them."""
        found = [re.fullmatch("Close “(.*)”", name) for name in self.names("push button")]
        return [match[1] for match in found if match]

    def description(self, role, name):
        """What is said of the first such object, or None where there is none."""
        node = self.find(role, name)
        try:
            return node.description.replace("\u00a0", " ") if node else None  # figures keep their unit on the line
        except Exception:  # it went while it was asked
            return None

    def reveal(self, role, name):
        """Turns the wheel over the page until the control is inside the window."""
        window = self.find("frame", "").queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        for _ in range(30):
            node = self.find(role, name)
            place = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS) if node else None
            # The last strip is the status line's.
            if place and place.y + place.height < window.y + window.height - 40:
                return
            xdotool("mousemove", window.x + window.width * 2 // 3, window.y + window.height // 2, "click", 5)
            time.sleep(0.1)
        raise Fault(f"a {role} “{name}” cannot be scrolled to")

    def click(self, role, name):
        place = self.need(role, name).queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        xdotool("mousemove", place.x + place.width // 2, place.y + place.height // 2, "click", 1)

    def key(self, *keys):
        xdotool("key", "--clearmodifiers", *keys)
        time.sleep(0.1)

    def type(self, text):
        xdotool("type", "--delay", 15, text)
        time.sleep(0.2)

    def fill(self, name, text):
        """Puts this text in the place of what a field holds."""
        self.click("text", name)
        self.key("ctrl+a")
        self.type(str(text))

    def composer(self):
        text = self.need("text", "^Message$").queryText()
        return text.getText(0, text.characterCount)

    def has_model(self):
        return any(re.match("Model: SmolLM2", node.name) for node in self.shown())

    def send(self, text):
        self.click("text", "^Message$")
        self.type(text)
        wait_for(lambda: self.composer() == text, f"“{text}” in the composer")
        self.key("Return")

    def end(self):
        """As a person ends it."""
        self.key("ctrl+q")
        try:
            code = self.process.wait(15)
        except subprocess.TimeoutExpired:
            raise Fault("Ctrl+Q did not end the program")
        if code != 0:
            raise Fault(f"the program ended with {code}")
        Program.running = []

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        Program.running = []


def live(through):
    """Does what the part consists of and ends this program: with 1 at the first thing that is not as it should be, with a
    picture of it."""
    try:
        through()
    except Exception as fault:
        picture("fault")
        print(f"FAULT: {fault}")
        if not isinstance(fault, Fault):
            traceback.print_exc()
        for program in Program.running:
            with open(OUT / f"{PART}_fault_tree.txt", "w") as tree:
                program.describe(tree)
            program.kill()
        sys.exit(1)
