#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every lesson from its prediction to its solved task, by keys alone, as a screen reader follows it.

    dbus-run-session -- lessons_by_keyboard.py PROGRAM MODEL LESSONS [NAME...]

LESSONS is the folder of the lessons; with names, only these are done. Exits with 77 where AT-SPI is missing.
"""
import json
import os
import sys
import time

from accessibility import Reader, State, has, in_own_folders, nameless

KEYS = {".": "period", "-": "minus"}


def of_machine(quantity):
    """Whether a quantity depends on the speed of the machine."""
    return quantity.startswith("wall")


def enter(reader, value):
    reader.key("Control_L+a")
    for letter in value:
        reader.key(KEYS.get(letter, letter))
    reader.key("Return")


def choose(reader, choices, value):
    reader.key("Home")
    for _ in range(choices.index(value)):
        reader.key("Down")


def opened(reader, number):
    return reader.find("filler", f"Step {number} of 5")


def predict(reader, step):
    opened(reader, 1)
    reader.tab_to("radio button", "")
    for _ in range(1, step["right"]):
        reader.key("Down")
    reader.key("space")
    reader.find("label", "Kept. The runs decide.")


def solve(reader, step):
    opened(reader, 5)
    for control in step["controls"]:
        name = control.get("setting") or control["parameter"]
        if name not in step["solution"]:
            continue
        value = step["solution"][name]
        if "choices" in control:
            reader.tab_to("combo box", control["label"])
            choose(reader, control["choices"], str(value))
        else:
            reader.tab_to("spin button", control["label"])
            enter(reader, format(value, ".6f").rstrip("0") if 1e-5 < value < 1e6 else repr(value))
    reader.tab_to("push button", "Run and check")
    reader.key("Return")
    reader.find("push button", "Finish")
    for condition in step["conditions"]:
        if not of_machine(condition["of"]):
            reader.find("label", "\u2713  " + condition["label"])


def lesson(reader, steps):
    predict(reader, steps[0])
    problems = nameless(reader, "Predict")
    reader.key("Next")
    opened(reader, 2)
    reader.key("Next")
    reader.find("push button", "Next")
    problems += nameless(reader, "Run")
    reader.key("Next")
    opened(reader, 3)
    problems += nameless(reader, "Look")
    reader.key("Next")
    opened(reader, 4)
    problems += nameless(reader, "Explain")
    reader.key("Next")
    solve(reader, steps[4])
    problems += nameless(reader, "Your turn")
    reader.key("Next")
    reader.find("label", "Summary of the lesson")
    return problems


def main():
    program, model, folder, *names = sys.argv[1:]
    all_names = sorted(n for n in os.listdir(folder) if os.path.exists(os.path.join(folder, n, "lesson.json")))
    names = names or all_names
    problems, before = [], ""
    reader = Reader([program, model])
    try:
        for name in names:
            began = time.monotonic()
            with open(os.path.join(folder, name, "lesson.json"), encoding="utf-8") as file:
                content = json.load(file)
            if before and all_names.index(name) == all_names.index(before) + 1:
                reader.tab_to("push button", "Next lesson")
            else:
                reader.command("lessons")
                reader.until(lambda: next((n for n in reader.shown() if n.get_role_name() == "list" and
                                           n.get_name() == "Lessons" and has(n, State.FOCUSED)), None),
                             "the list of lessons with the focus")
                reader.key("Home")
                for _ in range(all_names.index(name)):
                    reader.key("Down")
            reader.key("Return")
            problems += [f"{name}: {problem}" for problem in lesson(reader, content["steps"])]
            before = name
            print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
    finally:
        reader.end()
    print("\n".join(problems) or f"{len(names)} lessons were done by keyboard")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(in_own_folders(main))
