"""Notebooks for the tests: the example, a large one, and one with texts that are hard to count."""
import pathlib, random, shutil

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebook"
WORDS = "paper glue press board thread needle cloth stone river garden seed frost lamp book ink page bread letter".split()


class Notes:
    """A notebook, with the title and a heading of a capture to which other captures link."""
    def __init__(self, root, path, title, heading, tag):
        self.root, self.path, self.title, self.heading, self.tag = root, path, title, heading, tag

    def text(self, path):
        return (self.root / path).read_bytes().decode()

    def paths(self):
        """The paths of all captures and pages."""
        return sorted(str(p.relative_to(self.root)) for p in self.root.rglob("*.md") if ".cairn" not in p.parts)

    def contents(self):
        """The bytes of all files, keyed by path."""
        return {p: (self.root / p).read_bytes() for p in self.paths()}


def example(root):
    shutil.copytree(EXAMPLE, root)
    return Notes(root, "kitchen/2026-01-25-wheat-starch-paste-r26a.md", "Wheat starch paste", "Proportions", "paste")


def vault(root, count=10_000, seed=22):
    """COUNT captures in 50 folders, with fields, headings, tags, and links to each other."""
    chance = random.Random(seed)
    title = lambda number: f"{WORDS[number % len(WORDS)].title()} note {number}"
    for number in range(count):
        folder = root / f"folder{number % 50:02}"
        folder.mkdir(parents=True, exist_ok=True)
        links = " ".join(f"[[{title(chance.randrange(count))}]]" for _ in range(3))
        words = " ".join(chance.choices(WORDS, k=60))
        (folder / f"note{number}.md").write_text(
            f"---\nid: {number:010}\ntitle: {title(number)}\ntype: {chance.choice(['idea', 'action', 'fact'])}\n"
            f"tags: [{chance.choice(WORDS)}]\n---\n# {title(number)}\n\n{words} {links} #{chance.choice(WORDS)}\n\n"
            f"## Part {number}\n\n{words} [[{title(chance.randrange(20))}]]\n")
    (root / ".cairn").mkdir()
    (root / ".cairn" / "config.yml").write_text("")
    return Notes(root, "folder07/note7.md", title(7), "Part 7", "paper")


ODD = {
    "people/שרה.md": "---\ntitle: שרה 😀\ntype: person\naliases: [萨拉]\n---\n# שרה 😀\r\n\r\nשלום [[买东西]] עולם #文献\r\n\r\n## טלפון 👩‍👩‍👧‍👧\r\n\r\n555\r\n",
    "买东西.md": "# 买东西\r\n\r\n给 [[שרה 😀]] 打电话 😀 [[nowhere 文]] #文献\r\n- [ ] 😀 米\r\n",
    "émoji 😀.md": "👩‍👩‍👧‍👧👍🏽 e\u0301 [[萨拉#טלפון 👩‍👩‍👧‍👧|她]] and ![](none%20😀.png) #文献\n\n```\n[[code]]\n```\n",
    "mixed.md": "\ufeff---\r\ntitle: \"مرحبا 😀\"\r\ndue: 2026-11-27\r\nscore: 9\r\n---\r\nمرحبا [[买东西]]\nlone\u2028separators\u0085here [[שרה 😀]]\r\n\r\n> 引用 [[gone]]\n",
    "long.md": "文😀" * 20_000 + " [[买东西]] [[gone 😀]]\n",
    "tab\tname.md": "\t[[买东西]]\r\rend\r",
}


def odd(root):
    for path, text in ODD.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    (root / ".cairn").mkdir()
    (root / ".cairn" / "config.yml").write_text("")
    return Notes(root, "people/שרה.md", "שרה 😀", "טלפון 👩‍👩‍👧‍👧", "文献")


MAKERS = {"example": example, "vault of 10,000": vault, "odd texts": odd}
