import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import { decode, encode } from '#contract/mqtt/decode.ts'
import { topicOf } from '#contract/mqtt/topics.ts'
import { startTinyBroker, type TinyBroker } from '#tests/tiny-broker.ts'
import type { Fault } from './faults.ts'
import { createSimulatedGateway } from './simulated-gateway.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { troubles } from './troubles.ts'
import { simulateDevices, type SimulatedStation } from './simulated-station.ts'
import { worldStation } from './world.ts'

const SN = 'GW2006A00058'
const INVERTER = 'SE17K7E1DBB39'
const OPTIMIZER = '4-9A57001L'
const noon = Date.UTC(2026, 5, 12, 11)
const midnight = Date.UTC(2026, 5, 12, 23)
const MINUTE = 60_000

let broker: TinyBroker
let gateway: Gateway
let station: SimulatedStation
let clock = noon
let asked = 0

const start = async (at: number, faults: readonly Fault[] = []): Promise<void> => {
  const before = broker.of('inv').length
  clock = at
  station = simulateDevices(worldStation('landshut-barn'), {
    counters: { ts: at - MINUTE, wh: {} },
    gridMs: MINUTE,
    faults,
  })
  gateway = createSimulatedGateway({
    url: broker.url,
    sn: SN,
    secret: 'secret',
    station,
    faults,
    now: () => clock,
  })
  await gateway.tick()
  await eventually(() => expect(broker.of('inv').length).toBeGreaterThan(before))
}
beforeEach(async () => {
  broker = await startTinyBroker({ [SN]: 'secret' })
})
afterEach(async () => {
  await gateway.stop()
  await broker.stop()
})
const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const answers = () => broker.of('cmd/res') as CommandResponse[]
const order = async (body: object): Promise<string> => {
  const id = `c-${(asked += 1)}`
  const envelope = { v: 1, id, targets: [], args: {}, exp: clock + MINUTE }
  await broker.publish(topicOf(SN, 'cmd/req'), { ...envelope, ...body })
  await eventually(() => expect(answers().some((one) => one.id === id)).toBe(true))
  return id
}
const doneOf = (id: string) => {
  const found = answers().find((one) => one.id === id && one.stage === 'done')
  return found?.stage === 'done' ? found.results : null
}
const report = async (): Promise<{ sn: string; st: string; m: Record<string, unknown> }[]> => {
  const before = broker.of('tele').length
  clock += 5 * MINUTE
  await gateway.tick()
  await eventually(() => expect(broker.of('tele').length).toBeGreaterThan(before))
  await eventually(() => expect(gateway.waiting).toBe(0))
  return (broker.of('tele') as { d: { sn: string; st: string; m: Record<string, unknown> }[] }[])
    .slice(before)
    .flatMap(({ d }) => d)
}

describe('orders to a gateway', () => {
  it('activates itself and what answers, and says so when it has asked everybody', async () => {
    await start(noon)
    const id = await order({ op: 'activate' })
    expect([answers().length, gateway.activated]).toEqual([1, true])
    clock += 2_000
    await gateway.tick()
    await eventually(() => expect(doneOf(id)).not.toBeNull())
    const results = doneOf(id) ?? []
    expect(results).toHaveLength(99)
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(decode('cmd/res', encode(answers().at(-1) ?? {})).ok).toBe(true)
  })

  it('says at night which devices did not answer', async () => {
    await start(midnight)
    const id = await order({ op: 'activate' })
    clock += 2_000
    await gateway.tick()
    await eventually(() => expect(doneOf(id)).not.toBeNull())
    const ok = (doneOf(id) ?? []).filter((one) => one.ok).map(({ sn }) => sn)
    expect(ok).toContain(SN)
    expect(ok).toContain(INVERTER)
    expect(doneOf(id)).toContainEqual({ sn: OPTIMIZER, ok: false, code: 'no_answer' })
  })

  it('switches an inverter off: it and its optimizers give nothing, its counter stands, and on again', async () => {
    await start(noon)
    const before = (await report()).find(({ sn }) => sn === INVERTER)
    expect(before?.m['p']).toBeGreaterThan(1_000)
    const id = await order({ op: 'switch', targets: [INVERTER], args: { on: false } })
    expect(doneOf(id)).toMatchObject([{ sn: INVERTER, ok: true, after: { st: 'shutdown' } }])
    const first = await report()
    const second = await report()
    const of = (list: typeof first, sn: string) => list.find((item) => item.sn === sn)
    expect(of(second, INVERTER)).toMatchObject({ st: 'shutdown', m: { p: expect.any(Number) } })
    expect(of(second, INVERTER)?.m['p']).toBeLessThanOrEqual(0)
    expect(of(second, OPTIMIZER)?.m['p']).toBe(0)
    expect(of(second, INVERTER)?.m['e_tot']).toBe(of(first, INVERTER)?.m['e_tot'])
    await order({ op: 'switch', targets: [INVERTER], args: { on: true } })
    const after = await report()
    expect(of(after, INVERTER)).toMatchObject({ st: 'grid' })
    expect(of(after, INVERTER)?.m['p']).toBeGreaterThan(1_000)
  })

  it('switches an optimizer off by itself, and on again', async () => {
    await start(noon)
    const id = await order({ op: 'switch', targets: [OPTIMIZER], args: { on: false } })
    expect(doneOf(id)).toMatchObject([{ sn: OPTIMIZER, ok: true, after: { st: 'shutdown', p: 0 } }])
    const off = await report()
    expect(off.find(({ sn }) => sn === INVERTER)?.m['p']).toBeGreaterThan(1_000)
    await order({ op: 'switch', targets: [OPTIMIZER], args: { on: true } })
    expect((await report()).find(({ sn }) => sn === OPTIMIZER)?.m['p']).toBeGreaterThan(50)
  })

  it('limits an inverter: it gives no more, reads its limit, and gives all again at 100', async () => {
    await start(noon)
    const full = Number((await report()).find(({ sn }) => sn === INVERTER)?.m['p'])
    const id = await order({ op: 'limit', targets: [INVERTER], args: { pct: 10 } })
    expect(doneOf(id)).toMatchObject([{ ok: true, after: { st: 'curtailed', p: 1_700, limit_pct: 10 } }])
    expect((await report()).find(({ sn }) => sn === INVERTER)).toMatchObject({
      st: 'curtailed',
      m: { p: 1_700 },
    })
    await order({ op: 'limit', targets: [INVERTER], args: { pct: 100 } })
    expect(Number((await report()).find(({ sn }) => sn === INVERTER)?.m['p'])).toBeGreaterThan(full * 0.8)
    const part = await order({ op: 'limit', targets: [OPTIMIZER], args: { pct: 10 } })
    expect(doneOf(part)).toEqual([{ sn: OPTIMIZER, ok: false, code: 'unsupported' }])
  })

  it('restarts an inverter: it counts its seconds anew', async () => {
    await start(noon)
    const upS = async () => {
      const id = await order({ op: 'read', targets: [INVERTER] })
      return Number(doneOf(id)?.[0]?.after?.['up_s'])
    }
    expect(await upS()).toBeGreaterThan(86_400)
    await order({ op: 'restart', targets: [INVERTER] })
    clock += 4_000
    expect(await upS()).toBe(4)
  })

  it('restarts itself once it has said so: a new boot, and it still knows what it was told', async () => {
    await start(noon)
    const before = gateway.boot
    const id = await order({ op: 'restart' })
    expect(doneOf(id)).toEqual([{ sn: SN, ok: true }])
    await eventually(async () => {
      await gateway.tick()
      expect(gateway.boot).not.toBe(before)
    })
    expect(gateway.online).toBe(false)
    clock += 4_000
    await gateway.tick()
    await eventually(() => expect(broker.of('inv')).toHaveLength(2))
    expect(broker.of('status').at(-1)).toMatchObject({ state: 'online', boot: gateway.boot, conn: 1 })
    const read = await order({ op: 'read' })
    expect(doneOf(read)).toEqual([{ sn: SN, ok: true, after: { report_s: 300, up_s: 4 } }])
    const count = answers().length
    await broker.publish(topicOf(SN, 'cmd/req'), {
      v: 1,
      id,
      op: 'restart',
      targets: [],
      args: {},
      exp: clock + MINUTE,
    })
    await eventually(() => expect(answers().length).toBe(count + 1))
    await gateway.tick()
    expect(gateway.online).toBe(true)
  })

  it('a device that lies says yes and goes on; one that is silent is not answered for', async () => {
    await start(noon, [
      { name: 'device-lies', device: INVERTER, from: 0 },
      { name: 'device-silent', device: OPTIMIZER, from: 0 },
    ])
    const id = await order({ op: 'switch', targets: [INVERTER, OPTIMIZER], args: { on: false } })
    expect(doneOf(id)).toMatchObject([
      { sn: INVERTER, ok: true, after: { st: 'shutdown' } },
      { sn: OPTIMIZER, ok: false, code: 'no_answer' },
    ])
    const read = await order({ op: 'read', targets: [INVERTER, OPTIMIZER] })
    expect(doneOf(read)).toMatchObject([
      { sn: INVERTER, ok: true, after: { st: 'grid' } },
      { sn: OPTIMIZER, ok: false, code: 'no_answer' },
    ])
    const readings = await report()
    expect(readings.find(({ sn }) => sn === INVERTER)?.m['p']).toBeGreaterThan(1_000)
    expect(readings.filter(({ sn }) => sn === OPTIMIZER)).toEqual([])
  })

  it('a gateway answers late, twice or never, and does what it is told all the same', async () => {
    const always = { gateway: SN, from: 0 }
    await start(noon, [{ name: 'gateway-answers-late', lateMs: 9_000, ...always }])
    const send = (id: string) =>
      broker.publish(topicOf(SN, 'cmd/req'), {
        v: 1,
        id,
        op: 'switch',
        targets: [INVERTER],
        args: { on: false },
        exp: clock + MINUTE,
      })
    await send('late')
    await eventually(() => expect(station.momentAt(clock).off).toEqual([true, false]))
    expect(answers()).toEqual([])
    clock += 9_000
    await gateway.tick()
    await eventually(() => expect(answers().map(({ stage }) => stage)).toEqual(['accepted', 'done']))
    await gateway.stop()
    await start(noon, [{ name: 'gateway-answers-twice', ...always }])
    await send('twice')
    await eventually(() => expect(answers().filter(({ id }) => id === 'twice')).toHaveLength(4))
    await gateway.stop()
    await start(noon, [{ name: 'gateway-answers-never', ...always }])
    await send('never')
    await eventually(() => expect(station.momentAt(clock).off).toEqual([true, false]))
    expect(answers().filter(({ id }) => id === 'never')).toEqual([])
  })

  it('troubles are the same for the same seed, and no device has two', () => {
    const serials = Array.from({ length: 60 }, (_, n) => `RSD${String(n).padStart(6, '0')}`)
    const given = { seed: 7, liars: 3, silent: 2, from: 0 }
    const chosen = troubles(serials, given)
    expect(troubles(serials.toReversed(), given)).toEqual(chosen)
    expect(chosen.map(({ name }) => name)).toEqual([
      ...Array<string>(3).fill('device-lies'),
      ...Array<string>(2).fill('device-silent'),
    ])
    expect(new Set(chosen.map((one) => ('device' in one ? one.device : ''))).size).toBe(5)
    expect(troubles(serials, { ...given, seed: 8 })).not.toEqual(chosen)
    expect(() => troubles(serials.slice(0, 4), given)).toThrow(RangeError)
  })

  it('cannot switch itself, nor what it does not have', async () => {
    await start(noon)
    const none = await order({ op: 'switch', args: { on: false } })
    expect(answers().at(-1)).toMatchObject({ id: none, stage: 'rejected', code: 'unknown_target' })
    const unknown = await order({ op: 'switch', targets: ['NOTHERE1'], args: { on: false } })
    expect(answers().at(-1)).toMatchObject({ id: unknown, stage: 'rejected', code: 'unknown_target' })
  })

  it('reports an exchanged device under its new serial, with a counter that starts at 0, and names it', async () => {
    await start(noon)
    await report()
    const id = await order({ op: 'replace', args: { old: OPTIMIZER, new: '4-9A57NEWL' } })
    expect(doneOf(id)).toEqual([{ sn: '4-9A57NEWL', ok: true, after: { replaces: OPTIMIZER } }])
    await eventually(() => expect(broker.of('inv')).toHaveLength(2))
    const named = broker.of('inv') as {
      rev: number
      devices: { sn: string; string: number; pos: number }[]
    }[]
    const place = named[0]?.devices.find(({ sn }) => sn === OPTIMIZER)
    expect(named[1]?.rev).toBe((named[0]?.rev ?? 0) + 1)
    expect(named[1]?.devices.find(({ sn }) => sn === '4-9A57NEWL')).toEqual({ ...place, sn: '4-9A57NEWL' })
    expect(named[1]?.devices).toHaveLength(named[0]?.devices.length ?? 0)
    const readings = await report()
    expect(readings.filter(({ sn }) => sn === OPTIMIZER)).toEqual([])
    const fresh = readings.find(({ sn }) => sn === '4-9A57NEWL')
    expect(fresh?.m['e_tot']).toBeLessThan(200)
    expect(fresh?.m['p']).toBeGreaterThan(50)
    await order({ op: 'replace', args: { old: OPTIMIZER, new: '4-9A57NEWL' } })
    expect((await report()).filter(({ sn }) => sn === '4-9A57NEWL')).toHaveLength(1)
  })

  it('scans: what is there comes as a new inventory', async () => {
    await start(noon)
    await order({ op: 'scan' })
    await eventually(() => expect(broker.of('inv')).toHaveLength(2))
  })
})
