import { describe, expect, it } from 'vitest'
import { deviceUrlTrouble } from '#domain/edges/device-url.ts'
import { newAddress, placeOf, readAddress, tidyHost, ways, writeAddress } from './device-address.ts'

describe('addresses of devices', () => {
  it.each([
    'modbus-tcp://192.168.1.20:1502?unit=2',
    'modbus-tcp://192.168.1.20',
    'modbus-tcp://[fd00::12]:502?unit=126',
    'modbus-rtu:///dev/ttyUSB0?baud=9600&unit=3',
    'solarman://10.0.0.9?serial=1712345678&unit=1',
    'enphase://envoy.local',
    'mqtt://192.168.1.5:1883/solar',
    'modbus-tcp://192.168.1.20:502?unit=1&something=else',
  ])('%s is taken apart and put together again', (url) => {
    const address = readAddress(url)
    expect(address).not.toBeNull()
    expect(address && writeAddress(address)).toBe(url)
  })

  it('takes nothing for an address that is none', () => {
    for (const text of ['', '192.168.1.20', 'http://192.168.1.20', 'modbus-tcp:192.168.1.20'])
      expect(readAddress(text)).toBeNull()
  })

  it.each(ways)('what is asked for $scheme makes an address that the server takes', ({ scheme, line }) => {
    const asked = newAddress(scheme)
    const filled = { ...asked, host: line === null ? '192.168.1.20' : '' }
    expect(deviceUrlTrouble(writeAddress(filled))).toBeNull()
  })

  it.each([
    ['http://192.168.1.20/', '192.168.1.20', null],
    ['192.168.1.20:1502', '192.168.1.20', 1502],
    ['modbus-tcp://192.168.1.20:6607?unit=1', '192.168.1.20', 6607],
    [' fronius.local ', 'fronius.local', null],
    ['[fd00::12]:80', '[fd00::12]', 80],
  ])('of what is pasted as %s takes the host', (typed, host, port) => {
    expect(tidyHost({ ...newAddress('modbus-tcp'), host: typed })).toMatchObject({ host, port })
  })

  it.each(['192.168.1.20', 'fd00::12', 'what is it', ''])('leaves %j as it was typed', (typed) => {
    const address = { ...newAddress('modbus-tcp'), host: typed, port: 502 }
    expect(tidyHost(address)).toBe(address)
  })

  it('names a place as briefly as it can be told from others', () => {
    expect(placeOf('modbus-tcp://192.168.1.20:502?unit=1')).toBe('192.168.1.20')
    expect(placeOf('modbus-tcp://192.168.1.20:1502?unit=2')).toBe('192.168.1.20:1502 #2')
    expect(placeOf('modbus-rtu:///dev/ttyUSB0?baud=9600&unit=1')).toBe('/dev/ttyUSB0')
    expect(placeOf('what is it')).toBe('what is it')
  })
})
