# A logger of Huawei with inverters behind it, over Modbus TCP, from the protocol's own description: the other side of a
# test. Standard input, one line: {"objects": {"135": hex, …}, "units": {"11": {"30000": word, …}}, "room": bytes of objects
# in one answer}. A unit that is listed and not served is silent. Prints its port, then a line a request.
import json
import os
import socket
import struct
import sys
import threading

asked = json.loads(sys.stdin.readline())
objects = {int(number): bytes.fromhex(text) for number, text in asked["objects"].items()}
units = {int(unit): {int(at): word for at, word in words.items()} for unit, words in asked["units"].items()}
room = asked.get("room", 230)


def identified(start):
    if start not in objects:
        return bytes([0xAB, 2])
    body, count, following = b"", 0, 0
    for number in sorted(number for number in objects if number >= start):
        piece = bytes([number, len(objects[number])]) + objects[number]
        if count and len(body) + len(piece) > room:
            following = number
            break
        body, count = body + piece, count + 1
    return bytes([0x2B, 0x0E, 3, 3, 0xFF if following else 0, following, count]) + body


def registers(unit, pdu):
    at, count = struct.unpack("!HH", pdu[1:5])
    words = units[unit]
    if pdu[0] != 3 or at < 30000:
        return bytes([pdu[0] | 0x80, 2])
    return bytes([3, count * 2]) + b"".join(struct.pack("!H", words.get(at + n, 0)) for n in range(count))


def serve(line):
    came = b""
    while True:
        more = line.recv(4096)
        if not more:
            return
        came += more
        while len(came) >= 6 and len(came) >= 6 + struct.unpack("!H", came[4:6])[0]:
            whole = 6 + struct.unpack("!H", came[4:6])[0]
            frame, came = came[:whole], came[whole:]
            unit, pdu = frame[6], frame[7:]
            print(json.dumps([unit, pdu[0], struct.unpack("!H", pdu[1:3])[0] if pdu[0] == 3 else pdu[3]]), flush=True)
            if pdu[0] == 0x2B and unit == 0:
                answer = identified(pdu[3])
            elif unit in units:
                answer = registers(unit, pdu)
            elif unit == 0:
                answer = bytes([pdu[0] | 0x80, 2])
            else:
                continue
            line.sendall(frame[:4] + struct.pack("!HB", len(answer) + 1, unit) + answer)


def end_with_input():
    sys.stdin.read()
    os._exit(0)


server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind(("127.0.0.1", 0))
server.listen()
threading.Thread(target=end_with_input, daemon=True).start()
print(server.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
