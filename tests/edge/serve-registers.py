# Serves holding registers over Modbus TCP with pymodbus (Debian: python3-pymodbus): the other side of `probe` in tests.
# Standard input: {"unit": 1, "blocks": {"40000": [21365, ...]}}. Prints the port it listens at and ends with its input.
import json
import logging
import os
import socket
import sys
import threading

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

logging.disable()
asked = json.loads(sys.stdin.readline())
words = {}
for start, block in asked["blocks"].items():
    for index, word in enumerate(block):
        words[int(start) + index] = word
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
slave = ModbusSlaveContext(hr=ModbusSparseDataBlock(words), zero_mode=True)
context = ModbusServerContext(slaves={asked["unit"]: slave}, single=False)


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
print(port, flush=True)
StartTcpServer(context=context, address=("127.0.0.1", port))
