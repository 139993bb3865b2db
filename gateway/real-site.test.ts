import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import { topicOf } from '#contract/mqtt/topics.ts'
import { startTinyBroker, type TinyBroker } from '#tests/tiny-broker.ts'
import { commandMemory } from './answers.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { PowerLimit, Site, Told } from './site.ts'

/** What real devices ask of a gateway: they take their time, and what they can differs. */

const SN = 'EDGE-7K2M9Q4XHB'
const INVERTER = '7E1D3A55'
const now = Date.UTC(2026, 10, 23, 11)
const item = { sn: INVERTER, ts: now - 1000, m: { p: 865 } }

const limits: PowerLimit[] = []
let readAgain = 0
let fresh = [item]
let clock = now

const site = (more: Partial<Site> = {}): Site => ({
  identity: {
    sn: SN,
    model: 'Sunkeeper edge',
    sw: '0.1.0',
    edge: { key: 'A'.repeat(43), version: '0.1.0' },
  },
  reportSeconds: 60,
  inventory: () => [{ sn: INVERTER, t: 'inverter' }],
  readings: () => [item],
  unreported: () => fresh.splice(0),
  refresh: async () => {
    readAgain += 1
  },
  alarms: () => [],
  turn: async (_, on) => ({ ok: on, ...(on ? {} : { code: 'did_nothing' }), after: { st: 'grid' } }),
  limit: async (_, limit): Promise<Told> => {
    limits.push(limit)
    return 'done'
  },
  restart: () => 'unable',
  settings: () => ({}),
  exchange: () => {},
  firmwareDevices: () => [],
  ...more,
})

let broker: TinyBroker
let gateway: Gateway
const memory = commandMemory()
const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const start = async (which: Site): Promise<void> => {
  const before = broker.of('inv').length
  gateway = createGateway({
    url: broker.url,
    secret: 'secret',
    site: which,
    commands: memory,
    now: () => clock,
    firstReport: 0,
  })
  await gateway.tick()
  await eventually(() => expect(broker.of('inv').length).toBeGreaterThan(before))
}
beforeEach(async () => {
  broker = await startTinyBroker({ [SN]: 'secret' })
  fresh = [item]
  clock = now
})
afterEach(async () => {
  await gateway.stop()
  await broker.stop()
})
const answers = (id: string) => (broker.of('cmd/res') as CommandResponse[]).filter((one) => one.id === id)
const order = async (id: string, body: object): Promise<CommandResponse[]> => {
  const command = { v: 1, id, targets: [], args: {}, exp: clock + 60_000, ...body }
  await broker.publish(topicOf(SN, 'cmd/req'), command)
  await eventually(() => expect(['done', 'rejected']).toContain(answers(id).at(-1)?.stage))
  return answers(id)
}

describe('a gateway before real devices', () => {
  it('says in its birth what it is, and in reports what none has had yet', async () => {
    await start(site())
    expect(broker.of('status')).toMatchObject([{ proto: 2, edge: { version: '0.1.0' } }])
    await eventually(() => expect(broker.of('tele')).toHaveLength(1))
    clock += 60_000
    await gateway.tick()
    fresh = [{ ...item, ts: now + 70_000 }]
    gateway.reportSoon()
    await gateway.tick()
    await eventually(() => expect(broker.of('tele')).toHaveLength(2))
    expect(broker.of('tele')).toMatchObject([{ d: [{ ts: now - 1000 }] }, { d: [{ ts: now + 70_000 }] }])
  })

  it('waits for what a device did, and tells what it read back', async () => {
    await start(site())
    const off = await order('c1', { op: 'switch', targets: [INVERTER], args: { on: false } })
    expect(off).toMatchObject([
      { stage: 'accepted' },
      { results: [{ sn: INVERTER, ok: false, code: 'did_nothing', after: { st: 'grid' } }] },
    ])
    await order('c2', { op: 'limit', targets: [INVERTER], args: { w: 600, rvrt_s: 3600 } })
    await order('c3', { op: 'limit', targets: [INVERTER], args: { pct: 60 } })
    expect(limits).toEqual([
      { id: 'c2', w: 600, rvrtS: 3600 },
      { id: 'c3', pct: 60, rvrtS: null },
    ])
    await order('c4', { op: 'read', targets: [INVERTER] })
    expect(readAgain).toBe(1)
  })

  it('reads a device first that it has not read since its start, and gives it the order then', async () => {
    let isRead = false
    const refresh = async (): Promise<void> => {
      isRead = true
    }
    await start(site({ readings: () => (isRead ? [item] : []), refresh }))
    const on = await order('c20', { op: 'switch', targets: [INVERTER], args: { on: true } })
    expect(on.at(-1)).toMatchObject({ results: [{ sn: INVERTER, ok: true }] })
    isRead = false
    await gateway.stop()
    await start(site({ readings: () => [], refresh }))
    const silent = await order('c21', { op: 'switch', targets: [INVERTER], args: { on: true } })
    expect(silent.at(-1)).toMatchObject({ results: [{ sn: INVERTER, ok: false, code: 'no_answer' }] })
  })

  it('searches, tells how far it is, and what it cannot it says', async () => {
    const found = [{ url: 'modbus-tcp://10.0.0.2', profile: 'sunspec', devices: [] }]
    await start(
      site({
        discover: async (ranges, tell) => {
          tell({ done: 1, total: 2, tried: `10.0.0.1 of ${ranges?.join() ?? 'all'}`, found: [] })
          return found
        },
        diagnose: () => Promise.reject(new Error('The device is not in the list.')),
      }),
    )
    expect(await order('c5', { op: 'discover', args: { ranges: ['10.0.0.0/30'] } })).toMatchObject([
      { stage: 'accepted' },
      { stage: 'progress', done: 1, total: 2, tried: '10.0.0.1 of 10.0.0.0/30' },
      { stage: 'done', found, results: [{ sn: SN, ok: true }] },
    ])
    expect(await order('c6', { op: 'diagnose', args: { what: 'log', lines: 3 } })).toMatchObject([
      {},
      { results: [{ ok: false }], lines: ['The device is not in the list.'] },
    ])
  })

  it('says of a trouble what it is where that is known, and else that it was not done', async () => {
    const troubles = [
      Object.assign(new Error('Nothing listens there.'), { reason: 'refused' }),
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    ]
    await start(site({ diagnose: () => Promise.reject(troubles.shift() ?? new Error('no more')) }))
    const log = { op: 'diagnose', args: { what: 'log', lines: 3 } } as const
    expect(await order('c9', log)).toMatchObject([{}, { results: [{ ok: false, code: 'refused' }] }])
    expect(await order('c10', log)).toMatchObject([{}, { results: [{ ok: false, code: 'not_done' }] }])
  })

  it('one that cannot search or diagnose says so', async () => {
    await start(site())
    for (const [id, op, args] of [
      ['c7', 'discover', {}],
      ['c8', 'diagnose', { what: 'log', lines: 3 }],
    ] as const)
      expect(await order(id, { op, args })).toMatchObject([{ stage: 'rejected', code: 'unsupported' }])
  })

  it('takes a list of devices and says which of it it does not read', async () => {
    const refused = [{ id: 'd1', code: 'address' as const }]
    await start(
      site({ configure: ({ devices }) => Promise.resolve(devices && devices.length > 0 ? refused : []) }),
    )
    const devices = [{ id: 'd1', url: 'modbus-tcp://8.8.8.8', interval_s: 10 }]
    await broker.publish(topicOf(SN, 'cfg'), { v: 1, rev: 1, report_s: 30 })
    await broker.publish(topicOf(SN, 'cfg'), { v: 1, rev: 2, report_s: 30, devices })
    await eventually(() => expect(broker.of('cfg/ack')).toHaveLength(2))
    expect(broker.of('cfg/ack')).toEqual([
      { v: 1, rev: 1, ok: true, report_s: 30 },
      { v: 1, rev: 2, ok: true, report_s: 30, refused },
    ])
  })

  it('tells how its devices get on after the birth, soon after a change, and each minute', async () => {
    const store = { waiting: 0, bytes: 0, dropped: 0 }
    await start(site({ links: () => ({ devices: [{ id: 'd1', sns: [], asked: 1, answered: 1 }], store }) }))
    const told = async (count: number): Promise<void> => {
      await gateway.tick()
      await eventually(() => expect(broker.of('links')).toHaveLength(count))
    }
    await eventually(() => gateway.tick().then(() => expect(broker.of('links')).toHaveLength(1)))
    clock += 3_000
    await told(1)
    gateway.announceLinks()
    await told(2)
    clock += 61_000
    await told(3)
  })

  it('E5: an alarm that began and ended while the line was cut is told when it is back', async () => {
    const aid = `${INVERTER}:sunspec.3:1`
    const alarm = { aid, sn: INVERTER, code: 'sunspec.3', lvl: 'important', since: now, ctx: {} } as const
    let active = [alarm]
    await start(site({ alarms: () => active }))
    await eventually(() => expect(broker.of('alarm').at(-1)).toMatchObject({ ev: 'sync', active: [aid] }))
    broker.goDeaf(true)
    broker.drop()
    await eventually(() => expect(gateway.online).toBe(false))
    active = []
    clock += 1_000
    gateway.reportSoon()
    active = [{ ...alarm, since: clock + 500 }]
    clock += 1_000
    gateway.reportSoon()
    active = []
    clock += 1_000
    gateway.reportSoon()
    broker.goDeaf(false)
    const before = broker.of('alarm').length
    clock += 90_000
    await gateway.tick()
    await eventually(() => expect(broker.of('alarm').at(-1)).toMatchObject({ ev: 'sync', active: [] }))
    expect(broker.of('alarm').slice(before)).toMatchObject([
      { ev: 'clear', aid, ts: now + 1_000 },
      { ev: 'raise', aid, ts: now + 1_500 },
      { ev: 'clear', aid, ts: now + 3_000 },
      { ev: 'sync' },
    ])
  })

  it('what it owes of answers it says again after it has been away', async () => {
    await start(site())
    broker.goDeaf(true)
    gateway.answer({ v: 1, id: 'c9', stage: 'ended', by: 'gateway', ts: clock })
    await eventually(() => expect(memory.owed()).toHaveLength(1))
    broker.drop()
    await eventually(() => expect(gateway.online).toBe(false))
    await gateway.stop()
    broker.goDeaf(false)
    await start(site())
    await eventually(() => expect(answers('c9')).toMatchObject([{ stage: 'ended', by: 'gateway' }]))
    await eventually(() => expect(memory.owed()).toEqual([]))
    const again = await order('c2', { op: 'limit', targets: [INVERTER], args: { pct: 1 } })
    expect(again).toMatchObject([{ stage: 'done' }])
    expect(limits).toHaveLength(2)
  })
})
