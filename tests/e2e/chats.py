"""Chats, from an empty home to one with a model: three tabs, Chinese through the input method, stop, another version, a
restart, a kill."""
import shutil
import time

from person import DATA, STARTER, Fault, Program, live, picture, wait_for
from store import Store

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
    wait_for(program.has_model, "the model")
    program.type(question)  # the cursor is there already
    wait_for(lambda: program.composer() == question, "the question, typed without a click")
    program.key("Return")
    wait_for(lambda: [answer for answer in store.answers_to(question) if answer[0] == "complete" and answer[1]],
             "the first answer", 60)
    picture("first-answer")
    keys_with_one_tab(program)
    program.end()
    return question


def keys_with_one_tab(program):
    """The keys of a page work while there is no strip of tabs."""
    program.click("push button", "^Settings$")
    program.click("list item", "^Shortcuts$")
    program.key("ctrl+1")
    program.need("text", "^Message$")
    program.key("ctrl+m")
    program.need("heading", "^Models on this computer$")
    picture("model-chooser")
    program.key("Escape")
    wait_for(lambda: program.find("heading", "^Models on this computer$") is None, "the end of the list of models")
    program.click("text", "^Search chats$")
    program.key("ctrl+l")
    program.type("written after Ctrl+L")
    wait_for(lambda: program.composer() == "written after Ctrl+L", "the words in the composer")
    program.key("ctrl+a", "Delete")


def in_chinese_and_back(program):
    """The language changes while the window is open."""
    program.key("ctrl+comma")
    program.click("list item", "^General$")
    program.click("combo box", "^Language$")
    program.click("list item", "^简体中文$")
    program.need("heading", "^设置$")
    wait_for(lambda: program.description("combo box", "^语言$") == "简体中文", "简体中文 as the language")
    time.sleep(0.3)  # the list fades
    picture("chinese-settings")
    program.click("push button", "^对话$")
    program.need("push button", "^新对话$")
    picture("chinese-chat")
    program.key("ctrl+comma")
    program.click("combo box", "^语言$")
    program.click("list item", "^English$")
    program.need("heading", "^Settings$")
    program.click("push button", "^Chats$")


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
    # What may have been the cause is not loaded again unasked.
    time.sleep(2)
    if program.has_model():
        raise Fault("after a kill the last model was loaded by itself")
    program.end()
    program = Program()
    wait_for(program.has_model, "the last model, by itself after an end in order", 60)
    return program


def a_window_for_one_chat(program):
    """A tab gets a window; the window goes with its only tab, and the program stays."""
    tabs = len(program.tabs())
    program.key("ctrl+t")
    wait_for(lambda: len(program.tabs()) == tabs + 1, "another tab")
    program.key("ctrl+shift+n")
    wait_for(lambda: len(program.windows()) == 2, "a second window")
    time.sleep(1)  # until the window manager has given it the keys
    picture("two-windows")
    program.key("ctrl+w")
    wait_for(lambda: len(program.windows()) == 1, "one window again")
    time.sleep(1)  # what was put off comes
    program.focus()
    wait_for(lambda: len(program.tabs()) == tabs, "the tabs of before")


def chats():
    first_start_with_nothing()
    print("an empty home: the starter is offered")
    first_question = first_start_with_the_starter()
    print("the starter is here: one click, first answer")
    program, _ = chats_in_three_tabs(first_question)
    print("three tabs: 你好 composed, stopped, another version")
    program = restart_in_order(program)
    print("restarted: everything is there")
    program = restart_after_kill(program)
    print("killed: everything is there, the answer is interrupted, and no model is loaded before the next start")
    in_chinese_and_back(program)
    print("in Chinese and back, without a restart")
    a_window_for_one_chat(program)
    print("a window for one chat, and back")
    program.end()


live(chats)
