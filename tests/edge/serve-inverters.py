# Inverters on plain sockets, a port each: the other side of the edge in its proofs. No code of the edge, and no library.
# It counts for itself what was asked of it, and how: that is what the edge is judged by.
# Standard input, first line: {"log": file, "clock": "own" | "told", "now": ms, "zone": "Etc/GMT", "inverters":
# [{"sn", "how"}, ...]}. Prints the ports. Later lines, each answered with one: {"now": ms} sets a told clock, {"power": W}
# lets all of them produce so much, {"raise": bits} shows these events, {"sum": true} tells what was counted.
# The log has a line for each thing that happened: who, of which connection, what, when.
import json
import os
import selectors
import socket
import struct
import sys
import time
from datetime import datetime
from zoneinfo import ZoneInfo

BASE = 40000
NONE = 0xFFFF
RATED_W = 10_000
# What the edge promises of devices that name no manners of their own (docs/edge.md): ms, ms, registers.
GAP_MS, SETTLE_MS, LONGEST = 20, 100, 125
# Of the kernel, when it counts 250 a second.
TICK_MS = 4

told = json.loads(sys.stdin.readline())
log = open(told["log"], "w", buffering=1)
set_now = told.get("now", 0)
power_w, events = 0, 0


def now():
    return time.time() * 1000 if told["clock"] == "own" else set_now


def text(value, words):
    return list(struct.unpack(f">{words}H", value.encode().ljust(2 * words, b"\0")))


class Inverter:
    """Models 1, 120, 103, 160 and 123: the last is how its power is limited."""

    def __init__(self, sn, how):
        self.sn, self.how = sn, how
        self.wh, self.rest, self.at = 5_000_000, 0.0, now()
        self.conn, self.pct, self.timer, self.enabled = 1, 100, 0, 0
        self.ends_at, self.late, self.gone_until, self.restart_at = None, [], 0, None
        self.polls, self.connections, self.open, self.requests, self.writes = 0, 0, 0, 0, 0
        self.bad = {"gap": 0, "settle": 0, "connections": 0, "block": 0, "overlap": 0, "outside": 0}
        self.last_poll, self.slowest = None, 0
        self.first, self.days = None, {}
        head = [0x5375, 0x6E53, 1, 66] + text("Proof", 16) + text("PRF 10", 16) + text("", 8)
        self.head = head + text("1.0", 8) + text(sn, 16) + [1, 0x8000]
        self.head += [120, 26, 4, RATED_W, 0] + [NONE if n % 2 else 0x8000 for n in range(23)]
        self.inverter_at = BASE + len(self.head)
        self.control_at = self.inverter_at + 52 + 70

    def note(self, kind, **more):
        log.write(json.dumps({"sn": self.sn, "k": kind, "t": now(), **more}) + "\n")

    def watts(self):
        limit = RATED_W * self.pct / 100 if self.enabled else RATED_W
        return round(min(power_w, limit)) if self.conn else 0

    def grow(self):
        t = now()
        self.rest += self.watts() * max(0, t - self.at) / 3_600_000
        self.at = t
        whole = int(self.rest)
        self.wh += whole
        self.rest -= whole

    def lives(self):
        """What happens by itself: its timer, what it was slow to take, a restart."""
        t = now()
        self.grow()
        for due, at, word in [one for one in self.late if one[0] <= t]:
            self.late.remove((due, at, word))
            self.take(at, word)
        if self.ends_at is not None and t >= self.ends_at:
            self.free("timer")
        if self.restart_at is not None and t >= self.restart_at:
            self.restart_at, self.gone_until = None, t + 3_000
            self.note("restarts")
            self.free("restart")

    def free(self, why):
        self.ends_at = None
        if self.enabled:
            self.grow()
            self.enabled, self.pct = 0, 100
            self.note("free", why=why)

    def take(self, at, word):
        offset = at - self.control_at
        if offset == 4:
            self.grow()
            self.conn = word
        if offset == 5:
            self.grow()
            self.pct = word + 7 if self.how == "other" and word < 90 else word
        if offset == 7:
            self.timer = word
        if offset == 9 and word == 0:
            self.free("written")
        if offset == 9 and word == 1:
            self.grow()
            self.enabled = 1
            self.ends_at = now() + self.timer * 1000 if self.timer > 0 else None
            self.note("limited", pct=self.pct, timer=self.timer)
            if self.how == "restarts":
                self.restart_at = now() + 15_000

    def write(self, at, words):
        """False = it refuses."""
        self.writes += 1
        self.note("write", at=at - self.control_at, words=words)
        allowed = {4: (0, 1), 5: (0, 100), 7: (0, 65_534), 9: (0, 1)}
        for n, word in enumerate(words):
            least, most = allowed.get(at - self.control_at + n, (1, 0))
            if not least <= word <= most:
                self.bad["outside"] += 1
                return False
            if self.how == "no-timer" and at - self.control_at + n == 7:
                return False
        for n, word in enumerate(words):
            if self.how == "late":
                self.late.append((now() + 2_000, at + n, word))
            elif self.how != "nothing":
                self.take(at + n, word)
        return True

    def chain(self):
        w = self.watts()
        inverter = [103, 50, w // 10, w // 30, w // 30, w // 30, 0xFFFE, NONE, NONE, NONE, 2300, 2301, 2299, NONE]
        inverter += [w, 0, 5000, 0xFFFE, w, 0, 5, 0, 1000, 0xFFFD, self.wh >> 16, self.wh & NONE, 0]
        inverter += [w // 38, 0xFFFE, 3800, 0xFFFF, w + 20, 0, 380, 0x8000, 0x8000, 0x8000, 0xFFFF]
        inverter += [4, NONE, events >> 16, events & NONE, 0, 0] + [0] * 8
        trackers = [160, 68, 0xFFFE, 0xFFFF, 0, 0, 0, 0, 3, NONE]
        for n in range(3):
            trackers += [n + 1] + text(f"PV {n + 1}", 8)
            trackers += [w // 120, 3800, w // 3, self.wh // 3 >> 16, self.wh // 3 & NONE, 0, 0, 31, 4, 0, 0]
        timer = NONE if self.how == "no-timer" else self.timer
        control = [123, 24, NONE, NONE, self.conn, self.pct, NONE, timer, NONE, self.enabled] + [NONE] * 13
        return self.head + inverter + trackers + control + [0, 0x8000, 0x8000] + [NONE, 0]

    def read(self, at, count, connection):
        self.lives()
        words = self.chain()
        if at < BASE or at - BASE + count > len(words):
            return None
        if at == BASE:
            # The edge looks for the marker first: a reading begins.
            t = now()
            if self.last_poll is not None:
                self.slowest = max(self.slowest, t - self.last_poll)
            self.last_poll = t
            self.polls += 1
            self.note("begin", c=connection)
        if at <= self.inverter_at + 24 and at + count >= self.inverter_at + 26:
            self.note("wh", c=connection, wh=self.wh, w=self.watts())
            self.count_day()
        if at - BASE + count == len(words):
            self.note("end", c=connection)
        return words[at - BASE : at - BASE + count]

    def count_day(self):
        """What it has made on each local day, of what it has served."""
        day = datetime.fromtimestamp(now() / 1000, ZoneInfo(told["zone"])).date().isoformat()
        before = self.first if self.first is not None else self.wh
        self.first = self.wh
        self.days[day] = self.days.get(day, 0) + self.wh - before


def is_asked(sock):
    """Whether something waits to be read."""
    try:
        return len(sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)) > 0
    except OSError:
        return False


class Connection:
    def __init__(self, sock, inverter):
        self.sock, self.inverter, self.held = sock, inverter, b""
        inverter.connections += 1
        inverter.open += 1
        self.number, self.answered_at = inverter.connections, None
        # The kernel took it before this program came to: TCP_INFO says when it last heard of the other, in its ticks.
        heard = struct.unpack_from("I", sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 192), 56)[0]
        self.opened_at = time.perf_counter() - (heard + TICK_MS) / 1000
        # What it heard last is a request then, and nobody knows when the connection was made.
        if is_asked(sock):
            self.opened_at = None
        if inverter.open > 1:
            inverter.bad["connections"] += 1
        inverter.note("open", c=self.number)

    def close(self):
        self.inverter.open -= 1
        self.inverter.note("close", c=self.number)
        selector.unregister(self.sock)
        self.sock.close()
        live.discard(self)

    def receive(self):
        try:
            got = self.sock.recv(4096)
        except OSError:
            got = b""
        if not got:
            return self.close()
        self.held += got
        while len(self.held) >= 8:
            length = 6 + struct.unpack(">H", self.held[4:6])[0]
            if len(self.held) < length:
                return
            request, self.held = self.held[:length], self.held[length:]
            self.judge()
            self.answer(request)

    def judge(self):
        bad, t = self.inverter.bad, time.perf_counter()
        self.inverter.requests += 1
        if self.held:
            bad["overlap"] += 1
        if self.answered_at is None:
            bad["settle"] += self.opened_at is not None and (t - self.opened_at) * 1000 < SETTLE_MS
        else:
            bad["gap"] += (t - self.answered_at) * 1000 < GAP_MS

    def answer(self, request):
        inverter = self.inverter
        transaction, _, _, unit, function = struct.unpack(">HHHBB", request[:8])
        at, count = struct.unpack(">HH", request[8:12])
        said = None
        if function == 3:
            inverter.bad["block"] += count > LONGEST
            words = inverter.read(at, count, self.number)
            if words is not None:
                said = struct.pack(">B", 2 * count) + struct.pack(f">{count}H", *words)
        if function in (6, 16):
            inverter.lives()
            words = [count] if function == 6 else list(struct.unpack(f">{count}H", request[13 : 13 + 2 * count]))
            if inverter.write(at, words):
                said = request[8:12]
        if inverter.how == "silent":
            return
        pdu = struct.pack(">B", function) + said if said is not None else struct.pack(">BB", function | 0x80, 2)
        # Before it is sent: whoever runs instead of this program afterwards must not shorten what was waited.
        self.answered_at = time.perf_counter()
        try:
            self.sock.sendall(struct.pack(">HHHB", transaction, 0, len(pdu) + 1, unit) + pdu)
        except OSError:
            pass


try:
    # What measures must not wait for what is measured.
    os.nice(-15)
except OSError:
    pass
selector = selectors.DefaultSelector()
inverters, live = [], set()


def accept(listener, inverter):
    sock, _ = listener.accept()
    if now() < inverter.gone_until:
        return sock.close()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection = Connection(sock, inverter)
    live.add(connection)
    selector.register(sock, selectors.EVENT_READ, connection.receive)


def total():
    return {
        "polls": {one.sn: one.polls for one in inverters},
        "requests": sum(one.requests for one in inverters),
        "connections": sum(one.connections for one in inverters),
        "writes": sum(one.writes for one in inverters),
        "bad": {name: sum(one.bad[name] for one in inverters) for name in inverters[0].bad},
        "slowest": {one.sn: one.slowest for one in inverters},
        "days": {one.sn: one.days for one in inverters},
    }


def listen_to_input():
    global set_now, power_w, events, commands
    got = os.read(0, 65536)
    if not got:
        os._exit(0)
    commands += got
    while b"\n" in commands:
        line, commands = commands.split(b"\n", 1)
        wanted = json.loads(line)
        if "now" in wanted:
            set_now = wanted["now"]
        for one in inverters:
            one.lives()
        power_w = wanted.get("power", power_w)
        events = wanted.get("raise", events)
        if "forget" in wanted:
            for one in inverters:
                one.slowest, one.last_poll = 0, None
        print(json.dumps(total() if "sum" in wanted else {}), flush=True)


commands = b""
ports = []
for given in told["inverters"]:
    inverter = Inverter(given["sn"], given["how"])
    inverters.append(inverter)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    ports.append(listener.getsockname()[1])
    if inverter.how == "dead":
        # Nothing listens there.
        continue
    listener.listen()
    selector.register(listener, selectors.EVENT_READ, lambda one=listener, of=inverter: accept(one, of))
selector.register(0, selectors.EVENT_READ, listen_to_input)
print(json.dumps(ports), flush=True)
while True:
    for key, _ in selector.select(0.2):
        key.data()
    for inverter in inverters:
        inverter.lives()
    for connection in list(live):
        if now() < connection.inverter.gone_until:
            connection.close()
