# A logger that speaks Solarman V5 with an inverter behind it, written from the description of the protocol alone; it
# shares no code with the edge. Standard input, one line: {"serial": 1712345678, "unit": 1, "holding": {...},
# "input": {...}, "odd": [...]}. `odd`: what it does besides answering, each once for each request: "heartbeat" sends one
# of its own before the answer, "late" the answer to the request before, "twice" takes the checksum of Modbus twice,
# "pieces" sends the answer byte by byte, "other-serial" answers with another serial, "mute" has a silent inverter.
import json
import os
import socket
import struct
import sys
import threading
import time

asked = json.loads(sys.stdin.readline())
odd = asked.get("odd", [])
tables = {
    code: {int(start) + at: word for start, block in asked.get(name, {}).items() for at, word in enumerate(block)}
    for code, name in ((3, "holding"), (4, "input"))
}


def checksum(data):
    crc = 0xFFFF
    for byte in data:
        crc = crc ^ byte
        for _ in range(8):
            crc, carry = crc >> 1, crc & 1
            if carry:
                crc ^= 0xA001
    return struct.pack("<H", crc)


def modbus(request):
    unit, function, start, count = struct.unpack(">BBHH", request[:6])
    assert checksum(request[:-2]) == request[-2:], "the edge sent a wrong checksum of Modbus"
    if unit != asked["unit"]:
        return b""
    if function == 6:
        tables[3][start] = count
        return request[:-2]
    table = tables[function]
    if any(at not in table for at in range(start, start + count)):
        return bytes([unit, function | 0x80, 2])
    words = [table[at] for at in range(start, start + count)]
    return bytes([unit, function, 2 * count]) + b"".join(struct.pack(">H", word) for word in words)


def frame(control, sequence, payload, serial=asked["serial"]):
    inner = struct.pack("<HHHI", len(payload), control, sequence, serial) + payload
    return b"\xa5" + inner + bytes([sum(inner) & 0xFF]) + b"\x15"


def answer(client):
    came, logger_count, before = b"", 7, None
    while True:
        more = client.recv(4096)
        if not more:
            return
        came += more
        while len(came) >= 13 and len(came) >= 13 + struct.unpack("<H", came[1:3])[0]:
            length = 13 + struct.unpack("<H", came[1:3])[0]
            request, came = came[:length], came[length:]
            size, control, sequence, serial = struct.unpack("<HHHI", request[1:11])
            assert request[0] == 0xA5 and request[-1] == 0x15 and control == 0x4510, "no request of V5"
            assert request[-2] == sum(request[1:-2]) & 0xFF, "the edge sent a wrong checksum of V5"
            # A logger of another serial says nothing.
            if serial != asked["serial"]:
                continue
            assert request[11] == 2 and request[12:26] == bytes(14), "the edge filled the fields of the request"
            said = modbus(request[26:-2])
            said = b"\x05\x00" if "mute" in odd else said + checksum(said) if said else b"\x05\x00"
            if "twice" in odd:
                said += checksum(said)
            logger_count = (logger_count + 1) & 0xFF
            payload = bytes([2, 1]) + struct.pack("<III", 1000, 500, 1_755_600_000) + said
            other = {"serial": asked["serial"] + 1} if "other-serial" in odd else {}
            full = frame(0x1510, (logger_count << 8) | (sequence & 0xFF), payload, **other)
            if "heartbeat" in odd:
                client.sendall(frame(0x4710, logger_count << 8, b"\x00"))
            if "late" in odd and before is not None:
                client.sendall(before)
            before = full
            if "pieces" in odd:
                for byte in full:
                    client.sendall(bytes([byte]))
                    time.sleep(0.001)
            else:
                client.sendall(full)


def follow_input():
    sys.stdin.read()
    os._exit(0)


server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=follow_input, daemon=True).start()
print(server.getsockname()[1], flush=True)
while True:
    # One at a time, as loggers do.
    with server.accept()[0] as connection:
        try:
            answer(connection)
        except OSError:
            pass
