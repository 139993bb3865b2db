# A device on the network that lies: plain sockets, no code of the edge and no library. Standard input: {"how": "late"}.
# Prints the port it listens at; ends with its standard input.
import json
import os
import socket
import struct
import sys
import threading
import time

how = json.loads(sys.stdin.readline())["how"]
BASE = 40000
asked_reads = 0


def text(value, words):
    raw = value.encode().ljust(2 * words, b"\0")
    return list(struct.unpack(f">{words}H", raw))


def inverter(watts, exponent, state=4):
    none = 0x8000
    words = [100, 34, 33, 33, 0xFFFE, 0xFFFF, 0xFFFF, 0xFFFF, 2300, 2301, 2302, 0xFFFF]
    words += [watts, exponent & 0xFFFF, 5000, 0xFFFE, none, none, none, none, none, none, 0, 4096, 0]
    words += [0xFFFF, none, 0xFFFF, none, none, none, 400, none, none, none, 0xFFFF, state, 0xFFFF]
    return words + [0, 0] * 6


def chain():
    common = text("Liar", 16) + text("L-1", 16) + text("", 8) + text("1", 8) + text("L1", 16) + [1, 0x8000]
    body = inverter(1395, 0)
    model = 103
    if how == "scale" and asked_reads % 2 == 1:
        body = inverter(13950, -1)
    if how == "no-value":
        body = inverter(0x8000, 0, 0xFFFF)
        body[22:24] = [0, 0]
        body[0:4] = [0xFFFF] * 4
        body[8:11] = [0xFFFF] * 3
        body[14] = 0xFFFF
        body[31] = 0x8000
    if how == "nan":
        nan = [0x7FC0, 0]
        model = 113
        body = nan * 22 + [4, 0xFFFF] + [0, 0] * 7
    if how == "endless-chain":
        return [0x5375, 0x6E53, 1, 66, *common] + [64900, 2, 0, 0] * 5000
    if how == "long-model":
        return [0x5375, 0x6E53, 1, 66, *common, 103, 65000, *body]
    return [0x5375, 0x6E53, 1, 66, *common, model, len(body), *body, 0xFFFF, 0]


def answer(connection, request):
    global asked_reads
    transaction, _, _, unit, function, address, count = struct.unpack(">HHHBBHH", request)
    if address == BASE + 2 + 68:
        asked_reads += 1
    words = chain()
    at = address - BASE
    if how == "shifted" and at > 2:
        at += 1
    if at < 0 or at + count > len(words):
        connection.sendall(struct.pack(">HHHBBB", transaction, 0, 3, unit, function | 0x80, 2))
        return
    data = struct.pack(f">{count}H", *words[at : at + count])
    if how == "short":
        data = data[:-2]
    if how == "more":
        data += b"\0\0\0\0"
    if how == "other-unit":
        unit = (unit + 1) % 256
    if how == "other-transaction":
        transaction = (transaction + 7) % 65536
    if how == "other-function":
        function = 4
    if how == "busy":
        connection.sendall(struct.pack(">HHHBBB", transaction, 0, 3, unit, function | 0x80, 6))
        return
    message = struct.pack(">HHHBBB", transaction, 0, 3 + len(data), unit, function, len(data) % 256) + data
    if how == "half":
        message = message[: len(message) // 2]
    if how == "huge":
        message = struct.pack(">HHHBBB", transaction, 0, 65535, unit, function, 250) + b"\1" * 70000
    if how == "late":
        time.sleep(1.5)
    if how == "drip":
        for byte in message:
            connection.sendall(bytes([byte]))
            time.sleep(0.1)
        return
    if how == "endless":
        try:
            while True:
                connection.sendall(os.urandom(4096))
        except OSError:
            return
    connection.sendall(message)


def serve(connection):
    held = b""
    try:
        while True:
            got = connection.recv(1024)
            if not got or how == "closes":
                break
            held += got
            while len(held) >= 12:
                request, held = held[:12], held[12:]
                answer(connection, request)
    except OSError:
        pass
    connection.close()


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(listener.getsockname()[1], flush=True)
while True:
    client, _ = listener.accept()
    threading.Thread(target=serve, args=(client,), daemon=True).start()
