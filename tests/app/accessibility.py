#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a screen reader finds it, and a lesson by keyboard alone.

    dbus-run-session -- accessibility.py PROGRAM MODEL LESSON

Asks the program over AT-SPI, types through the XTEST extension, and hears what gets the focus as a
screen reader does. Exits with 77 where AT-SPI is missing.
"""
import ctypes
import os
import subprocess
import sys
import tempfile
import time

try:
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
    x11, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
except (ImportError, ValueError, OSError) as missing:
    print(f"skipped: AT-SPI is missing ({missing}); Debian's at-spi2-core, gir1.2-atspi-2.0 and python3-gi have it")
    sys.exit(77)

PATIENCE = 120.0  # the longest wait for anything [s]; only failures take that long
State = Atspi.StateType
DIALOGS = [("preferences", "Preferences"), ("keyboard shortcuts", "Keyboard and mouse"), ("about momentree", "About"),
           ("example gallery", "Recent files"), ("fork here", "Fork at"),
           ("movie", "Export movie"), ("paraview", "Export a series"), ("formulations integrators", "Help")]
CONTROLS = {"push button", "toggle button", "check box", "radio button", "combo box", "text", "slider", "spin button",
            "page tab", "tree", "tree table", "table", "list", "menu item", "canvas", "list box"}
PARTS = {"table cell", "list item", "tree item", "table column header", "table row header"}  # of the controls above


class Screen:
    """Focus and keys of the X server, which has no window manager here."""

    def __init__(self):
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = x11.XStringToKeysym.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(x11.XDefaultRootWindow(self.display))

    def windows(self):
        """Visible windows that may get the focus, the uppermost last."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        x11.XQueryTree(self.display, self.root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children),
                       ctypes.byref(count))
        found = []
        for k in range(count.value):
            attributes = (ctypes.c_int * 64)()
            x11.XGetWindowAttributes(self.display, ctypes.c_ulong(children[k]), ctypes.byref(attributes))
            # XWindowAttributes: width and height, map_state, override_redirect.
            width, visible, unmanaged = attributes[2], attributes[23] == 2, attributes[30] != 0
            if visible and width > 1 and not unmanaged:
                found.append(children[k])
        x11.XFree(children)
        return found

    def focus(self):
        now, revert = ctypes.c_ulong(), ctypes.c_int()
        x11.XGetInputFocus(self.display, ctypes.byref(now), ctypes.byref(revert))
        windows = self.windows()
        if windows and now.value != windows[-1]:
            x11.XSetInputFocus(self.display, ctypes.c_ulong(windows[-1]), 1, 0)
            x11.XSync(self.display, 0)

    def press(self, keys):
        """Keys like "Control_L+k"."""
        codes = [x11.XKeysymToKeycode(self.display, ctypes.c_ulong(x11.XStringToKeysym(key.encode())))
                 for key in keys.split("+")]
        for code in codes:
            xtst.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            xtst.XTestFakeKeyEvent(self.display, code, 0, 0)
        x11.XSync(self.display, 0)

    def type(self, text):
        for letter in text:
            self.press("space" if letter == " " else letter)


class Reader:
    """A program and what a screen reader learns of it."""

    def __init__(self, command):
        environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb",
                           LIBGL_ALWAYS_SOFTWARE="1", LC_ALL="C.UTF-8")
        self.heard, self.focused = [], None
        self.screen = Screen()
        self.process = subprocess.Popen(command, env=environment)
        self.listener = Atspi.EventListener.new(self.hear)
        self.listener.register("object:state-changed:focused")
        self.program = self.until(self.find_program, "the program in AT-SPI's tree")
        # Names and states as they are now: Qt does not announce each change.
        Atspi.Accessible.set_cache_mask(self.program, Atspi.Cache.PARENT | Atspi.Cache.ROLE | Atspi.Cache.INTERFACES)

    def hear(self, event):
        if event.detail1:
            self.heard.append(event.source)
            self.focused = event.source

    def find_program(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}")
        desktop = Atspi.get_desktop(0)
        for k in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(k)
            if child and child.get_process_id() == self.process.pid and child.get_child_count() > 0:
                return child
        return None

    def pump(self, seconds=0.05):
        end, context = time.monotonic() + seconds, GLib.MainContext.default()
        while context.iteration(False) or time.monotonic() < end:
            time.sleep(0.005)

    def until(self, ask, what):
        """The first true answer."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = ask()
            except GLib.Error:  # it was deleted while asked
                answer = None
            if answer:
                return answer
            self.pump()
        seen = "\n".join(f"{n.get_role_name()} '{n.get_name()}'" for n in self.shown())
        raise AssertionError(f"never seen: {what}\n{seen}")

    def popup(self):
        node = self.focused if self.focused and has(self.focused, State.SHOWING) else None
        while node and node.get_parent() and node.get_parent() != self.program:
            node = node.get_parent()
        return node if node not in self.windows() else None

    def windows(self):
        children = [self.program.get_child_at_index(k) for k in range(self.program.get_child_count())]
        return [child for child in children if child and has(child, State.SHOWING)]

    def shown(self, node=None):
        """What is visible, from the outside in. Popups are no children of the program, but get the focus."""
        if node is None:
            yield from self.shown(self.program)
            popup = self.popup()
            if popup:
                yield from self.shown(popup)
            return
        yield node
        for k in range(node.get_child_count()):
            child = node.get_child_at_index(k)
            if child and has(child, State.SHOWING):
                yield from self.shown(child)

    def find(self, role, name="", *, within=None, enabled=True):
        """The first visible element of that role whose name or description begins so."""
        def ask():
            for node in self.shown(within):
                if node.get_role_name() == role and name in (node.get_name()[:len(name)],
                                                             node.get_description()[:len(name)]):
                    if not enabled or has(node, State.ENABLED):
                        return node
            return None
        return self.until(ask, f"{role} '{name}'")

    def press(self, role, name):
        act(self.find(role, name), "Press")
        self.pump()

    def key(self, keys):
        self.pump(0.02)
        self.screen.focus()
        self.pump(0.02)
        self.heard.clear()
        self.screen.press(keys)
        self.pump(0.1)

    def tab_to(self, role, name):
        """Presses Tab until that element has the focus."""
        passed = []
        for _ in range(150):
            self.key("Tab")
            for node in self.heard:
                passed.append((node.get_role_name(), node.get_name()))
                if node.get_role_name() == role and name in (node.get_name()[:len(name)],
                                                             node.get_description()[:len(name)]):
                    return node
        raise AssertionError(f"Tab never reaches {role} '{name}', but {passed}")

    def command(self, words):
        """Carries out a command by its name."""
        self.key("Control_L+k")
        self.find("text", "Search for commands")
        self.screen.type(words)
        self.pump(0.2)
        self.key("Return")

    def end(self):
        self.process.terminate()
        self.process.wait()


def has(node, state):
    return node.get_state_set().contains(state)


def act(node, name):
    action = node.get_action_iface()
    names = [Atspi.Action.get_action_name(action, k) for k in range(Atspi.Action.get_n_actions(action))]
    Atspi.Action.do_action(action, names.index(name))


def spoken(node):
    """What names an element: its name, or that of its label."""
    if node.get_name().strip():
        return node.get_name()
    for relation in node.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY:
            return " ".join(relation.get_target(k).get_name() for k in range(relation.get_n_targets()))
    return ""


def explained(node):
    """The name of a list of choices is the choice: a label or a description says of what."""
    if node.get_role_name() != "combo box":
        return True
    labels = [r for r in node.get_relation_set() if r.get_relation_type() == Atspi.RelationType.LABELLED_BY]
    return bool(labels or node.get_description())


def nameless(reader, place, within=None):
    """Visible controls without a name, once nothing is deleted while it is asked."""
    def ask():
        return [] if reader.process.poll() is not None else [list(names_missing(reader, place, within))]
    return reader.until(ask, f"{place} at rest")[0]


def names_missing(reader, place, within):
    for node in reader.shown(within):
        role = node.get_role_name()
        control = role in CONTROLS or has(node, State.FOCUSABLE)
        if control and role not in PARTS and not (spoken(node) and explained(node)):
            box = node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
            yield (f"{place}: {role} '{node.get_name()}' in '{node.get_parent().get_name()}' at "
                   f"{box.x}, {box.y}, {box.width} x {box.height}")


def sentence(reader):
    return reader.find("canvas").get_name()


def every_control_has_a_name(reader):
    problems = []
    for space in ("Draw", "Run", "Compare", "Analyse"):
        reader.press("page tab", space)
        reader.pump(0.5)
        reader.key("Tab")
        problems += nameless(reader, space)
    return problems


def dialogs_have_names(reader):
    problems = []
    for words, title in DIALOGS:
        def dialog():
            return [n for n in reader.windows() if n.get_name().startswith(title)]
        reader.command(words)
        found = reader.until(dialog, f"the dialog '{title}'")[0]
        reader.pump(0.3)
        problems += nameless(reader, title, found)
        reader.key("Escape")
        reader.until(lambda: not dialog(), f"the end of '{title}'")
    return problems


def plays_or_pauses(reader, words):
    """Whether the sentence has the words; if not, presses a button. A run may begin or end before the press arrives."""
    if words in sentence(reader):
        return True
    button = next((n for n in reader.shown() if n.get_role_name() == "push button" and n.get_name() in ("Play", "Pause")), None)
    if button:
        act(button, "Press")
        reader.pump(0.5)
    return words in sentence(reader)


def a_run_is_set_up_and_watched(reader):
    reader.press("page tab", "Run")
    chosen = reader.tab_to("combo box", "Formulation of the equations of motion")
    before = chosen.get_name()
    reader.key("Down")
    reader.until(lambda: chosen.get_name() != before, "another formulation")
    after = chosen.get_name()
    reader.find("label", after + " · ")
    for words in ("paused at", "running", "paused at"):
        reader.until(lambda: plays_or_pauses(reader, words), f"a sentence that says {words}")
    return []


def a_lesson_is_done_by_keyboard(reader, title):
    """From the list of lessons to its end: predict, run, look, explain, a task that is solved, and the summary."""
    reader.command("lessons")
    lessons = reader.until(lambda: next((n for n in reader.shown() if n.get_role_name() == "list" and n.get_name() == "Lessons"
                                         and has(n, State.FOCUSED)), None), "the list of lessons with the focus")
    reader.key("Home")
    first = lessons.get_child_at_index(0)
    if first.get_name() != title:
        return [f"the first lesson is '{first.get_name()}' instead of '{title}'"]
    reader.key("Return")
    step = lambda number: reader.find("filler", f"Step {number} of 5")
    step(1)
    # The answer that is wrong, so that the feedback is seen; the arrow keys choose.
    reader.tab_to("radio button", "It stays")
    reader.key("space")
    reader.find("label", "Kept. The runs decide.")
    problems = nameless(reader, "Predict")
    answers = [n for n in reader.shown() if n.get_role_name() == "radio button"]
    if not any(has(n, State.FOCUSED) for n in answers):
        problems.append("an answer that was chosen has lost the focus")
    reader.tab_to("push button", "Next")
    reader.key("Return")
    step(2)
    reader.tab_to("push button", "Run")
    reader.key("Return")
    reader.find("push button", "Next")
    problems += nameless(reader, "Run")
    reader.tab_to("push button", "Next")
    reader.key("Return")
    step(3)
    reader.tab_to("table", "Measurements")
    problems += nameless(reader, "Look")
    reader.key("Next")
    step(4)
    problems += nameless(reader, "Explain")
    reader.key("Next")
    step(5)
    reader.tab_to("slider", "Step")
    reader.key("Home")
    for _ in range(85):  # from 2 to 10 ms, which keeps the energy with few steps
        reader.screen.press("Right")
        reader.pump(0.03)
    reader.tab_to("push button", "Run and check")
    reader.key("Return")
    reader.find("push button", "Finish")
    reader.find("label", "\u2713  largest energy error")
    problems += nameless(reader, "Your turn")
    reader.tab_to("push button", "Finish")
    reader.key("Return")
    reader.find("label", "Summary of the lesson")
    problems += nameless(reader, "Summary")
    reader.tab_to("push button", "Lab report")
    reader.tab_to("push button", "Next lesson")
    return problems


def in_own_folders(main):
    """The result of main(), with settings and files of its own for the program."""
    with tempfile.TemporaryDirectory() as home:
        for kind in ("CONFIG", "DATA", "CACHE"):
            os.environ[f"XDG_{kind}_HOME"] = home
        return main()


def main():
    program, model, lesson = sys.argv[1:]
    reader = Reader([program, model])
    problems = []
    try:
        for test in (every_control_has_a_name, dialogs_have_names, a_run_is_set_up_and_watched,
                     lambda reader: a_lesson_is_done_by_keyboard(reader, lesson)):
            problems += test(reader)
    finally:
        reader.end()
    print("\n".join(problems) or "every control has a name; the lesson was done by keyboard")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(in_own_folders(main))
