"""Models, as a newcomer gets one: from an empty home to the address of a hub, what fits and how fast it would be, a download
that is paused, cut, refused and killed on its way, a chat with what came, and its end in the trash. The hub is on this
computer (hub.py)."""
import hashlib
import json
import os
import re
import subprocess
import time

import garden
from hub import Hub
from person import DATA, STARTER, Fault, Program, live, picture, wait_for
from store import Store

CLI = os.environ["HEARTH_CLI_BIN"]
# What the chosen group of files of the hub is called, in the drawer and then everywhere.
TITLE = "SmolLM2-135M-Instruct-GGUF Q4_1"
LIMIT = 6_000_000  # bytes a second, as set in the window
# Handed over to a line and never read when it is cut: what the two ends of a connection hold back, for every interruption.
IN_FLIGHT = 8_000_000
# The same of a line that ended in order: all that was sent has come, but what another line was about to take over.
BLOCK = 1 << 20
# A program that is killed may have to fetch again what came since it last noted down what it has.
NOTED_EVERY = 5  # seconds

store = Store()


def number_before(unit, text):
    found = re.search(r"([\d.,]+)\s*" + unit, text)
    if not found:
        raise Fault(f"no figure before “{unit}” in “{text}”")
    return float(found[1].replace(",", ""))


class Newcomer:
    """A person with a hub. `program`: the window that is open now."""

    def __init__(self):
        self.hub = Hub(garden.plant(STARTER))
        self.program = Program()

    # ---- the way to a model

    def nothing_is_here(self):
        self.program.click("push button", "^Models$")
        self.program.need("heading", "^No model was found on this computer$")
        self.program.need("push button", "^Discover models$")
        picture("1-nothing-here")

    def choose_source_and_limit(self):
        program = self.program
        program.key("ctrl+comma")
        program.click("list item", "^Models and memory")
        program.reveal("text", "^A hub of your own$")
        program.fill("^A hub of your own$", self.hub.address)
        program.key("Return")
        program.click("combo box", "^Source$")
        program.click("list item", "^127.0.0.1:")
        program.need("panel", "^Access token for 127.0.0.1:")
        program.reveal("check box", "^No limit")
        program.click("check box", "^No limit")
        program.need("spin button", "^Megabytes a second$")
        program.reveal("text", "^Megabytes a second$")
        program.fill("^Megabytes a second$", LIMIT // 1_000_000)
        program.key("Return")
        wait_for(lambda: self.settings().get("bandwidthLimit") == LIMIT, "the limit in the settings")
        program.need("push button", "^Undo: Speed of downloads$")
        if program.find("alert|notification", ""):
            raise Fault("a notice lies over the settings")
        picture("2-source-and-limit")

    def settings(self):
        path = DATA / "settings.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def discover(self):
        program = self.program
        program.click("push button", "^Models$")
        program.click("push button", "^Discover models$")
        # The hub gives its models in pages; the list has all of them.
        wait_for(lambda: len(self.cards()) == len(self.hub.repositories), "every model of the hub in the list")
        picture("3-discover")
        program.fill("^Name of a model", "smollm2")
        wait_for(lambda: len(self.cards()) == 2, "the two models that were searched for")

    def cards(self):
        return [name for name in self.program.names("list item") if ", " in name and "GGUF" in name]

    def too_large(self):
        """The page of a model says what it takes, and that it is too much where it is."""
        self.program.click("list item", "^SmolLM2-Giant")
        known = self.fit_of(garden.GIANT)
        self.program.need("list item", "^F16$")  # nothing that does not fit is recommended
        row = self.row_of("F16")
        needed = known["weights_bytes"] + known["kv_bytes"] + known["workspace_bytes"]
        self.same("memory of the large model in GB", number_before("GB in use", row), needed / 1e9, 0.1)
        if known["fits"]:
            raise Fault("the large model of the hub fits into the memory of this computer: make it larger")
        short = number_before("GB more", row)
        self.same("what is missing in GB", short, (needed - known["free_bytes"]) / 1e9, 2)
        wait_for(lambda: "Does not fit" in self.program.description("list item", "^SmolLM2-Giant"), "the verdict in the list")
        picture("4-too-large")

    def fit_of(self, model):
        """What hearth-cli says of the first file of a model."""
        file = list(self.hub.repositories[model].files)[-1]
        answer = subprocess.run([CLI, "fit", f"{self.hub.address}/{model}/resolve/main/{file}", "--json"],
                                capture_output=True, text=True)
        if answer.returncode != 0:
            raise Fault(f"hearth-cli fit ended with {answer.returncode}: {answer.stderr}")
        return json.loads(answer.stdout)

    def row_of(self, quantization):
        """What the page says of a quantization, once it knows."""
        return wait_for(lambda: self.program.description("list item", f"^{quantization}(,|$)"), f"the figures of {quantization}")

    def same(self, what, shown, known, tolerance):
        if abs(shown - known) > tolerance:
            raise Fault(f"{what}: the window says {shown}, it is {known}")

    def not_there_and_not_for_all(self):
        program = self.program
        self.paste(f"{self.hub.address}/{garden.WITHDRAWN}")
        program.need("heading", "^Withdrawn-1B-GGUF cannot be shown$")
        program.need("label", "has no such model")
        picture("5-withdrawn")
        self.paste(garden.MEMBERS_ONLY)
        program.need("heading", "^Members-Only-1B-GGUF$")
        program.need("label", "^Asks for a sign-in$")
        program.click("push button", "^Get, Q4_1")
        wait_for(lambda: re.search("signed in|accept", self.download("Members-Only-1B-GGUF Q4_1")), "what the download lacks")
        picture("6-members-only")
        program.click("push button", "^Cancel, Members-Only")
        wait_for(lambda: not program.find("panel", "^Members-Only-1B-GGUF Q4_1"), "the end of that download")

    def paste(self, address):
        self.program.fill("^Name of a model", address)
        self.program.key("Return")

    def fits_and_is_fast(self):
        """The figures of the model that will be taken, by its address in a browser; then measured."""
        program = self.program
        self.paste(f"{self.hub.address}/{garden.SMALL}")
        program.need("heading", "^SmolLM2-135M-Instruct-GGUF$")
        program.need("list item", "^Q4_1, Recommended$")
        program.need("label", "A small model that answers short questions")
        program.click("push button", "^Measure this computer$")
        program.need("progress bar", "^Measuring this computer")
        picture("7-measuring")
        wait_for(lambda: "tokens/s" in (program.description("list item", "^Q4_1") or ""), "a speed", 60)
        known = self.fit_of(garden.SMALL)
        row = self.row_of("Q4_1")
        needed = known["weights_bytes"] + known["kv_bytes"] + known["workspace_bytes"]
        speed = known["predicted_decode_tokens_per_s"]
        self.same("size in MB", number_before("MB", row), STARTER.stat().st_size / 1e6, 0.5)
        self.same("memory in GB", number_before("GB in use", row), needed / 1e9, 0.06)
        self.same("tokens a second", number_before("tokens/s", row), speed, max(0.06, 0.5 if speed >= 9.95 else 0))
        shown = re.search(r"[\d.]+ tokens/s", row)[0]
        wait_for(lambda: f"Fits · {shown}" in (program.description("list item", "^SmolLM2-135M") or ""),
                 "the verdict in the list")
        self.paste("smollm2")
        wait_for(lambda: len(self.cards()) == 2, "the two models that were searched for")
        if "Does not fit" not in program.description("list item", "^SmolLM2-Giant"):
            raise Fault("what the large model takes was forgotten meanwhile")
        picture("8-fits")

    # ---- the transfer

    def download(self, title=TITLE):
        """What the drawer says of a download; empty when it is not there."""
        return self.program.description("panel", f"^{title}") or ""

    def file(self):
        return self.hub.repositories[garden.SMALL].files["SmolLM2-135M-Instruct.Q4_1.gguf"]

    def sent(self):
        return sum(each.bytes for each in self.hub.sent_of(self.file()))

    def sent_twice(self):
        """Bytes of the file that were sent again."""
        twice, end = 0, 0
        for each in sorted(self.hub.sent_of(self.file()), key=lambda each: each.begin):
            twice += max(0, min(end, each.begin + each.bytes) - each.begin)
            end = max(end, each.begin + each.bytes)
        return twice

    def goes_on(self, twice_before, most, what):
        """Waits for more of the file; of what is here no more than `most` bytes come again."""
        before = self.sent()
        wait_for(lambda: self.sent() > before + 1_000_000, f"the rest after {what}")
        twice = self.sent_twice() - twice_before
        if twice > most:
            raise Fault(f"{twice} bytes were sent again after {what}")

    def come(self, share):
        """Waits until about this share of the file was sent."""
        wait_for(lambda: self.sent() >= share * self.file().size, f"{share:.0%} of the file", 60)

    def begin(self):
        self.program.click("push button", "^Get, Q4_1")
        begun = time.monotonic()
        said = wait_for(lambda: re.search(r"([\d.]+) of 98 MB · ([\d.]+) MB/s · (\d+) s left", self.download()),
                        "how fast it comes and how long it will take")
        self.come(0.25)
        took = time.monotonic() - begun
        picture("9-coming")
        if self.sent() > LIMIT * (took + 1) + IN_FLIGHT:
            raise Fault(f"{self.sent()} bytes in {took:.1f} s are more than {LIMIT} a second")
        if float(said[2]) > LIMIT / 1e6 * 1.3:
            raise Fault(f"{said[2]} MB/s are more than the limit")

    def pause_and_resume(self):
        program = self.program
        program.click("push button", "^Pause, SmolLM2")
        said = wait_for(lambda: re.search(r"Paused at ([\d.]+) of 98 MB", self.download()), "a paused download")
        time.sleep(0.5)
        before, twice = self.sent(), self.sent_twice()
        time.sleep(1)
        if self.sent() != before:
            raise Fault("something was sent while the download was paused")
        self.same("what is there in MB", float(said[1]), (before - IN_FLIGHT / 2) / 1e6, IN_FLIGHT / 2e6)
        picture("10-paused")
        program.click("push button", "^Resume, SmolLM2")
        self.goes_on(twice, IN_FLIGHT, "a pause")

    def cut(self):
        """Cuts what is under way until no line is left; one may just have begun."""
        def said():
            self.hub.cut()
            time.sleep(0.3)
            return "rying again" in self.download()

        wait_for(said, "that the connection was lost")

    def cuts_and_refusals(self):
        for _ in range(2):
            twice = self.sent_twice()
            self.cut()
            # What was sent before a line ended in order has all come.
            self.goes_on(twice, BLOCK, "a cut")
        picture("11-after-cuts")
        twice = self.sent_twice()
        wait_for(self.refuse, "why a refused download waits")
        self.hub.refuse_next(503, {})
        picture("12-refused")
        again = wait_for(lambda: self.answers(503), "a second refusal")[-1]
        if again.started - self.answers(429)[-1].started < 1.9:
            raise Fault("“Retry-After: 2” was not waited for")
        self.goes_on(twice, BLOCK, "refusals")

    def answers(self, status):
        return [each for each in self.hub.sent_of(self.file()) if each.status == status]

    def refuse(self):
        """Whether the download waits because it was refused. A refusal of one line of several is no reason to wait."""
        self.hub.refuse_next(429, {"Retry-After": "2"})
        self.cut()
        end = time.monotonic() + 3
        while time.monotonic() < end:
            if "waits as long as it asks for" in self.download():
                return True
        return False

    def kill_and_start_again(self):
        self.come(0.7)
        self.program.kill()
        twice = self.sent_twice()
        self.program = Program()
        self.program.click("push button", "^Models$")
        # Nobody's line is used unasked: what was under way waits.
        wait_for(lambda: "Paused at" in self.download(), "the download after a kill")
        picture("13-after-kill")
        self.program.click("push button", "^Resume, SmolLM2")
        self.goes_on(twice, IN_FLIGHT + NOTED_EVERY * LIMIT, "a kill")

    def arrive(self):
        self.program.need("push button", "^Use in chat, SmolLM2", 60)
        picture("14-arrived")
        files = list((DATA / "models").rglob("*.gguf"))
        if len(files) != 1 or hashlib.sha256(files[0].read_bytes()).hexdigest() != self.file().sha256:
            raise Fault(f"what came is not the file of the hub: {files}")
        print(f"of {self.file().size / 1e6:.0f} MB {self.sent_twice() / 1e6:.1f} were sent twice")
        left = [path.name for path in (DATA / "models").rglob("*") if path.is_file() and path not in files]
        if left:
            raise Fault(f"beside the model there is still {left}")


    # ---- what it is good for

    def chat(self):
        program = self.program
        program.click("push button", "^Use in chat, SmolLM2")
        # By the name that it had when it was got, not by what its makers left in the file.
        program.need("push button", f"^Model: {TITLE}$", 60)
        wait_for(lambda: {"Stop", "Send"} & set(program.names("push button")), "the composer")
        # Without chance, so that the small model says what it knows best.
        program.click("check box", "^Settings of this chat$")
        program.fill("^Temperature$", 0)
        program.key("Return")
        program.click("push button", "^Hide the settings of this chat$")
        question = "What is the capital of France?"
        program.send(question)
        wait_for(lambda: [text for status, text in store.answers_to(question) if status == "complete" and "Paris" in text],
                 "“Paris”", 60)
        picture("15-chat")
        story = "Write a very long story about a ship and its crew, with many chapters."
        wait_for(lambda: "Send" in program.names("push button"), "the composer")
        program.send(story)
        wait_for(lambda: any(text for _, text in store.answers_to(story)), "the story", 60)
        program.click("push button", "^Stop$")
        wait_for(lambda: store.answers_to(story)[0][0] == "stopped", "a stopped answer")

    def check_files(self):
        program = self.program
        program.click("push button", "^Models$")
        program.click("push button", "^On this computer$")
        program.click("list item", "SmolLM2")
        program.need("list item", "SmolLM2.*, in use$")
        if garden.SMALL not in program.description("list item", "SmolLM2"):
            raise Fault("the list does not say whose model it is")
        program.click("push button", "^Check files$")
        program.need("label", "^Checked: its files are as they should be", 60)
        picture("16-checked")

    def remove_and_undo(self):
        program = self.program
        program.click("push button", "^Unload$")
        program.need("push button", "^Use in chat$")
        file, = (DATA / "models").rglob("*.gguf")
        program.click("push button", "^Move to the trash$")
        program.need("alert|notification|label", "is in the trash$")
        wait_for(lambda: not file.exists(), "the file in the trash")
        wait_for(lambda: not self.download(), "the end of what the drawer says of it")
        program.need("heading", "^No model was found on this computer$")
        picture("17-removed")
        program.click("push button", "^Undo$")
        program.need("list item", "SmolLM2")
        wait_for(file.exists, "the file back from the trash")
        if hashlib.sha256(file.read_bytes()).hexdigest() != self.file().sha256:
            raise Fault("another file came back from the trash")
        picture("18-undone")

    def without_the_hub(self):
        """What was seen before is still there, and said to be from before; anything else gets a sentence."""
        program = self.program
        self.hub.stop()
        program.click("push button", "^Discover$")
        self.paste("smollm2")
        program.need("alert|notification|label", "cannot be reached now. This list is")
        if len(self.cards()) != 2:
            raise Fault(f"from before there are {self.cards()}")
        program.click("list item", "^SmolLM2-Giant")
        program.need("label", "cannot be reached now. This page is")
        wait_for(lambda: "oes not fit" in (program.description("list item", "^F16$") or ""), "the verdict from its size")
        wait_for(lambda: "oes not fit" in program.description("list item", "^SmolLM2-Giant"), "the same in the list")
        picture("19-hub-away")
        self.paste("grazer")
        program.need("heading|label", "could not be reached")
        picture("20-hub-away-unknown")


def models():
    person = Newcomer()
    person.nothing_is_here()
    person.choose_source_and_limit()
    print("a source and a limit: set")
    person.discover()
    person.too_large()
    print("discover: what was searched for, and what does not fit")
    person.not_there_and_not_for_all()
    print("withdrawn, and for members only: said")
    person.fits_and_is_fast()
    print("fit and speed: as hearth-cli says")
    person.begin()
    person.pause_and_resume()
    person.cuts_and_refusals()
    print("rate, pause, cuts, refusals: goes on")
    person.kill_and_start_again()
    person.arrive()
    print("killed: goes on, and the file is whole")
    person.chat()
    print("chat: an answer")
    person.check_files()
    person.remove_and_undo()
    print("checked, removed, brought back")
    person.without_the_hub()
    print("without the hub: what was seen before")
    person.program.end()


live(models)
