import { describe, expect, it } from 'vitest'
import type { TopicMap } from '#domain/edges/topic-map.ts'
import { addressRule, judgeAddress, settleAddress } from './addresses.ts'

const usual = addressRule([], false)
const codeOf = (url: string, profile: string | null = null, rule = usual) =>
  judgeAddress(url, profile, rule)?.code ?? 'allowed'

const to =
  (...addresses: string[]) =>
  async () =>
    addresses
const settle = (resolve: () => Promise<string[]>) =>
  settleAddress('modbus-tcp://inverter.example:1502?unit=3', null, usual, resolve)

const judged = (url: string, map: TopicMap) => judgeAddress(url, null, usual, map)
const of = (to: string, t = 'meter'): TopicMap => ({
  devices: [{ t, sn: null, values: [{ topic: 'power', path: '', to, factor: 1 }], state: null }],
})

describe('where the server may send an edge', () => {
  it.each([
    'modbus-tcp://192.168.1.20',
    'modbus-tcp://10.0.0.1:1502?unit=71',
    'modbus-tcp://172.31.255.254',
    'modbus-tcp://[fd00::12]',
    'modbus-tcp://[::ffff:192.168.1.4]',
    'modbus-tcp://inverter.local',
    'rtu-over-tcp://192.168.1.20:8899',
    'modbus-rtu:///dev/ttyUSB0',
    'modbus-rtu:///dev/serial/by-id/usb-FTDI_FT232R-if00-port0',
  ])('E2: %s is allowed', (url) => expect(codeOf(url)).toBe('allowed'))

  it('a mapping with a mistake costs its own address alone, and is told in a sentence', () => {
    expect(judged('mqtt://192.168.1.5/house', of('p'))).toBeNull()
    expect(judged('mqtt://192.168.1.5/house', of('watts'))).toEqual({
      code: 'map',
      text: 'The mapping cannot be used: device 1, value 1: there is no such metric.',
    })
    expect(judged('mqtt://192.168.1.5/house', of('p', 'toaster'))?.text).toMatch(/its kind is none of/)
    expect(judged('modbus-tcp://192.168.1.5', of('p'))?.text).toMatch(/modbus-tcp takes none/)
  })

  it.each([
    ['modbus-tcp://8.8.8.8', 'address'],
    ['modbus-tcp://172.32.0.1', 'address'],
    ['modbus-tcp://100.64.0.1', 'address'],
    ['modbus-tcp://169.254.169.254', 'address'],
    ['modbus-tcp://0.0.0.0', 'address'],
    ['modbus-tcp://127.0.0.1', 'address'],
    ['modbus-tcp://[::1]', 'address'],
    ['modbus-tcp://[fe80::1]', 'address'],
    ['modbus-tcp://[2001:db8::1]', 'address'],
    ['modbus-tcp://[::ffff:8.8.8.8]', 'address'],
    ['modbus-tcp://[::ffff:127.0.0.1]', 'address'],
    ['modbus-tcp://192.168.1.20:22', 'address'],
    ['modbus-tcp://192.168.1.20:25', 'address'],
    ['modbus-tcp://2130706433', 'url'],
    ['modbus-tcp://127.1', 'url'],
    ['modbus-tcp://0x7f.1', 'url'],
    ['modbus-rtu:///etc/passwd', 'url'],
    ['modbus-rtu:///dev/sda', 'address'],
    ['modbus-rtu:///dev/pts/3', 'address'],
    ['modbus-rtu:///dev/tty/../sda', 'address'],
    ['modbus-rtu:///dev/serial/by-id/../../sda', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['https://192.168.1.20', 'scheme'],
    ['nothing', 'url'],
    ['modbus-tcp://user:secret@192.168.1.20', 'url'],
    ['modbus-tcp://192.168.1.20/path', 'url'],
  ])('E2: %s is refused: %s', (url, code) => expect(codeOf(url)).toBe(code))

  it('E2: a profile that does not exist is refused', () => {
    expect(codeOf('modbus-tcp://192.168.1.20', 'toaster')).toBe('profile')
    expect(codeOf('modbus-tcp://192.168.1.20', 'sunspec')).toBe('allowed')
  })

  it('E2: its own start may allow more, and loopback for what is built in', () => {
    const more = addressRule(['127.0.0.0/8', '203.0.113.7', '2001:db8::/32'], false)
    const urls = ['127.0.0.1', '203.0.113.7', '203.0.113.8', '[2001:db8::9]'].map(
      (host) => `modbus-tcp://${host}`,
    )
    expect(urls.map((url) => codeOf(url, null, more))).toEqual(['allowed', 'allowed', 'address', 'allowed'])
    expect(codeOf('modbus-tcp://127.0.0.1', null, addressRule([], true))).toBe('allowed')
    for (const wrong of ['everything', '10.0.0.0/40', '300.0.0.1'])
      expect(() => addressRule([wrong], false)).toThrow(/is no range/)
  })

  it('E2: a name is led to its addresses, each of which has to be allowed, and the number is what is used', async () => {
    expect(await settle(to('192.168.1.7'))).toBe('modbus-tcp://192.168.1.7:1502?unit=3')
    expect(await settle(to('fd00::7'))).toBe('modbus-tcp://[fd00::7]:1502?unit=3')
    for (const wrong of [['8.8.8.8'], ['192.168.1.7', '8.8.8.8'], ['127.0.0.1'], ['::ffff:1.1.1.1']])
      await expect(settle(to(...wrong))).rejects.toMatchObject({ reason: 'address' })
    await expect(settle(to())).rejects.toMatchObject({ reason: 'unreachable' })
    await expect(settle(() => Promise.reject(new Error('ENOTFOUND')))).rejects.toMatchObject({
      reason: 'unreachable',
    })
  })
})
