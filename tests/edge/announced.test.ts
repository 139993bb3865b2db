import { createSocket } from 'node:dgram'
import { afterEach, describe, expect, it } from 'vitest'
import { askAnnounced } from '#edge/discovery/ask-announced.ts'
import { askLogger, loggerOf } from '#edge/discovery/ask-logger.ts'
import { hasPython, noPython, otherSide, type OtherSide } from './other-side.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
const announce = async (what: object): Promise<OtherSide> => {
  const side = await otherSide('announce.py', what)
  stops.push(side.stop)
  return side
}
const going = (): AbortSignal => new AbortController().signal
const GROUP = '224.0.0.251'

describe('who announces himself, as Python plays it', () => {
  it('is found by what makers announce, at the address that answers and no other', async ({ skip }) => {
    skip(!hasPython, noPython)
    const services = [
      ['_shelly._tcp.local', 'shellypro3em-ec64c9c0ffee', 80],
      ['_opendtu._tcp.local', 'OpenDTU-1A2B3C', 8080],
      ['_enphase-envoy._tcp.local', 'envoy', 80],
      ['_Fronius-SE-Inverter._tcp.local', 'Primo', 80],
      ['_modbus._tcp.local', 'whatever', 1502],
      ['_http._tcp.local', 'shellyem3-485519', 80],
      ['_http._tcp.local', 'printer', 631],
      ['_ipp._tcp.local', 'printer', 631],
    ]
    const side = await announce({ services, group: null, odd: '000084000001000100000000c00c' })
    const found = await askAnnounced(['127.0.0.1'], going(), { address: '127.0.0.1', port: side.port })
    expect([...found.keys()]).toEqual(['127.0.0.1'])
    expect(found.get('127.0.0.1')?.toSorted()).toEqual(
      [
        'enphase://127.0.0.1',
        'fronius://127.0.0.1',
        ...[1, 126, 247, 3, 0].map((unit) => `modbus-tcp://127.0.0.1:1502?unit=${unit}`),
        'opendtu://127.0.0.1:8080',
        'shelly://127.0.0.1',
      ].toSorted(),
    )
    // Asked twice, as a datagram may be lost.
    expect(side.said.length).toBe(2)
  })

  it('is reached by multicast, too', async ({ skip }) => {
    skip(!hasPython, noPython)
    const side = await announce({ services: [['_shelly._tcp.local', 'shelly-a', 80]], group: GROUP })
    const found = await askAnnounced(['127.0.0.1'], going(), { address: GROUP, port: side.port })
    expect(found.get('127.0.0.1')).toEqual(['shelly://127.0.0.1'])
  })

  it('is nobody where nobody answers, and an end is an end', async () => {
    expect(await askAnnounced([], going())).toEqual(new Map())
    const ended = new AbortController()
    ended.abort()
    expect(await askAnnounced(['127.0.0.1'], ended.signal, { address: '127.0.0.1', port: 9 })).toEqual(
      new Map(),
    )
  })
})

describe('who answers at UDP 48899', () => {
  it.each([
    ['192.168.1.9,98D863C0FFEE,1712345678', { maker: 'solarman', serial: 1_712_345_678 }],
    ['192.168.1.9,289C6E0581C9,Solar-WiFi203W0782', { maker: 'goodwe' }],
    ['192.168.1.9,289C6E0581C9,HF-A11ASSISTHREAD', null],
    ['+ok', null],
    ['x'.repeat(500), null],
  ])('%s', (answer, logger) => {
    expect(loggerOf(answer)).toEqual(logger)
  })

  it('is asked by one datagram, and heard from its own address alone', async () => {
    const radio = createSocket('udp4')
    const heard: string[] = []
    radio.on('message', (question, { port, address }) => {
      heard.push(question.toString())
      radio.send('127.0.0.1,98D863C0FFEE,1712345678', port, address)
    })
    await new Promise<void>((resolve) => radio.bind(0, '127.0.0.1', resolve))
    stops.push(() => radio.close())
    const { port } = radio.address()
    expect(await askLogger('127.0.0.1', going(), port)).toEqual({ maker: 'solarman', serial: 1_712_345_678 })
    expect(heard).toEqual(['WIFIKIT-214028-READ'])
  })
})
