import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import { decode, encode } from '#contract/mqtt/decode.ts'
import type { Links } from '#contract/mqtt/links.ts'
import { sealSecret } from '#contract/mqtt/sealed.ts'
import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import { type ChannelFromGateway, topicOf } from '#contract/mqtt/topics.ts'
import { startTinyBroker, type TinyBroker } from '../tiny-broker.ts'
import { EDGE_SECRET, EDGE_SN, type EdgeProgram, pairedFolder, startEdge } from './edge-program.ts'
import { emulate, hasPymodbus, noPymodbus, stopEmulators } from './emulator.ts'
import { controlPoints, immediateControls, smallInverter } from './small-inverter.ts'

/** The whole program before a broker and devices that share no code with it. */

let broker: TinyBroker
let folder: string
let keys: Awaited<ReturnType<typeof pairedFolder>>
let edge: EdgeProgram | null
let asked = 0
beforeEach(async ({ skip }) => {
  if (!hasPymodbus) skip(noPymodbus)
  broker = await startTinyBroker({ [EDGE_SN]: EDGE_SECRET })
  folder = mkdtempSync(join(tmpdir(), 'edge-run-'))
  keys = await pairedFolder(folder, broker.url)
  edge = null
})
afterEach(async () => {
  await edge?.kill()
  await broker.stop()
  stopEmulators()
  rmSync(folder, { recursive: true })
})

const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const tele = () =>
  (broker.of('tele') as Telemetry[]).flatMap(({ d, hist }) => d.map((one) => ({ ...one, hist })))
const configure = (rev: number, devices: readonly object[]): Promise<void> =>
  broker.publish(topicOf(EDGE_SN, 'cfg'), { v: 1, rev, report_s: 1, devices }, true)
const answers = (id: string) => (broker.of('cmd/res') as CommandResponse[]).filter((one) => one.id === id)
const order = async (body: object): Promise<CommandResponse[]> => {
  const id = `c-${(asked += 1)}`
  const command = { v: 1, id, targets: [], args: {}, exp: Date.now() + 60_000, ...body }
  await broker.publish(topicOf(EDGE_SN, 'cmd/req'), command)
  await eventually(() => expect(['done', 'rejected']).toContain(answers(id).at(-1)?.stage))
  return answers(id)
}
const links = () => broker.of('links').at(-1) as Links | undefined
const troubles = () =>
  links()
    ?.devices.map(({ trouble }) => trouble?.code ?? '')
    .toSorted()
const inverter = async (sn: string, more = {}): Promise<string> => {
  const { at } = await emulate({ holding: { 40_000: smallInverter({ sn, ...more }) } }, 1)
  return `modbus-tcp://127.0.0.1:${at}`
}

describe('an edge', () => {
  it('reads what stands in its list, says who is there before what they read, and all by the contract', async () => {
    const [a, b] = [await inverter('INV-A1'), await inverter('INV-B2', { powerW: 2_500 })]
    await configure(1, [
      { id: 'a', url: a, interval_s: 1 },
      { id: 'b', url: b, interval_s: 1, profile: 'sunspec' },
    ])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(6))
    expect(broker.of('status')[0]).toMatchObject({ proto: 2, edge: { key: keys.publicKey } })
    const channels = broker.heard.map(({ channel }) => channel)
    expect(channels.indexOf('inv')).toBeLessThan(channels.indexOf('tele'))
    expect(broker.of('inv').at(-1)).toMatchObject({
      devices: [
        { sn: 'INV-A1', t: 'inverter', brand: 'Emulated', model: 'EMU 10' },
        { sn: 'INV-B2', t: 'inverter' },
      ],
    })
    const times = tele()
      .filter(({ sn }) => sn === 'INV-B2')
      .map(({ ts }) => ts ?? 0)
    expect(times).toEqual(times.toSorted((x, y) => x - y))
    expect(tele()[0]).toMatchObject({
      hist: false,
      st: 'grid',
      m: { p: expect.any(Number), e_tot: 5_000_000 },
    })
    for (const { channel, body } of broker.heard)
      expect([channel, decode(channel as ChannelFromGateway, encode(body as object))]).toMatchObject([
        channel,
        { ok: true, itemsRejected: 0 },
      ])
    await eventually(() =>
      expect(links()?.devices).toMatchObject([
        { id: 'a', sns: ['INV-A1'], trouble: null },
        { id: 'b', sns: ['INV-B2'], trouble: null },
      ]),
    )
    await edge.stop()
    expect(broker.of('status').at(-1)).toMatchObject({ state: 'offline', reason: 'stopped' })
    edge = null
  })

  it('E2: reads no address that is not private, and says which; what is left out of the list is left alone', async () => {
    const [a, b] = [await inverter('INV-A1'), await inverter('INV-B2')]
    const list = [
      { id: 'a', url: a, interval_s: 1 },
      { id: 'b', url: b, interval_s: 1 },
      { id: 'x', url: 'modbus-tcp://8.8.8.8', interval_s: 1 },
      { id: 'y', url: 'modbus-rtu:///etc/passwd', interval_s: 1 },
      { id: 'z', url: 'gopher://192.168.1.1', interval_s: 1 },
    ]
    await configure(1, list)
    edge = startEdge(folder)
    await eventually(() => expect(new Set(tele().map(({ sn }) => sn)).size).toBe(2))
    expect(broker.of('cfg/ack')[0]).toMatchObject({
      rev: 1,
      ok: true,
      refused: [
        { id: 'x', code: 'address' },
        { id: 'y', code: 'url' },
        { id: 'z', code: 'scheme' },
      ],
    })
    await configure(2, list.slice(1, 2))
    await eventually(() => expect(broker.of('inv').at(-1)).toMatchObject({ devices: [{ sn: 'INV-B2' }] }))
    const before = tele().length
    await eventually(() => expect(tele().length).toBeGreaterThan(before + 4))
    expect(
      tele()
        .slice(before + 2)
        .filter(({ sn }) => sn === 'INV-A1'),
    ).toEqual([])
    expect(broker.of('cfg/ack').at(-1)).not.toHaveProperty('refused')
  })

  it('E7: it listens to nothing', async () => {
    await configure(1, [{ id: 'a', url: await inverter('INV-A1'), interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(1))
    expect(listeners(edge.pid)).toEqual([])
    expect(listeners(process.pid).length).toBeGreaterThan(0)
  })

  it('E3: a dead device of the list is told as such, and the others are read as before', async () => {
    await configure(1, [
      { id: 'dead', url: 'modbus-tcp://127.0.0.1:1', interval_s: 1 },
      { id: 'a', url: await inverter('INV-A1'), interval_s: 1 },
    ])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(5))
    expect(broker.of('cfg/ack')[0]).toMatchObject({ refused: [{ id: 'dead', code: 'address' }] })
    await configure(2, [
      { id: 'dead', url: 'modbus-tcp://127.0.0.1:1025', interval_s: 1 },
      { id: 'a', url: await inverter('INV-A1'), interval_s: 1 },
    ])
    await eventually(() =>
      expect(links()?.devices).toMatchObject([
        { id: 'dead', answered: 0, trouble: { code: 'refused' } },
        { id: 'a' },
      ]),
    )
  })

  it('reads registers for support, its own log, and any private address once', async () => {
    const [a, b] = [await inverter('INV-A1'), await inverter('INV-B2', { powerW: 2_500 })]
    await configure(1, [{ id: 'a', url: a, interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(0))
    const read = { what: 'read', device: 'a', table: 'holding', address: 40_000, count: 3 }
    expect(await order({ op: 'diagnose', args: read })).toMatchObject([
      { stage: 'accepted' },
      {
        stage: 'done',
        results: [{ sn: EDGE_SN, ok: true }],
        lines: ['40000 5375 21365', '40001 6e53 28243', '40002 0001 1'],
      },
    ])
    expect(await order({ op: 'diagnose', args: { ...read, device: 'b' } })).toMatchObject([
      {},
      { results: [{ ok: false }], lines: [expect.stringContaining('not in the list')] },
    ])
    expect(await order({ op: 'diagnose', args: { what: 'probe', url: b } })).toMatchObject([
      {},
      {
        found: [
          {
            url: b,
            profile: 'sunspec',
            brand: 'Emulated',
            model: 'EMU 10',
            devices: [{ sn: 'INV-B2', t: 'inverter', p: 2_500 }],
          },
        ],
        lines: expect.arrayContaining([expect.stringContaining('"p":2500')]),
      },
    ])
    expect(
      await order({ op: 'diagnose', args: { what: 'probe', url: 'modbus-tcp://8.8.8.8' } }),
    ).toMatchObject([
      {},
      { results: [{ ok: false }], lines: [expect.stringContaining('in no private network')] },
    ])
    const [, log] = await order({ op: 'diagnose', args: { what: 'log', lines: 50 } })
    expect(JSON.stringify(log)).toContain('online')
  })

  it('E4: limits and disconnects an inverter by the points of its model alone, reads it back, and says what it can', async () => {
    const url = await inverter('INV-A1', { models: [immediateControls()] })
    await configure(1, [{ id: 'a', url, interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(0))
    expect(broker.of('inv').at(-1)).toMatchObject({
      devices: [{ can: { switch: {}, limit: { min_pct: 0, units: ['pct'], reversion: 'device' } } }],
    })
    const points = async (): Promise<number[]> => {
      const args = { what: 'read', device: 'a', table: 'holding', address: controlPoints.Conn, count: 6 }
      const done = (await order({ op: 'diagnose', args })).at(-1)
      return done?.stage === 'done' ? (done.lines ?? []).map((line) => Number(line.split(' ')[2])) : []
    }
    const before = await points()
    const limited = await order({ op: 'limit', targets: ['INV-A1'], args: { pct: 60, rvrt_s: 600 } })
    expect(limited.at(-1)).toMatchObject({ results: [{ sn: 'INV-A1', ok: true, after: { limit_pct: 60 } }] })
    expect(await points()).toEqual([1, 60, before[2], 600, before[4], 1])
    expect((await order({ op: 'read', targets: ['INV-A1'] })).at(-1)).toMatchObject({
      results: [{ ok: true, after: { limit_pct: 60, p: 1_000 } }],
    })
    const off = await order({ op: 'switch', targets: ['INV-A1'], args: { on: false } })
    expect(off.at(-1)).toMatchObject({ results: [{ ok: true }] })
    expect((await points())[0]).toBe(0)
    const full = await order({ op: 'limit', targets: ['INV-A1'], args: { pct: 100 } })
    expect(full.at(-1)).toMatchObject({ results: [{ ok: true, after: { limit_pct: 100 } }] })
    expect((await points())[5]).toBe(0)
    const restart = await order({ op: 'restart', targets: ['INV-A1'] })
    expect(restart.at(-1)).toMatchObject({ results: [{ ok: false, code: 'unsupported' }] })
  })

  it('E4: a limit that was over while the edge was dead is lifted at its start, and told', async () => {
    const url = await inverter('INV-A1', { models: [immediateControls()] })
    await configure(1, [{ id: 'a', url, interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(0))
    const [limited] = await order({ op: 'limit', targets: ['INV-A1'], args: { pct: 60, rvrt_s: 600 } })
    await edge.kill()
    // This device never ends one itself; the time passes in the file.
    const database = new DatabaseSync(join(folder, 'edge.db'))
    database.exec(
      'UPDATE fact SET value = replace(value, \'"endsAt":\', \'"endsAt":1,"was":\') WHERE name = \'limits\'',
    )
    database.close()
    edge = startEdge(folder)
    await eventually(() =>
      expect(answers(limited?.id ?? '').at(-1)).toMatchObject({
        stage: 'ended',
        by: 'restart',
        results: [{ sn: 'INV-A1', ok: true }],
      }),
    )
  })

  it('finds what answers in the ranges it is given, says how far it is, and begins anew when it is asked again', async () => {
    const place = { host: '127.0.0.7', port: 1502 }
    await emulate({ holding: { 40_000: smallInverter({ sn: 'INV-F1', powerW: 1_234 }) } }, 71, 'tcp', place)
    const a = await inverter('INV-A1')
    await configure(1, [{ id: 'a', url: a, interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(0))
    const command = { v: 1, id: 'c-first', targets: [], exp: Date.now() + 60_000, op: 'discover' }
    await broker.publish(topicOf(EDGE_SN, 'cmd/req'), { ...command, args: { ranges: ['127.0.0.0/24'] } })
    await eventually(() => expect(answers('c-first')).toHaveLength(1))
    const said = await order({ op: 'discover', args: { ranges: ['127.0.0.0/28'] } })
    expect(answers('c-first').at(-1)).toMatchObject({ stage: 'done' })
    const done = said.at(-1)
    expect(done).toMatchObject({ stage: 'done', results: [{ ok: true }] })
    const found = done?.stage === 'done' ? (done.found ?? []) : []
    expect(found.find(({ devices }) => devices[0]?.sn === 'INV-F1')).toEqual({
      url: 'modbus-tcp://127.0.0.7:1502?unit=71',
      profile: 'sunspec',
      brand: 'Emulated',
      model: 'EMU 10',
      devices: [{ sn: 'INV-F1', t: 'inverter', p: 1_234, model: 'EMU 10' }],
    })
    expect(found.map(({ url }) => url)).toContain(a)
    const refused = await order({ op: 'discover', args: { ranges: ['8.8.8.0/24'] } })
    expect(refused.at(-1)).toMatchObject({
      results: [{ ok: false }],
      lines: [expect.stringContaining('in no private network')],
    })
  })

  it('tells of an address at which nothing but a device stands that is read elsewhere', async () => {
    await configure(1, [
      { id: 'a', url: await inverter('INV-A1'), interval_s: 1 },
      { id: 'b', url: await inverter('INV-A1'), interval_s: 1 },
    ])
    edge = startEdge(folder)
    await eventually(() => expect(troubles()).toEqual(['', 'twice']))
    await edge.stop()
    edge = null
  })

  it('E8: a secret is opened here alone and stands in no message, log or file', async () => {
    const secret = 'token-that-nobody-sees'
    const sealed = await sealSecret(keys.publicKey, secret)
    await configure(1, [
      { id: 'a', url: await inverter('INV-A1'), interval_s: 1, secret: sealed },
      { id: 'b', url: await inverter('INV-B2'), interval_s: 1, secret: `${sealed.slice(0, -4)}AAAA` },
    ])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(3))
    await eventually(() => expect(links()?.devices[1]?.trouble).toMatchObject({ code: 'secret_again' }))
    await order({ op: 'diagnose', args: { what: 'probe', url: await inverter('INV-C3'), secret: sealed } })
    await order({ op: 'diagnose', args: { what: 'log', lines: 200 } })
    await edge.stop()
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)).toString('latin1'))
    for (const place of [JSON.stringify(broker.heard), edge.said(), ...files]) {
      expect(place).not.toContain(secret)
      expect(place.includes(EDGE_SECRET)).toBe(place.includes('privateKey'))
    }
    edge = null
  })

  it('E5: at night it still knows its devices, and its list without the server', async () => {
    const url = await inverter('INV-A1')
    await configure(1, [{ id: 'a', url, interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(1))
    await edge.kill()
    stopEmulators()
    const before = broker.of('inv').length
    edge = startEdge(folder)
    await eventually(() => expect(broker.of('inv').length).toBeGreaterThan(before))
    expect(broker.of('inv').at(-1)).toMatchObject({ devices: [{ sn: 'INV-A1', brand: 'Emulated' }] })
    await eventually(() =>
      expect(links()?.devices).toMatchObject([{ id: 'a', trouble: { code: 'refused' } }]),
    )
  })

  it('E5: the reporting interval that a command has set outlasts its death', async () => {
    await configure(1, [{ id: 'a', url: await inverter('INV-A1'), interval_s: 1 }])
    edge = startEdge(folder)
    await eventually(() => expect(tele().length).toBeGreaterThan(1))
    const set = await order({ op: 'set', args: { report_s: 7 } })
    expect(set.at(-1)).toMatchObject({ results: [{ ok: true, after: { report_s: 7 } }] })
    await edge.kill()
    // Nothing is retained: it has only what it has kept.
    await broker.publish(topicOf(EDGE_SN, 'cfg'), {}, true)
    edge = startEdge(folder)
    await eventually(() => expect(broker.of('status').at(-1)).toMatchObject({ state: 'online', report_s: 7 }))
    const sns = () => (broker.of('inv').at(-1) as { devices: { sn: string }[] }).devices.map(({ sn }) => sn)
    expect(sns()).toEqual(['INV-A1'])
  })

  it('E5: killed again and again while it reads: nothing lost, nothing doubled, in order, with the times of reading', async () => {
    const urls = [await inverter('INV-A1'), await inverter('INV-B2'), await inverter('INV-C3')]
    await configure(
      1,
      urls.map((url, n) => ({ id: `d${n}`, url, interval_s: 1 })),
    )
    for (let round = 0; round < 5; round += 1) {
      edge = startEdge(folder)
      const before = tele().length
      await eventually(() => expect(tele().length).toBeGreaterThan(before + 4))
      // In one of two rounds the line is cut before: then it stores.
      if (round % 2 === 1) {
        broker.goDeaf(true)
        await new Promise((resolve) => setTimeout(resolve, 1_500))
      }
      await edge.kill()
      broker.goDeaf(false)
    }
    edge = startEdge(folder)
    const before = tele().length
    await eventually(() => expect(tele().length).toBeGreaterThan(before + 9))
    await edge.stop()
    edge = null
    const messages = broker.of('tele') as Telemetry[]
    // The broker is told a message again whose acknowledgement was lost: as the same one.
    const unique = new Map(messages.map((one) => [`${one.boot} ${one.seq}`, one]))
    for (const one of messages) expect(unique.get(`${one.boot} ${one.seq}`)?.d).toEqual(one.d)
    const readings = [...unique.values()].flatMap(({ d }) => d.map(({ sn, ts }) => `${sn} ${ts}`))
    expect(new Set(readings).size).toBe(readings.length)
    const history = messages
      .filter(({ hist }) => hist === true)
      .flatMap(({ d }) => d.map(({ ts }) => ts ?? 0))
    expect(history.length).toBeGreaterThan(0)
  })
})

/** Sockets on which a process listens (TCP), or that are bound to a port of its own choice without being connected (UDP). */
const listeners = (pid: number): string[] => {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((protocol) =>
    readFileSync(`/proc/net/${protocol}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => own.has(inode ?? '') && ['0A', '07'].includes(state ?? ''))
      .map(([, local]) => `${protocol} ${local}`),
  )
}
