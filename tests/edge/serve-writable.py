# Devices that are written to: plain sockets, a port each, no code of the edge. Each holds the registers it is given and
# counts every write, and of them those beside what it is told may be written: that list is kept here and not in the edge.
# Standard input, first line: [{"profile", "holding": {"40000": [...]}, "input": {...}, "allowed": {"40125": [0, 1000]},
# "obeys": true}, ...]. Prints the ports. Each later line is answered with what was counted: writes, registers and wrong ones.
import json
import os
import selectors
import socket
import struct
import sys

devices = json.loads(sys.stdin.readline())
selector = selectors.DefaultSelector()
wrong = []


def table(blocks):
    return {int(at) + n: word for at, words in (blocks or {}).items() for n, word in enumerate(words)}


for device in devices:
    device["holding"], device["input"] = table(device.get("holding")), table(device.get("input"))
    device["writes"], device["registers"] = 0, 0


def fits(device, at, word):
    """`allowed`: from and to, or a list of single values under "only"."""
    rule = device["allowed"].get(str(at))
    if rule is None:
        return False
    if "only" in rule:
        return word in rule["only"]
    return rule["from"] <= word <= rule["to"]


def write(device, at, words):
    device["writes"] += 1
    # A number of two registers is judged as one.
    pair = device["allowed"].get(str(at), {}).get("pair")
    if pair is not None and len(words) == 2:
        value = words[0] << 16 | words[1]
        good = value in pair["only"] if "only" in pair else pair["from"] <= value <= pair["to"]
    else:
        good = all(fits(device, at + n, word) for n, word in enumerate(words))
    device["registers"] += len(words)
    if not good:
        wrong.append([device["profile"], at, words])
        return False
    if device["obeys"]:
        for n, word in enumerate(words):
            device["holding"][at + n] = word
    return True


class Connection:
    def __init__(self, sock, device):
        self.sock, self.device, self.held = sock, device, b""

    def receive(self):
        try:
            got = self.sock.recv(8192)
        except OSError:
            got = b""
        if not got:
            selector.unregister(self.sock)
            self.sock.close()
            return
        self.held += got
        while len(self.held) >= 8:
            length = 6 + struct.unpack(">H", self.held[4:6])[0]
            if len(self.held) < length:
                return
            request, self.held = self.held[:length], self.held[length:]
            self.answer(request)

    def answer(self, request):
        transaction, _, _, unit, function = struct.unpack(">HHHBB", request[:8])
        at, count = struct.unpack(">HH", request[8:12])
        said = None
        if function in (3, 4):
            words = self.device["holding" if function == 3 else "input"]
            if all(at + n in words for n in range(count)):
                said = struct.pack(">B", 2 * count) + struct.pack(f">{count}H", *[words[at + n] for n in range(count)])
        elif function == 6:
            said = request[8:12] if write(self.device, at, [count]) else None
        elif function == 16:
            words = list(struct.unpack(f">{count}H", request[13 : 13 + 2 * count]))
            said = request[8:12] if write(self.device, at, words) else None
        else:
            # Nothing else may be asked at all.
            wrong.append([self.device["profile"], "function", [function]])
        pdu = struct.pack(">B", function) + said if said is not None else struct.pack(">BB", function | 0x80, 2)
        self.sock.sendall(struct.pack(">HHHB", transaction, 0, len(pdu) + 1, unit) + pdu)


def accept(listener, device):
    sock, _ = listener.accept()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    selector.register(sock, selectors.EVENT_READ, Connection(sock, device).receive)


def tell():
    got = os.read(0, 65536)
    if not got:
        os._exit(0)
    for _ in range(got.count(b"\n")):
        counted = {one["profile"]: {"writes": one["writes"], "registers": one["registers"]} for one in devices}
        print(json.dumps({"counted": counted, "wrong": wrong[:10], "wrongs": len(wrong)}), flush=True)


ports = []
for device in devices:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    ports.append(listener.getsockname()[1])
    selector.register(listener, selectors.EVENT_READ, lambda one=listener, of=device: accept(one, of))
selector.register(0, selectors.EVENT_READ, tell)
print(json.dumps(ports), flush=True)
while True:
    for key, _ in selector.select():
        key.data()
