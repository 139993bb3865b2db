import { describe, expect, it } from 'vitest'
import { playedReading, playedReport } from '#tests/edge/played-device.ts'
import { setClock } from '#tests/edge/set-clock.ts'
import type { SearchProgress } from '#gateway/site.ts'
import type { DeviceReport } from '../engine/reading.ts'
import type { Logger } from './ask-logger.ts'
import type { SearchNetwork } from './network.ts'
import { portsAsked, search } from './search.ts'

const hosts = Array.from({ length: 254 }, (_, n) => `192.168.7.${n + 1}`)
const inverter = (sn: string): DeviceReport => playedReport(playedReading({ sn }))

/** A network of which a test says who is there; silence takes as long as it takes. */
const played = (
  clock: ReturnType<typeof setClock>,
  there: {
    open?: Readonly<Record<string, readonly number[]>>
    loggers?: Readonly<Record<string, Logger>>
    announced?: Readonly<Record<string, readonly string[]>>
    answers?: Readonly<Record<string, DeviceReport>>
  },
) => {
  const asked: { what: string; at: number }[] = []
  let [going, most] = [0, 0]
  const note = (what: string): void => void asked.push({ what, at: clock.mono() })
  const during = async <T>(ms: number, signal: AbortSignal, outcome: T): Promise<T> => {
    going += 1
    most = Math.max(most, going)
    await clock.sleep(ms, signal)
    going -= 1
    return outcome
  }
  const network: SearchNetwork = {
    isOpen: (host, port, signal) => {
      note(`${host} ${port}`)
      const ports = there.open?.[host]
      const open = ports?.includes(port) === true
      return during(ports === undefined ? 700 : 2, signal, open)
    },
    logger: async (host, signal) => {
      note(`${host} udp`)
      await clock.sleep(there.loggers?.[host] === undefined ? 1_500 : 5, signal)
      return there.loggers?.[host] ?? null
    },
    announced: async (signal) => {
      note('announced')
      await clock.sleep(2_500, signal)
      return new Map(Object.entries(there.announced ?? {}))
    },
    read: (url, signal) => {
      note(url)
      return during(50, signal, there.answers?.[url] ?? null)
    },
  }
  return { network, asked, most: () => most }
}
const begin = (
  clock: ReturnType<typeof setClock>,
  network: SearchNetwork,
  more: Partial<Parameters<typeof search>[0]> = {},
) => {
  const told: SearchProgress[] = []
  const ending = new AbortController()
  const state: { found: string[] | null } = { found: null }
  const run = async (): Promise<void> => {
    const found = await search({
      hosts,
      known: [],
      tell: (progress) => void told.push(progress),
      signal: ending.signal,
      clock,
      network,
      ...more,
    })
    state.found = found.map(({ url }) => url)
  }
  return { told, state, end: () => ending.abort(), going: run() }
}

describe('a search of a network of 254 addresses of which 3 answer', () => {
  const there = {
    open: {
      '192.168.7.20': [502, 80],
      '192.168.7.80': [8899],
      '192.168.7.99': [80],
      // Somebody who is no device, and somebody who has a page.
      '192.168.7.1': [80],
      '192.168.7.2': [22],
    },
    loggers: { '192.168.7.80': { maker: 'solarman', serial: 1_712_345_678 } as const },
    answers: {
      'modbus-tcp://192.168.7.20:502?unit=126': inverter('SMA-1'),
      'solarman://192.168.7.80:8899?serial=1712345678&unit=1': inverter('DEYE-1'),
      'opendtu://192.168.7.99': inverter('HM-1'),
    },
  }

  it('finds them, asks each address at each port once, at a gentle pace, and ends by itself', async () => {
    const clock = setClock(0)
    const { network, asked, most } = played(clock, there)
    const { state, told } = begin(clock, network)
    await clock.advance(120_000)
    expect(state.found?.toSorted()).toEqual(Object.keys(there.answers).toSorted())
    // It asked nothing twice, and everybody at all ports that makers use, and by datagram.
    const names = asked.map(({ what }) => what)
    expect(new Set(names).size).toBe(names.length)
    const silent = hosts.filter((host) => !Object.hasOwn(there.open, host))
    for (const port of [...portsAsked, 'udp'])
      expect(silent.filter((host) => !names.includes(`${host} ${port}`))).toEqual([])
    expect(portsAsked).toEqual([502, 1502, 6607, 8899, 80])
    // Whoever has answered is asked no more: neither at its other ports nor in other ways.
    expect(names).not.toContain('192.168.7.20 80')
    expect(names.filter((name) => name.includes('192.168.7.99'))).toEqual([
      ...['udp', ...portsAsked].map((port) => `192.168.7.99 ${port}`),
      ...['shelly', 'fronius', 'opendtu'].map((scheme) => `${scheme}://192.168.7.99`),
    ])
    // Never two connections at the same moment, and never more than 32 at a time.
    const times = asked.map(({ at }) => at).toSorted((a, b) => a - b)
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15)
    expect(most()).toBeLessThanOrEqual(32)
    // It tells what it tries, about once a second.
    expect(told.length).toBeGreaterThan(20)
    expect(told.at(-1)?.total).toBe(254)
    const tried = told.map((progress) => progress.tried)
    expect(tried[0]).toBe('224.0.0.251 5353')
    for (const port of portsAsked) expect(tried.some((what) => what.endsWith(` ${port}`))).toBe(true)
  })

  it('that is ended asks nobody more, and tells what it had found', async () => {
    const clock = setClock(0)
    const { network, asked } = played(clock, there)
    const { state, end } = begin(clock, network)
    await clock.advance(9_000)
    end()
    await clock.advance(0)
    const before = asked.length
    expect(state.found).toEqual(['modbus-tcp://192.168.7.20:502?unit=126'])
    await clock.advance(60_000)
    expect(asked.length).toBe(before)
  })
})

describe('a search', () => {
  it('asks first where somebody announces himself, and only at addresses that are searched', async () => {
    const clock = setClock(0)
    const { network, asked } = played(clock, {
      announced: {
        '192.168.7.9': ['shelly://192.168.7.9'],
        '192.168.9.9': ['shelly://192.168.9.9'],
      },
      answers: { 'shelly://192.168.7.9': inverter('EC64C9C0FFEE') },
    })
    const { state } = begin(clock, network, { hosts: ['192.168.7.8', '192.168.7.9'] })
    await clock.advance(30_000)
    expect(state.found).toEqual(['shelly://192.168.7.9'])
    const names = asked.map(({ what }) => what)
    expect(names.filter((name) => name.includes('192.168.7.9'))).toEqual(['shelly://192.168.7.9'])
    expect(names.filter((name) => name.includes('192.168.9'))).toEqual([])
  })

  it('finds a radio of GoodWe, which listens to datagrams alone', async () => {
    const clock = setClock(0)
    const { network } = played(clock, {
      loggers: { '192.168.7.8': { maker: 'goodwe' } },
      answers: { 'goodwe://192.168.7.8': inverter('GW-1') },
    })
    const { state } = begin(clock, network, { hosts: ['192.168.7.8'] })
    await clock.advance(30_000)
    expect(state.found).toEqual(['goodwe://192.168.7.8'])
  })

  it.each([
    ['shelly://192.168.7.8', 80],
    // Its usual port is that of TLS.
    ['enphase://192.168.7.8', 443],
  ])('leaves %s alone, which is read already', async (url, port) => {
    const clock = setClock(0)
    const { network, asked } = played(clock, { announced: { '192.168.7.8': [url] } })
    const found = { url, profile: 'shelly', devices: [] }
    const { state } = begin(clock, network, {
      hosts: ['192.168.7.8'],
      known: [{ host: '192.168.7.8', port, found }],
    })
    await clock.advance(30_000)
    expect(state.found).toEqual([url])
    expect(asked.map(({ what }) => what)).not.toContain(`192.168.7.8 ${port}`)
    expect(asked.map(({ what }) => what)).not.toContain(url)
  })
})
