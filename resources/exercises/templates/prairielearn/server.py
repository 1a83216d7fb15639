# Made by `momentree grade --make prairielearn`. The program momentree must be installed where questions are graded.
import base64
import json
import os
import subprocess
import tempfile

EXERCISE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "exercise")


def momentree(*arguments):
    command = ["momentree", "grade", *arguments, "--exercise", EXERCISE]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def student(data):
    return str(data["variant_seed"])


def generate(data):
    data["params"]["task"] = momentree("--task", student(data))


def grade(data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "submission.json")
        try:
            for file in data["submitted_answers"].get("_files", []):
                with open(os.path.join(folder, os.path.basename(file["name"])), "wb") as out:
                    out.write(base64.b64decode(file["contents"]))
            with open(path, encoding="utf-8") as handed:
                submission = json.load(handed)
            submission["student"] = student(data)
        except (OSError, ValueError, TypeError, RecursionError) as problem:
            data["format_errors"]["_files"] = [f"submission.json cannot be read: {problem}"]
            return
        with open(path, "w", encoding="utf-8") as out:
            json.dump(submission, out)
        graded = json.loads(momentree(path, "--json"))["submissions"][0]
    data["score"] = graded["points"] / graded["of"]
    lines = [f"{c['label']}: {c['points']:g} of {c['of']:g}, {c['feedback']}" for c in graded["criteria"]]
    data["feedback"]["text"] = "\n".join(lines + graded["problems"])
