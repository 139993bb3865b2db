# Serves registers with pymodbus (Debian: python3-pymodbus, and python3-serial for serial lines): the other side of the
# edge in tests. Standard input, one line: {"unit": 1, "holding": {"40000": [21365, ...]}, "input": {...},
# "line": "tcp" | "rtu-over-tcp" | "serial"}, perhaps with "host" and "port". Prints the port or the serial port it listens at; each later line of input
# is {"holding": {...}, "input": {...}} to be changed, answered with "ok". Ends with its input.
import json
import logging
import os
import select
import socket
import sys
import threading
import tty

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartSerialServer, StartTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

logging.disable()


def words_of(blocks):
    return {int(start) + at: word for start, block in blocks.items() for at, word in enumerate(block)}


class Registers(ModbusSparseDataBlock):
    # Version 3.0 of the library lets what was never set be written to.
    def validate(self, address, count=1):
        return all(at in self.values for at in range(address, address + count))


asked = json.loads(sys.stdin.readline())
tables = {name: Registers({0: 0} | words_of(asked.get(name, {}))) for name in ("holding", "input")}
for name, table in tables.items():
    if 0 not in words_of(asked.get(name, {})):
        del table.values[0]
slave = ModbusSlaveContext(hr=tables["holding"], ir=tables["input"], zero_mode=True)
context = ModbusServerContext(slaves={asked["unit"]: slave}, single=False)


def follow_input():
    for line in sys.stdin:
        for name, blocks in json.loads(line).items():
            tables[name].values.update(words_of(blocks))
        print("ok", flush=True)
    os._exit(0)


def pty_pair():
    ends = [os.openpty() for _ in range(2)]
    for main, sub in ends:
        tty.setraw(main)
        tty.setraw(sub)

    def relay():
        mains = [main for main, _ in ends]
        while True:
            for ready in select.select(mains, [], [])[0]:
                os.write(mains[1 - mains.index(ready)], os.read(ready, 4096))

    threading.Thread(target=relay, daemon=True).start()
    return [os.ttyname(sub) for _, sub in ends]


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


threading.Thread(target=follow_input, daemon=True).start()
if asked.get("line") == "serial":
    own, other = pty_pair()
    print(other, flush=True)
    StartSerialServer(context=context, framer=ModbusRtuFramer, port=own, baudrate=9600, timeout=1)
else:
    framer = ModbusRtuFramer if asked.get("line") == "rtu-over-tcp" else ModbusSocketFramer
    port = asked.get("port") or free_port()
    print(port, flush=True)
    StartTcpServer(context=context, framer=framer, address=(asked.get("host") or "127.0.0.1", port))
