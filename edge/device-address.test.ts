import { describe, expect, it } from 'vitest'
import { readAddress, type Scheme } from './device-address.ts'

const scheme = (more: Partial<Scheme>): Scheme => ({
  name: 'modbus-tcp',
  example: 'modbus-tcp://192.168.1.20:502?unit=1',
  port: 502,
  path: null,
  settings: { unit: { least: 0, most: 255, usual: 1 } },
  profiles: [],
  open: () => ({ read: () => Promise.reject(new Error('not here')), registers: null, close: () => {} }),
  ...more,
})
const schemes = [
  scheme({}),
  scheme({
    name: 'modbus-rtu',
    example: 'modbus-rtu:///dev/ttyUSB0?baud=9600',
    port: null,
    path: { pattern: /^\/dev\/[\w./-]+$/, says: 'It has to name a serial port.' },
    settings: {
      baud: { least: 1200, most: 115_200, usual: 9600 },
      parity: { choices: ['none', 'even', 'odd'], usual: 'none' },
    },
  }),
  scheme({
    name: 'solarman',
    example: 'solarman://192.168.1.20:8899?serial=1712345678',
    port: 8899,
    settings: { serial: { least: 1, most: 4_294_967_295, usual: null } },
  }),
]
const read = (url: string) => readAddress(url, schemes).address

describe('the address of a device', () => {
  it('has the port and settings of its scheme where it says none', () => {
    const { host, port, number } = read('modbus-tcp://192.168.1.20')
    expect([host, port, number('unit')]).toEqual(['192.168.1.20', 502, 1])
    const v6 = read('modbus-tcp://[fd00::7]:1502?unit=71')
    expect([v6.host, v6.port, v6.number('unit')]).toEqual(['fd00::7', 1502, 71])
    const serial = read('modbus-rtu:///dev/ttyUSB0?parity=even')
    expect([serial.host, serial.path, serial.number('baud'), serial.choice('parity')]).toEqual([
      '',
      '/dev/ttyUSB0',
      9600,
      'even',
    ])
  })

  it.each([
    ['roof', /"roof" is no address.*modbus-tcp:\/\/192.*there are: modbus-tcp, modbus-rtu, solarman/],
    ['192.168.1.20:502', /is no address/],
    ['http://roof', /no scheme "http"/],
    ['modbus-tcp://', /names no host/],
    ['modbus-tcp://roof/attic', /"\/attic" has no place/],
    ['modbus-tcp://me:pw@roof', /a secret is given beside it/],
    ['modbus-tcp://roof?unit=300', /unit has to be a whole number from 0 to 255/],
    ['modbus-tcp://roof?unit=1e1', /whole number/],
    ['modbus-tcp://roof?unit=1&unit=2', /says its unit twice/],
    ['modbus-tcp://roof?baud=1', /no setting "baud"; it has: unit/],
    ['modbus-rtu://roof/dev/ttyUSB0', /names a host/],
    ['modbus-rtu:///etc/passwd', /has to name a serial port/],
    ['modbus-rtu:///dev/ttyUSB0?parity=mark', /parity has to be one of: none, even, odd/],
    ['solarman://roof', /has to say its serial/],
  ])('%s is refused with a sentence', (url, sentence) => {
    expect(() => read(url)).toThrow(sentence)
  })
})
