# Answers DNS-SD questions as devices do: the other side of a search in tests. Standard input, one line:
# {"services": [[type, name, port]], "group": "224.0.0.251" or null, "odd": bytes as hex}. Listens at a free port of
# 127.0.0.1, in the group where one is given. Prints the port, then a line for each question, and ends with its input.
import json
import os
import socket
import struct
import sys
import threading

asked = json.loads(sys.stdin.readline())
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
line.bind((asked.get("group") or "127.0.0.1", 0))
if asked.get("group"):
    line.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(asked["group"]) + socket.inet_aton("127.0.0.1"))
reply = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
reply.bind(("127.0.0.1", 0))


def name(text):
    return b"".join(bytes([len(part)]) + part for part in (label.encode() for label in text.split("."))) + b"\0"


def questions(packet):
    found, at = [], 12
    for _ in range(struct.unpack("!H", packet[4:6])[0]):
        labels = []
        while packet[at]:
            labels.append(packet[at + 1 : at + 1 + packet[at]].decode())
            at += 1 + packet[at]
        kind = struct.unpack("!H", packet[at + 1 : at + 3])[0]
        at += 5
        found.append((".".join(labels), kind))
    return found


def record(of, kind, data):
    return name(of) + struct.pack("!HHIH", kind, 1, 120, len(data)) + data


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
print(line.getsockname()[1], flush=True)
while True:
    packet, who = line.recvfrom(9000)
    wanted = questions(packet)
    print(json.dumps({"from": who[0], "questions": wanted}), flush=True)
    if asked.get("odd"):
        reply.sendto(bytes.fromhex(asked["odd"]), who)
    for kind, instance, port in asked["services"]:
        if not any(of.lower() == kind.lower() and what == 12 for of, what in wanted):
            continue
        full = instance + "." + kind
        answer = record(kind, 12, name(full))
        more = record(full, 33, struct.pack("!HHH", 0, 0, port) + name("device.local"))
        more += record(full, 16, b"\x05a=b c") + record("device.local", 1, socket.inet_aton("198.51.100.7"))
        reply.sendto(struct.pack("!HHHHHH", 0, 0x8400, 0, 1, 0, 3) + answer + more, who)
