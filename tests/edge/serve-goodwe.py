# Plays an inverter of GoodWe over UDP or TCP: the other side of `probe` in tests. Standard input, one line:
# {"answers": {request in hex: answer in hex}, "blocks": [{"unit": 127, "first": 30001, "words": hex}], "tcp": false,
# "mood": "split" | "glued" | "deaf" | "noisy" | null}. What it has no answer for, it refuses with exception 2, or, of AA55 and
# of units that nothing is known of, not at all. Prints the port, then one line a request, and ends with its input.
import json
import os
import socket
import sys
import threading

asked = json.loads(sys.stdin.readline())
mood = asked.get("mood")
answers = asked.get("answers", {})
blocks = asked.get("blocks", [])
units = {block["unit"] for block in blocks} | {int(key[:2], 16) for key in answers if not key.startswith("aa55")}
heard = {}


def crc(data):
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value >> 1) ^ 0xA001 if value & 1 else value >> 1
    return value.to_bytes(2, "little")


def framed(body):
    return b"\xaa\x55" + body + crc(body)


def answer(request):
    known = answers.get(request.hex())
    if known:
        return bytes.fromhex(known)
    if request[:2] == b"\xaa\x55" or request[0] not in units:
        return None
    unit, first, count = request[0], int.from_bytes(request[2:4], "big"), int.from_bytes(request[4:6], "big")
    for block in blocks:
        words = bytes.fromhex(block["words"])
        begin = (first - block["first"]) * 2
        if block["unit"] == unit and begin >= 0 and begin + count * 2 <= len(words):
            return framed(bytes([unit, 3, count * 2]) + words[begin : begin + count * 2])
    return framed(bytes([unit, 0x83, 2]))


def udp():
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", 0))
    print(line.getsockname()[1], flush=True)
    while True:
        request, who = line.recvfrom(1024)
        heard[request] = heard.get(request, 0) + 1
        print(json.dumps(request.hex()), flush=True)
        data = answer(request)
        if data is None or mood == "deaf" and heard[request] == 1:
            continue
        if mood == "split":
            for begin in range(0, len(data), 40):
                line.sendto(data[begin : begin + 40], who)
        elif mood == "glued":
            line.sendto(framed(bytes([request[0], 3, 4, 1, 2, 3, 4])) + data, who)
        elif mood == "noisy" and heard[request] == 1:
            line.sendto(data[:-1] + bytes([data[-1] ^ 1]), who)
        else:
            line.sendto(data, who)


def serve(line):
    while True:
        request = line.recv(12)
        if len(request) < 12:
            return
        print(json.dumps(request.hex()), flush=True)
        data = answers.get(request[6:].hex())
        if data:
            data = bytes.fromhex(data)[6:]
        else:
            rtu = answer(request[6:] + b"\0\0")
            if rtu is None:
                continue
            data = rtu[2:-2]
        line.sendall(request[:4] + len(data).to_bytes(2, "big") + data)


def tcp():
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
tcp() if asked.get("tcp") else udp()
