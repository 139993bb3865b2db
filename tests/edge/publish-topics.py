# Publishes over MQTT 3.1.1, by hand: the other side of `probe` in tests. Standard input, a line each: first
# {"port": 1883, "user": null, "password": null}, then {"topic": "a/b", "payload": "1", "retain": true}. Prints a line for each message that
# the broker has taken, and ends with its input.
import json
import socket
import struct
import sys


def text(value):
    data = value.encode()
    return struct.pack("!H", len(data)) + data


def packet(kind, body):
    length, head = len(body), bytearray([kind])
    while True:
        length, digit = length // 128, length % 128
        head.append(digit | (0x80 if length else 0))
        if not length:
            return bytes(head) + body


def receive(line, count):
    data = b""
    while len(data) < count:
        more = line.recv(count - len(data))
        if not more:
            sys.exit("the broker closed the connection")
        data += more
    return data


asked = json.loads(sys.stdin.readline())
line = socket.create_connection(("127.0.0.1", asked["port"]))
user, password = asked.get("user"), asked.get("password")
flags = 2 | (0xC0 if user else 0)
login = text(user) + text(password) if user else b""
line.sendall(packet(0x10, text("MQTT") + bytes([4, flags, 0, 60]) + text("publisher") + login))
if receive(line, 4)[3] != 0:
    sys.exit("the broker refuses the login")
print(asked["port"], flush=True)
for number, words in enumerate(sys.stdin, 1):
    message = json.loads(words)
    kind = 0x32 | (1 if message.get("retain") else 0)
    body = text(message["topic"]) + struct.pack("!H", number % 65535 + 1) + message["payload"].encode()
    line.sendall(packet(kind, body))
    receive(line, 4)
    print(json.dumps(number), flush=True)
