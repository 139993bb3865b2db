import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { MqttTopics } from '#edge/transports/mqtt-topics.ts'
import { hasMosquitto, noMosquitto, startBroker, type Broker, type Message } from './broker.ts'
import { leftOver, printTable, rowOf, type Point } from './compared.ts'
import { hasData, noData, readData } from './definitions.ts'
import { runEdge } from './emulator.ts'
import { notGiven } from './given.ts'
import { hasPython, noPython } from './other-side.ts'

const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})
const can = hasPython && hasMosquitto
const why = hasPython ? noMosquitto : noPython
const broker = async (login: { user: string; password: string } | null = null): Promise<Broker> => {
  const started = await startBroker(login)
  running.push(started.stop)
  return started
}
type Reading = {
  sn: string | null
  t: string
  ts?: number
  st: string | null
  m: Record<string, unknown>
  raw: Record<string, unknown>
}
const probed = async (url: string, secret: string | null = null) => {
  const { code, out, said } = await runEdge(['probe', url], secret)
  expect({ code, said }).toEqual({ code: 0, said: '' })
  const report = JSON.parse(out) as { profile: string; brand: string; readings: Reading[] }
  expect(notGiven(report)).toEqual([])
  return report
}
const line = (message: unknown) => ({ topic: 'site/tigo', payload: JSON.stringify(message) })
const retained = (messages: Record<string, string>): Message[] =>
  Object.entries(messages).map(([topic, payload]) => ({ topic, payload, retain: true }))

describe('probe of what Mosquitto has of', () => {
  it('an OpenDTU: the values and the time that came with the recording', async ({ skip }) => {
    skip(!can || !hasData, can ? noData : why)
    const file = 'opendtu-mqtt/hm-800.json'
    const { messages, expected } = readData(file) as {
      messages: Message[]
      expected: { topic: string; measurement: string; value: number; timestamp: number }[]
    }
    const { port, publish } = await broker()
    await publish(messages.map((message) => ({ ...message, retain: true })))
    const { profile, brand, readings } = await probed(`mqtt://127.0.0.1:${port}/solar`)
    expect([profile, brand, readings.length]).toEqual(['opendtu', 'Hoymiles', 1])
    const [reading] = readings
    const m = (reading?.m ?? {}) as {
      mppt?: { u: number; i: number; p: number }[]
      u?: number[]
      i?: number[]
    }
    const input = (n: number) => m.mppt?.[n - 1]
    const found: Record<string, unknown> = {
      '0/powerdc': reading?.m['p_dc'],
      '0/yieldday': reading?.raw['YieldDay'],
      '0/yieldtotal': Number(reading?.m['e_tot']) / 1000,
      '0/voltage': m.u?.[0],
      '0/current': m.i?.[0],
      '0/power': reading?.m['p'],
      '0/frequency': reading?.m['f'],
      '0/powerfactor': reading?.m['pf'],
      '0/reactivepower': reading?.m['q'],
      '0/temperature': reading?.m['t'],
      ...Object.fromEntries(
        [1, 2].flatMap((n) => [
          [`${n}/voltage`, input(n)?.u],
          [`${n}/current`, input(n)?.i],
          [`${n}/power`, input(n)?.p],
        ]),
      ),
    }
    const points = expected.flatMap(({ topic, value, timestamp }): Point[] => {
      const name = topic.split('/').slice(2).join('/')
      return name in found
        ? [
            { name, says: value, found: found[name] },
            { name: `${name} at`, says: timestamp, found: (reading?.ts ?? 0) / 1000 },
          ]
        : leftOver(
            [name],
            [
              [/^\d\/yield/, 'counters of inputs beside those of the inverter'],
              [/efficiency$|irradiation$/, 'worked out by the gateway'],
            ],
          )
    })
    printTable('OpenDTU', [rowOf(file, points)])
    expect(points.filter((point) => !('left' in point)).length).toBe(32)
    // It was just lost, so it is in no state, whatever it gave last.
    expect(reading).toMatchObject({ sn: '114190641177', st: null, raw: { reachable: 0 } })
  })

  it('an AhoyDTU, and strangers beside it', async ({ skip }) => {
    skip(!can, why)
    const { port, publish } = await broker()
    await publish(
      retained({
        'roof/east/available': '2',
        'roof/east/last_success': '1780000000',
        'roof/east/ch0/P_AC': '71.000',
        'roof/east/ch0/U_AC': '233.300',
        'roof/east/ch0/YieldTotal': '465.294',
        'roof/east/ch1/U_DC': '38.900',
        'roof/total/P_AC': '71.000',
        'roof/east/ch0/Efficiency': '95',
        'garden/light': 'on',
        'roof/other/ch0/P_AC': 'not a number',
      }),
    )
    const { profile, readings } = await probed(`mqtt://127.0.0.1:${port}/roof`)
    expect(profile).toBe('ahoydtu')
    expect(readings).toMatchObject([
      {
        sn: null,
        ts: 1_780_000_000_000,
        st: 'grid',
        m: { p: 71, u: [233.3], e_tot: 465_294, mppt: [{ n: 1, u: 38.9 }] },
      },
    ])
  })

  it('taptap: lines that come while it listens, by a login', async ({ skip }) => {
    skip(!can, why)
    const { port, publish } = await broker({ user: 'edge', password: 'a:b' })
    const url = `mqtt://127.0.0.1:${port}/site/tigo`
    const nodes = { 4609: { 116: { address: '04:C0', barcode: '4-9A57A2L' } } }
    await publish([{ ...line({ event_type: 'infrastructure_report', gateways: {}, nodes }), retain: true }])
    const later = setInterval(() => {
      const report = {
        event_type: 'power_report',
        gateway: 4609,
        node: 116,
        timestamp: '2026-08-24T09:16:41.686-05:00',
        voltage_in: 30.6,
        voltage_out: 30.2,
        current: 6.94,
        dc_dc_duty_cycle: 1,
        temperature: 26.8,
        rssi: 132,
      }
      // One that is under way when the broker ends has nobody to tell.
      publish([line(report)]).catch(() => undefined)
    }, 500)
    running.push(() => clearInterval(later))
    const { profile, readings } = await probed(url, 'edge:a:b')
    expect(profile).toBe('taptap')
    expect(readings).toEqual([
      {
        sn: '4-9A57A2L',
        t: 'optimizer',
        ts: Date.parse('2026-08-24T14:16:41.686Z'),
        st: null,
        m: { u_in: 30.6, i_in: 6.94, u_out: 30.2, p: 212.36, t: 26.8, rssi: 132 },
        raw: { node: '4609/116', dc_dc_duty_cycle: 1 },
      },
    ])
    const stranger = await runEdge(['probe', url], 'edge:wrong')
    expect(stranger).toMatchObject({ code: 1, out: '' })
    expect(stranger.said).toMatch(/wants a name and a password/)
  })
})

const topics = (port: number) => {
  const one = new MqttTopics({
    host: '127.0.0.1',
    port,
    topic: 'a',
    login: null,
    now: () => 0,
    readers: [],
    timeoutMs: 700,
    quietMs: 50,
  })
  running.push(() => one.close())
  return one
}
const serve = async (answer: Buffer | null): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    running.push(() => socket.destroy())
    socket.once('data', () => {
      if (answer === null) socket.destroy()
      else socket.write(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('a broker', () => {
  it('without anything that is known ends with a sentence', async ({ skip }) => {
    skip(!can, why)
    const { port, publish } = await broker()
    await publish(retained({ 'a/b': '1', 'a/c': 'x'.repeat(200_000) }))
    await expect(topics(port).read()).rejects.toMatchObject({
      reason: 'timeout',
      message: expect.stringContaining('in 2 messages') as string,
    })
  })

  it.each([
    ['that closes the line', null, 'closed'],
    ['that is none', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'garbled'],
    ['that is silent', Buffer.alloc(0), 'timeout'],
    // A packet of 256 MB begins, and goes on.
    [
      'that sends without an end',
      Buffer.concat([Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(2_000_000)]),
      'garbled',
    ],
  ])('%s is a trouble in words', async (_, answer, reason) => {
    await expect(topics(await serve(answer)).read()).rejects.toMatchObject({ reason })
  })

  it('that goes away is connected to again', async ({ skip }) => {
    skip(!can, why)
    const first = await broker()
    const one = topics(first.port)
    await expect(one.read()).rejects.toMatchObject({ reason: 'timeout' })
    first.stop()
    await expect.poll(() => one.read().catch((error: { reason: string }) => error.reason)).toBe('closed')
    await expect(one.read()).rejects.toMatchObject({ reason: 'refused' })
  })
})

describe('a mapping of one’s own', () => {
  it('is read from a file; what was kept is not taken, and what is wrong in it costs itself alone', async ({
    skip,
  }) => {
    skip(!can, why)
    const { port, publish } = await broker()
    const folder = mkdtempSync(join(tmpdir(), 'mapping-'))
    const file = join(folder, 'map.json')
    const map = {
      devices: [
        {
          t: 'meter',
          sn: 'EM-7',
          values: [
            { topic: 'tele/SENSOR', path: 'ENERGY.Power', to: 'p' },
            { topic: 'tele/SENSOR', path: 'ENERGY.Total', to: 'e_in', factor: 1000 },
            { topic: 'tele/SENSOR', path: 'ENERGY.Nothing', to: 'e_out' },
            { topic: 'old', to: 'f' },
          ],
        },
      ],
    }
    writeFileSync(file, JSON.stringify(map))
    await publish([{ topic: 'house/old', payload: '50', retain: true }])
    const sensor = {
      topic: 'house/tele/SENSOR',
      payload: JSON.stringify({ Time: 'x', ENERGY: { Power: 230, Total: 17.031 } }),
    }
    const before = Date.now()
    const probing = runEdge(['probe', `mqtt://127.0.0.1:${port}/house`, '--map', file])
    const publishing = setInterval(() => void publish([sensor]), 500)
    const { code, out, said } = await probing
    clearInterval(publishing)
    expect({ code, said }).toEqual({ code: 0, said: '' })
    const { profile, readings, notes } = JSON.parse(out) as {
      profile: string
      readings: Reading[]
      notes: string[]
    }
    expect([profile, readings.length]).toEqual(['map', 1])
    expect(readings[0]).toMatchObject({ sn: 'EM-7', t: 'meter', st: null, m: { p: 230, e_in: 17_031 } })
    expect(Object.keys(readings[0]?.m ?? {})).toEqual(['p', 'e_in'])
    expect(readings[0]?.ts).toBeGreaterThanOrEqual(before)
    expect(notes).toEqual([
      'device 1, value 3 (e_out): the JSON that came has nothing there',
      'device 1, value 4 (f): only what the broker had kept came, and nobody knows how old that is',
    ])
    const wrong = await runEdge(['probe', 'modbus-tcp://192.168.1.2', '--map', file])
    expect([wrong.code, wrong.out]).toEqual([1, ''])
    expect(wrong.said).toMatch(/A mapping belongs to what is published: modbus-tcp takes none/)
  })
})
