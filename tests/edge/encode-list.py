# Encodes a device from a list of registers (../shared/data/huawei-…/*.csv) that the edge has never seen: raw values by
# chance, words as the list says, and what each of them has to mean, reckoned with decimals. Shares no code with the edge.
# Standard input, one line: {"folder", "file", "family": [..] or null, "seed", "raw": {"30071": 24, "30000": "SUN2000-8KTL"},
# "absent": bool, "skip": [addresses, "address name"], "words": {"23": 5}, "more": {"file", "only": [addresses]}}. `absent`: every row with a value for "none" has it.
# Standard output: {"holding": {..}, "input": {..}, "rows": [{"at", "table", "what", "unit", "value"}]}; value null = none.
import csv
import json
import random
import re
import struct
import sys
from decimal import Decimal

asked = json.loads(sys.stdin.readline())
chance = random.Random(asked["seed"])
tables = {"holding": {}, "input": {}}
rows = []

WORDS = {"uint16": 1, "int16": 1, "uint32": 2, "int32": 2, "uint64": 4, "int64": 4}
# A raw number that every type takes for a value: neither all ones nor the most negative.
MOST = {"uint16": 0xFFF0, "int16": 0x7F00, "uint32": 0x7FFF_0000, "int32": 0x7FFF_0000, "uint64": 2**45, "int64": 2**45}


def words_of(value, count, low_first):
    data = [(value >> (16 * index)) & 0xFFFF for index in range(count)]
    return data if low_first else data[::-1]


def number(row, given):
    kind, count = row["type"], WORDS[row["type"]]
    low_first = row["word_order"] == "low first"
    none = [int(one, 0) for one in re.findall(r"0x[0-9A-F]+", row["not_available"])]
    if asked.get("absent") and none:
        return words_of(chance.choice(none), count, low_first), None
    if given is None:
        raw = chance.choice([0, 1, chance.randint(0, 999), chance.randint(0, MOST[kind])])
        if kind.startswith("int") and chance.random() < 0.4:
            raw = -raw
        if raw & (2 ** (16 * count) - 1) in none:
            raw = 7
    else:
        raw = given
    offset = re.search(r"raw minus (\d+)", row["meaning"])
    scale = Decimal(re.match(r"[\d.]+", row["scale"] or "1").group())
    value = (raw - (int(offset.group(1)) if offset else 0)) * scale
    return words_of(raw & (2 ** (16 * count) - 1), count, low_first), str(value)


def characters(row, given):
    count = asked.get("words", {}).get(row["address"], int(row["words"])) * 2
    said = given if given is not None else "".join(
        chance.choice("ABCDEFGHJKLMNPRSTUVWXYZ0123456789") for _ in range(min(count, 10))
    )
    data = said.encode().ljust(count, b"\0")[:count]
    return list(struct.unpack(f">{count // 2}H", data)), said


def take(file, only):
    with open(f"{asked['folder']}/{file}", newline="") as lines:
        for row in csv.DictReader(lines):
            if only is not None and int(row["address"]) not in only:
                continue
            family = row.get("family", "")
            at = int(row["address"])
            skip = asked.get("skip", [])
            if row["fc"] not in ("3", "4") or at in skip or f"{at} {row['what']}" in skip:
                continue
            if asked.get("family") is not None and family not in asked["family"]:
                continue
            table = "holding" if row["fc"] == "3" else "input"
            given = asked.get("raw", {}).get(f"{table} {at}", asked.get("raw", {}).get(str(at)))
            if row["type"] == "string":
                words, value = characters(row, given)
            elif row["type"] == "bits":
                words, value = [given or 0] * int(row["words"]), str(given or 0)
            else:
                words, value = number(row, given)
            tables[table].update({at + index: word for index, word in enumerate(words)})
            rows.append({"at": at, "table": table, "what": row["what"], "unit": row["unit"], "value": value})


take(asked["file"], None)
if asked.get("more"):
    take(asked["more"]["file"], asked["more"]["only"])
json.dump(
    {name: {str(at): [word] for at, word in words.items()} for name, words in tables.items()} | {"rows": rows},
    sys.stdout,
)
