import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import { maxMessageBytes, topicOf } from '#contract/mqtt/topics.ts'
import { startTinyBroker, type TinyBroker } from '#tests/tiny-broker.ts'
import type { Fault } from './faults.ts'
import { createSimulatedGateway, type SimulatedGatewayOptions } from './simulated-gateway.ts'
import type { Gateway } from '#gateway/gateway.ts'
import { simulateDevices } from './simulated-station.ts'
import { worldStation } from './world.ts'

const SN = 'GW2006A00058'
const spec = worldStation('landshut-barn')
const noon = Date.UTC(2026, 5, 12, 11)
const MINUTE = 60_000

let broker: TinyBroker
let gateways: Gateway[] = []
let clock = noon

beforeEach(async () => {
  clock = noon
  gateways = []
  broker = await startTinyBroker({ [SN]: 'secret' })
})
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()))
  await broker.stop()
})

function gatewayWith(faults: Fault[] = [], more: Partial<SimulatedGatewayOptions> = {}): Gateway {
  const station = simulateDevices(spec, { counters: { ts: noon - MINUTE, wh: {} }, faults, gridMs: MINUTE })
  const gateway = createSimulatedGateway({
    url: broker.url,
    sn: SN,
    secret: 'secret',
    station,
    faults,
    now: () => clock,
    random: () => 0.5,
    ...more,
  })
  gateways.push(gateway)
  return gateway
}
const eventually = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 10 })
/** Lets `ms` pass on the gateway's clock, then lets it do what is due and waits until all is acknowledged. */
async function pass(gateway: Gateway, ms: number): Promise<void> {
  clock += ms
  await gateway.tick()
  await eventually(() => expect(gateway.online && gateway.waiting > 0).toBe(false))
}
async function connected(gateway: Gateway): Promise<void> {
  await gateway.tick()
  await eventually(() =>
    expect(broker.of('alarm').some((body) => Reflect.get(Object(body), 'ev') === 'sync')).toBe(true),
  )
}
type Tele = { seq: number; hist: boolean; ts: number; boot: string; d: { sn: string; ts: number }[] }
const teles = (): Tele[] => broker.of('tele') as Tele[]

describe('a gateway', () => {
  it('introduces itself: retained birth and inventory, then what is active', async () => {
    const gateway = gatewayWith()
    await connected(gateway)
    expect(broker.heard.map((one) => [one.channel, one.retain, one.qos])).toEqual([
      ['status', true, 1],
      ['inv', true, 1],
      ['alarm', false, 1],
    ])
    expect(broker.of('status')[0]).toMatchObject({
      state: 'online',
      boot: gateway.boot,
      conn: 1,
      sn: SN,
      model: 'EMU-2',
      report_s: 300,
      queue: 0,
      ts: noon,
    })
    expect(broker.of('inv')[0]).toMatchObject({ devices: { length: 98 } })
  })

  it('reports every interval, divided by the clock factor, in batches that keep the contract', async () => {
    const gateway = gatewayWith([], { clockFactor: 10 })
    await connected(gateway)
    // The first report comes within the first 30 s of the gateway's own clock.
    await pass(gateway, 3000)
    const first = teles()
    expect(first.map((message) => message.d.length)).toEqual([60, 38])
    expect(first.map((message) => message.seq)).toEqual([2, 3])
    for (const message of first) {
      const bytes = encode(message)
      expect(bytes.length).toBeLessThan(maxMessageBytes)
      expect(decode('tele', bytes)).toMatchObject({ ok: true, itemsRejected: 0, message: { hist: false } })
    }
    await pass(gateway, 20_000)
    expect(teles()).toHaveLength(2)
    await pass(gateway, 10_000)
    expect(teles()).toHaveLength(4)
    expect(teles()[2]?.ts).toBe(clock)
  })

  it('takes a new reporting interval once, acknowledges it each time and ignores an older one', async () => {
    await broker.publish(topicOf(SN, 'cfg'), { v: 1, rev: 7, report_s: 600 }, true)
    const gateway = gatewayWith()
    await connected(gateway)
    await eventually(() => expect(broker.of('cfg/ack')).toEqual([{ v: 1, rev: 7, ok: true, report_s: 600 }]))
    await broker.publish(topicOf(SN, 'cfg'), { v: 1, rev: 6, report_s: 900 })
    await broker.publish(topicOf(SN, 'cfg'), { v: 1, rev: 8, report_s: 1200 })
    await eventually(() => expect(broker.of('cfg/ack')).toHaveLength(2))
    expect(gateway.reportSeconds).toBe(1200)
  })

  it('answers read and scan, repeats the answer to a repeated id, and refuses what it cannot do', async () => {
    const gateway = gatewayWith()
    await connected(gateway)
    const ask = async (body: object): Promise<object[]> => {
      const before = broker.of('cmd/res').length
      await broker.publish(topicOf(SN, 'cmd/req'), {
        v: 1,
        targets: [],
        args: {},
        exp: clock + MINUTE,
        ...body,
      })
      await eventually(() =>
        expect(
          broker
            .of('cmd/res')
            .slice(before)
            .some((one) => Reflect.get(Object(one), 'stage') !== 'accepted'),
        ).toBe(true),
      )
      return broker.of('cmd/res').slice(before) as object[]
    }
    const read = await ask({ id: 'c-1', op: 'read', targets: ['SE17K7E1DBB39', '4-9A57001L'] })
    expect(read).toMatchObject([
      { stage: 'accepted' },
      {
        stage: 'done',
        results: [
          { sn: 'SE17K7E1DBB39', ok: true, after: { st: 'grid' } },
          { sn: '4-9A57001L', ok: true },
        ],
      },
    ])
    clock += 10_000
    expect(await ask({ id: 'c-1', op: 'read', targets: ['SE17K7E1DBB39'] })).toEqual(read.slice(1))
    expect(await ask({ id: 'c-2', op: 'scan' })).toMatchObject([
      { stage: 'accepted' },
      { stage: 'done', results: { length: 98 } },
    ])
    expect(await ask({ id: 'c-3', op: 'limit', args: { pct: 60 } })).toMatchObject([
      { stage: 'rejected', code: 'unknown_target' },
    ])
    expect(await ask({ id: 'c-4', op: 'read', targets: ['NOTHERE1'] })).toMatchObject([
      { stage: 'rejected', code: 'unknown_target' },
    ])
    expect(await ask({ id: 'c-5', op: 'read', exp: clock - 1 })).toMatchObject([
      { stage: 'rejected', code: 'expired' },
    ])
    expect(await ask({ id: 'c-6', op: 'set', args: { report_s: 60 } })).toMatchObject([
      { stage: 'accepted' },
      { stage: 'done' },
    ])
    expect(gateway.reportSeconds).toBe(60)
  })

  it('keeps reading while its link is lost and back-fills afterwards', async () => {
    const faults: Fault[] = [
      { name: 'gateway-link-lost', from: noon + 6 * MINUTE, to: noon + 22 * MINUTE, gateway: SN },
    ]
    const gateway = gatewayWith(faults)
    await connected(gateway)
    await pass(gateway, MINUTE)
    expect(teles()).toHaveLength(2)
    for (let minute = 2; minute <= 21; minute++) await pass(gateway, MINUTE)
    expect([gateway.online, gateway.waiting, teles().length]).toEqual([false, 8, 2])
    clock += MINUTE
    await gateway.tick()
    await eventually(() => expect(gateway.waiting).toBe(0))
    const later = teles().slice(2)
    expect(later.map((message) => message.hist)).toEqual(Array.from({ length: 8 }, () => true))
    expect(broker.of('status').at(-1)).toMatchObject({
      state: 'online',
      conn: 2,
      boot: gateway.boot,
      queue: 8,
    })
    expect(new Set(teles().map((message) => message.seq)).size).toBe(10)
  })

  it('lets its will speak when the link is lost, and says goodbye when it is stopped', async () => {
    const gateway = gatewayWith([
      { name: 'gateway-link-lost', from: noon + MINUTE, to: noon + 2 * MINUTE, gateway: SN },
    ])
    await connected(gateway)
    await pass(gateway, MINUTE)
    await eventually(() =>
      expect(broker.of('status').at(-1)).toMatchObject({ state: 'offline', conn: 1, reason: 'lwt' }),
    )
    await pass(gateway, MINUTE)
    await eventually(() => expect(broker.of('inv')).toHaveLength(2))
    await gateway.stop()
    expect(broker.of('status').at(-1)).toMatchObject({ state: 'offline', conn: 2, reason: 'stopped' })
  })

  it('sends again what had no PUBACK, under the same number', async () => {
    const gateway = gatewayWith()
    await connected(gateway)
    broker.goDeaf(true)
    clock += MINUTE
    await gateway.tick()
    expect(gateway.waiting).toBe(2)
    broker.drop()
    await eventually(() => expect(gateway.online).toBe(false))
    broker.goDeaf(false)
    clock += 2 * MINUTE
    await gateway.tick()
    await eventually(() => expect(gateway.waiting).toBe(0))
    expect(teles().map((message) => [message.seq, message.hist])).toEqual([
      [2, true],
      [3, true],
    ])
    expect(gateway.acknowledged).toBe(2)
  })

  it('waits longer after each refusal', async () => {
    const gateway = gatewayWith([], { secret: 'wrong' })
    const tries: number[] = []
    const log: string[] = []
    const other = gatewayWith([], { secret: 'wrong', log: (line) => log.push(line) })
    for (let second = 0; second < 40; second++) {
      await other.tick()
      tries.push(log.length)
      clock += 1000
    }
    // Attempts at 0, 2, 6, 14 and 30 s: the waits are 2, 4, 8, 16 s at half the jitter.
    expect([0, 1, 2, 5, 6, 13, 14, 29, 30].map((second) => tries[second])).toEqual([
      1, 1, 2, 2, 3, 3, 4, 4, 5,
    ])
    expect(gateway.online).toBe(false)
  })

  it('stamps with its own wrong clock', async () => {
    const year = 365 * 24 * 60 * MINUTE
    const gateway = gatewayWith([{ name: 'gateway-clock-skew', from: noon, gateway: SN, skewMs: year }])
    await connected(gateway)
    await pass(gateway, MINUTE)
    expect(teles()[0]?.ts).toBe(clock + year)
    expect(teles()[0]?.d[0]?.ts).toBe(clock + year)
  })

  it("can report somebody else's device", async () => {
    const gateway = gatewayWith([{ name: 'liar-serial', from: noon, gateway: SN, serial: 'SE17K7E23M01' }])
    await connected(gateway)
    await pass(gateway, MINUTE)
    expect(
      teles()
        .flatMap((message) => message.d)
        .filter((item) => item.sn === 'SE17K7E23M01'),
    ).toHaveLength(1)
    expect(JSON.stringify(broker.of('inv'))).not.toContain('SE17K7E23M01')
  })

  it('raises an alarm when it begins, clears it when it ends, repeats it after a birth', async () => {
    const sn = 'SE17K7E1DBB39'
    const faults: Fault[] = [
      { name: 'inverter-trip', from: noon + 5 * MINUTE, to: noon + 20 * MINUTE, inverter: sn },
      { name: 'gateway-link-lost', from: noon + 9 * MINUTE, to: noon + 11 * MINUTE, gateway: SN },
    ]
    const gateway = gatewayWith(faults)
    await connected(gateway)
    for (let minute = 0; minute < 30; minute++) await pass(gateway, MINUTE)
    await eventually(() => expect(broker.of('alarm')).toHaveLength(5))
    const aid = `${sn}:2062:1`
    expect(broker.of('alarm')).toMatchObject([
      { ev: 'sync', active: [] },
      { ev: 'raise', aid, code: '2062', lvl: 'emergent', ts: noon + 5 * MINUTE },
      { ev: 'raise', aid },
      { ev: 'sync', active: [aid] },
      { ev: 'clear', aid },
    ])
  })
})
