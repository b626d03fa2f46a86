"""A person at the screen: finds controls by the names that assistive programs get, clicks and types through the X server,
reads the chats from the store. Runs in the session that session.sh makes; ends with 1 at the first thing that is not as it
should be, with a picture of it."""
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pyatspi

OUT = pathlib.Path(sys.argv[1])
HEARTH = os.environ["HEARTH_BIN"]
STARTER = pathlib.Path(os.environ["HEARTH_STARTER"])
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
    subprocess.run(["import", "-window", "root", str(OUT / f"program_{name}.png")], check=False)


class Store:
    """chats.db as another program sees it."""

    def rows(self, query, *values):
        path = DATA / "chats.db"
        if not path.exists():
            return []
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def answers_to(self, question):
        """(status, text) of every answer to the messages with this text, oldest first."""
        return self.rows(
            "SELECT answer.status, answer.text FROM message AS answer JOIN message AS question"
            " ON answer.parent = question.id WHERE question.text = ? AND question.role = 'user' ORDER BY answer.id",
            question)

    def count(self):
        return (self.rows("SELECT count(*) FROM message") or [(0,)])[0][0]

    def fault(self):
        found = self.rows("PRAGMA integrity_check")
        return None if found == [("ok",)] else found


class Program:
    """A running Hearth."""
    running = []

    def __init__(self):
        self.log = open(OUT / "hearth.log", "ab")
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

    def focus(self):
        window = wait_for(
            lambda: subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                                   capture_output=True, text=True).stdout.split(), "an X window")
        xdotool("windowactivate", "--sync", window[-1])

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

    def click(self, role, name):
        place = self.need(role, name).queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        xdotool("mousemove", place.x + place.width // 2, place.y + place.height // 2, "click", 1)

    def key(self, *keys):
        xdotool("key", "--clearmodifiers", *keys)
        time.sleep(0.1)

    def type(self, text):
        xdotool("type", "--delay", 15, text)
        time.sleep(0.2)

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


store = Store()


def first_start_with_nothing():
    program = Program()
    program.need("push button", "^Download, SmolLM2")
    picture("nothing-here")
    program.end()


def first_start_with_the_starter():
    """One click starts the model, and then a person writes."""
    (DATA / "models").mkdir(parents=True, exist_ok=True)
    shutil.copy(STARTER, DATA / "models" / STARTER.name)
    program = Program()
    program.click("push button", "^Start with this, SmolLM2")
    program.need("text", "^Message$")
    picture("model-chosen")
    question = "Say hello in one short sentence."
    program.send(question)
    wait_for(lambda: [answer for answer in store.answers_to(question) if answer[0] == "complete" and answer[1]],
             "the first answer", 60)
    picture("first-answer")
    program.end()
    return question


def chats_in_three_tabs(first_question):
    program = Program()
    # The model of the last run comes back by itself.
    wait_for(program.has_model, "the model of the last run", 60)
    wait_for(lambda: "Send" in program.names("push button"), "the composer")
    program.key("ctrl+t")
    long_story = "Write a very long story about a ship and its crew, with many chapters."
    program.send(long_story)
    wait_for(lambda: any(text for _, text in store.answers_to(long_story)), "the story", 60)

    # A third tab while the second writes; Chinese, through the input method.
    program.key("ctrl+t")
    chinese_through_the_input_method(program)

    # Back to the story: it went on; now it is stopped.
    program.key("ctrl+2")
    program.click("push button", "^Stop$")
    wait_for(lambda: store.answers_to(long_story)[0][0] == "stopped", "a stopped answer")
    program.need("push button", "^Continue$")
    picture("stopped")

    # Another version of the answer in the first tab.
    program.key("ctrl+1")
    program.click("push button", "^Write another answer$")
    wait_for(lambda: len([a for a in store.answers_to(first_question) if a[0] == "complete" and a[1]]) == 2,
             "a second version", 60)
    program.need("label", "^Version 2 of 2$")
    picture("second-version")
    return program, long_story


def chinese_through_the_input_method(program):
    before = store.count()
    program.click("text", "^Message$")
    program.key("ctrl+space")
    time.sleep(0.5)
    program.type("nihao")
    picture("composing")
    if program.composer() == "nihao":
        raise Fault("the input method does not compose: “nihao” came as it was typed")
    # Enter belongs to the input method: it takes the letters as they are, and nothing is sent.
    program.key("Return")
    time.sleep(1)
    if store.count() != before:
        raise Fault("Enter while composing sent a message")
    program.key("ctrl+a", "Delete")
    program.type("nihao")
    program.key("space")
    wait_for(lambda: program.composer() == "你好", "你好 in the composer")
    program.key("Return")
    wait_for(lambda: store.answers_to("你好"), "你好 in the store")
    wait_for(lambda: store.answers_to("你好")[0][1], "an answer to 你好", 60)
    picture("chinese")
    program.key("ctrl+space")


def everything_is_there(program, messages, what):
    if store.fault():
        raise Fault(f"{what}: the store is damaged: {store.fault()}")
    if store.count() < messages:
        raise Fault(f"{what}: {messages - store.count()} messages are gone")
    tabs = wait_for(lambda: len(program.tabs()) >= 3 and program.tabs(), f"{what}: three tabs")
    if "你好" not in tabs:
        raise Fault(f"{what}: the chat 你好 is in no tab: {tabs}")


def restart_in_order(program):
    # A small model may answer 你好 without an end.
    program.key("ctrl+3")
    wait_for(lambda: {"Stop", "Send"} & set(program.names("push button")), "the composer")
    if "Stop" in program.names("push button"):
        program.click("push button", "^Stop$")
    wait_for(lambda: not store.rows("SELECT 1 FROM message WHERE status = 'streaming'"), "the end of every answer", 60)
    messages = store.count()
    program.end()
    program = Program()
    everything_is_there(program, messages, "after a restart")
    picture("restarted")
    return program


def restart_after_kill(program):
    program.key("ctrl+t")
    wait_for(lambda: "Send" in program.names("push button"), "the composer")
    question = "Write a very long story about a castle and its people, with many chapters."
    program.send(question)
    wait_for(lambda: any(len(text) > 200 for _, text in store.answers_to(question)), "a long answer", 60)
    messages = store.count()
    program.kill()
    written = store.answers_to(question)[0][1]
    program = Program()
    everything_is_there(program, messages, "after a kill")
    status, text = wait_for(lambda: [a for a in store.answers_to(question) if a[0] == "interrupted"],
                            "an interrupted answer")[0]
    if not text.startswith(written):
        raise Fault("the answer lost text")
    program.need("alert|notification|label", "ended unexpectedly")
    program.need("push button", "^Continue$")
    picture("after-kill")
    program.end()


def main():
    try:
        first_start_with_nothing()
        print("an empty home: the starter is offered")
        first_question = first_start_with_the_starter()
        print("the starter is here: one click, first answer")
        program, _ = chats_in_three_tabs(first_question)
        print("three tabs: 你好 composed, stopped, another version")
        program = restart_in_order(program)
        print("restarted: everything is there")
        restart_after_kill(program)
        print("killed: everything is there, the answer is interrupted")
    except Fault as fault:
        picture("fault")
        print(f"FAULT: {fault}")
        for program in Program.running:
            with open(OUT / "fault_tree.txt", "w") as tree:
                program.describe(tree)
            program.kill()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
