import { describe, expect, it } from 'vitest'
import { deviceUrlTrouble } from './device-url.ts'
import { rangeSize } from './private-address.ts'

describe('addresses of devices', () => {
  it.each([
    'modbus-tcp://192.168.1.20:502?unit=1',
    'modbus-tcp://10.0.0.1',
    'modbus-tcp://172.31.255.254:1502?unit=3',
    'rtu-over-tcp://192.168.1.21:4001?unit=2',
    'solarman://192.168.1.22:8899?serial=1700000001&unit=1',
    'goodwe://192.168.1.23:8899',
    'fronius://fronius.local',
    'enphase://envoy.lan',
    'opendtu://[fd00::12]:80',
    'opendtu://[::ffff:192.168.1.4]',
    'mqtt://broker:1883/solar/#'.replace('#', '+'),
    'modbus-rtu:///dev/ttyUSB0?baud=9600&unit=1',
    'modbus-rtu:///dev/serial/by-id/usb-FTDI_FT232R-if00-port0',
    // Its own machine: what of that it may ask is the edge's to say.
    'modbus-tcp://127.0.0.1:5020',
    'modbus-tcp://192.168.1.20:1024',
    'opendtu://192.168.1.20:443',
  ])('%s can be one', (url) => {
    expect(deviceUrlTrouble(url)).toBeNull()
  })

  it.each([
    ['modbus-tcp://8.8.8.8:502', 'edge_address_public'],
    ['modbus-tcp://172.32.0.1', 'edge_address_public'],
    ['modbus-tcp://192.169.0.1', 'edge_address_public'],
    ['modbus-tcp://100.64.0.1', 'edge_address_public'],
    ['modbus-tcp://0.0.0.0', 'edge_address_public'],
    ['fronius://169.254.169.254/latest/meta-data', 'edge_address_public'],
    ['fronius://[fe80::1]', 'edge_address_public'],
    ['fronius://[2001:db8::1]', 'edge_address_public'],
    ['fronius://[::ffff:8.8.8.8]', 'edge_address_public'],
    ['fronius://[::ffff:808:808]', 'edge_address_public'],
    ['fronius://inverter.example.com', 'edge_address_public'],
    // What some resolvers take for an address.
    ['modbus-tcp://134744072', 'edge_address_public'],
    ['modbus-tcp://0x08080808', 'edge_address_public'],
    ['modbus-tcp://8.8.2056', 'edge_address_public'],
    ['modbus-rtu:///etc/passwd', 'edge_address'],
    ['modbus-rtu:///dev/../etc/passwd', 'edge_address'],
    ['modbus-rtu:///dev/sda', 'edge_address'],
    ['modbus-rtu://192.168.1.2/dev/ttyUSB0', 'edge_address'],
    ['file:///etc/passwd', 'edge_scheme'],
    ['http://192.168.1.20', 'edge_scheme'],
    ['javascript:alert(1)', 'edge_scheme'],
    ['192.168.1.20', 'edge_address'],
    ['', 'edge_address'],
    ['modbus-tcp://', 'edge_address'],
    ['modbus-tcp://192.168.1.20:0', 'edge_address'],
    ['modbus-tcp://192.168.1.20:70000', 'edge_address'],
    ['modbus-tcp://192.168.1.20:22', 'edge_port'],
    ['mqtt://192.168.1.20:1023', 'edge_port'],
    ['fronius://fronius.local:81', 'edge_port'],
    ['modbus-tcp://192.168.1.20 ', 'edge_address'],
    [`modbus-tcp://192.168.1.20?${'a'.repeat(300)}`, 'edge_address'],
    ['enphase://me:secret@192.168.1.20', 'edge_address_secret'],
  ])('E2: %s is none: %s', (url, trouble) => {
    expect(deviceUrlTrouble(url)).toBe(trouble)
  })

  it.each([
    ['192.168.1.0/24', 256],
    ['10.0.0.7', 1],
    ['10.1.0.0/16', 65_536],
    ['10.0.0.0/8', null],
    ['8.8.8.0/24', null],
    ['127.0.0.0/24', null],
    ['192.168.1.0/33', null],
    ['192.168.1.0/', null],
    ['192.168.1/24', null],
    ['fd00::/64', null],
  ])('E2: the range %s holds %s', (range, size) => {
    expect(rangeSize(range)).toBe(size)
  })
})
