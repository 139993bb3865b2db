import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { keepLog } from '#tests/device-transport.ts'
import type { Received } from '../../platform/broker/transport.ts'
import { createIntakeCounters } from './intake-counters.ts'
import { createIntake, type IntakeHandlers, MessageRefused } from './intake.ts'

const bytes = (message: unknown) => new TextEncoder().encode(JSON.stringify(message))
const from = (channel: Received['channel'], message: unknown, more: Partial<Received> = {}): Received => ({
  gateway: 'GW2408A00017',
  channel,
  payload: bytes(message),
  retained: false,
  arrivedAt: 1_755_600_000_500,
  ...more,
})

const messages = {
  birth: from('status', { v: 1, state: 'online', boot: 'abcd', conn: 1, ts: 1 }),
  inventory: from('inv', { v: 1, boot: 'abcd', rev: 1, devices: [] }),
  alarm: from('alarm', { v: 1, boot: 'abcd', seq: 2, ev: 'sync', active: [] }),
  settings: from('cfg/ack', { v: 1, rev: 1, ok: true }),
  result: from('cmd/res', { v: 1, id: 'c-1', stage: 'accepted', ts: 1 }),
  get: from('ota/get', { v: 1, job: 'u-1', from: 0, count: 8 }),
  progress: from('ota/progress', { v: 1, job: 'u-1', phase: 'done', ts: 1 }),
}
const telemetry = (seq: number) => from('tele', { v: 1, boot: 'abcd', seq, ts: 1, d: [] })

function setUp(handlers: Partial<IntakeHandlers> = {}) {
  const log = keepLog()
  const registry = new Registry()
  const handled: string[] = []
  const note = (name: string) => async (message: object) => {
    handled.push(`${name} ${Object.keys(message).join(',')}`)
  }
  const intake = createIntake({
    onStatus: note('status'),
    onInventory: note('inventory'),
    onTelemetry: note('telemetry'),
    onAlarm: note('alarm'),
    onConfigAck: note('settings'),
    onCommandResult: note('result'),
    onLinks: note('links'),
    onFirmware: note('firmware'),
    ...handlers,
    now: () => 0,
    log,
    counters: createIntakeCounters(registry),
  })
  return { ...intake, log, handled, metrics: async () => registry.metrics() }
}

describe('intake', () => {
  it('gives each channel to its handler', async () => {
    const { receive, handled } = setUp()
    for (const message of [...Object.values(messages), telemetry(1)])
      expect(await receive(message)).toBe('ok')
    expect(handled).toEqual([
      'status v,state,boot,conn,ts',
      'inventory v,boot,rev,devices',
      'alarm v,boot,seq,ev,active',
      'settings v,rev,ok',
      'result v,id,ts,stage',
      'firmware channel,message',
      'firmware channel,message',
      'telemetry v,boot,seq,ts,d',
    ])
  })

  it('D4: tells the handler the gateway of the login, not the one the payload claims', async () => {
    const told: unknown[] = []
    const { receive } = setUp({ onStatus: async (message, arrival) => void told.push([message, arrival]) })
    await receive(from('status', { v: 1, state: 'online', boot: 'abcd', conn: 1, ts: 1, sn: 'GW9999' }))
    expect(told).toMatchObject([
      [{ sn: 'GW9999' }, { gateway: 'GW2408A00017', arrivedAt: 1_755_600_000_500, retained: false }],
    ])
  })

  it('D6: a stored copy of anything but birth and inventory is dropped', async () => {
    const { receive, handled } = setUp()
    expect(await receive({ ...telemetry(1), retained: true })).toBe('dropped')
    expect(await receive({ ...messages.alarm, retained: true })).toBe('dropped')
    expect(await receive({ ...messages.birth, retained: true })).toBe('ok')
    expect(handled).toHaveLength(1)
  })

  it('D12: counts what it drops by reason and says so once a minute for each gateway', async () => {
    const { receive, log, handled, metrics } = setUp()
    for (let count = 0; count < 50; count += 1) {
      expect(await receive(from('tele', { v: 2 }))).toBe('dropped')
    }
    expect(await receive({ ...telemetry(1), payload: new Uint8Array([0xff]) })).toBe('dropped')
    expect(handled).toEqual([])
    expect(log.lines).toHaveLength(2)
    const text = await metrics()
    expect(text).toContain('sunkeeper_mqtt_dropped_total{channel="tele",reason="not_contract"} 50')
    expect(text).toContain('sunkeeper_mqtt_dropped_total{channel="tele",reason="not_utf8"} 1')
    expect(text).toContain('sunkeeper_mqtt_received_total{channel="tele"} 51')
  })

  it('D18: resolves after the handler, and rejects when it could not store', async () => {
    const stored = Promise.withResolvers<void>()
    let resolved = false
    const { receive, metrics } = setUp({ onTelemetry: async () => stored.promise })
    const received = receive(telemetry(1)).then((outcome) => {
      resolved = true
      return outcome
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(resolved).toBe(false)
    stored.resolve()
    expect(await received).toBe('ok')
    const failing = setUp({
      onTelemetry: async () => {
        throw new Error('database away')
      },
    })
    await expect(failing.receive(telemetry(1))).rejects.toThrow('database away')
    expect(await failing.metrics()).toContain('sunkeeper_mqtt_failed_total{channel="tele"} 1')
    expect(await metrics()).not.toContain('sunkeeper_mqtt_failed_total{')
  })

  it('acknowledges what a handler refuses for good', async () => {
    const { receive, metrics } = setUp({
      onTelemetry: async () => {
        throw new MessageRefused('older than the retention')
      },
    })
    expect(await receive(telemetry(1))).toBe('dropped')
    expect(await metrics()).toContain('reason="refused"} 1')
  })

  it('D12: acknowledges what the database can never store, so that it does not come again for ever', async () => {
    const { receive, metrics } = setUp({
      onTelemetry: async () => {
        throw Object.assign(new Error('unsupported Unicode escape sequence'), { code: '22P05' })
      },
    })
    expect(await receive(telemetry(1))).toBe('dropped')
    expect(await metrics()).toMatch(/channel="tele",reason="refused"\} 1/)
  })

  it('knows the inventory before the readings that follow it, and runs readings side by side', async () => {
    const order: string[] = []
    const inventoryStored = Promise.withResolvers<void>()
    const bothRunning = Promise.withResolvers<void>()
    let running = 0
    const { receive } = setUp({
      onInventory: async () => {
        await inventoryStored.promise
        order.push('inventory')
      },
      onTelemetry: async ({ seq }) => {
        running += 1
        if (running === 2) bothRunning.resolve()
        await bothRunning.promise
        order.push(`telemetry ${seq}`)
      },
      onAlarm: async () => void order.push('alarm'),
    })
    const all = [messages.inventory, telemetry(1), telemetry(2), messages.alarm].map(receive)
    const other = receive({ ...messages.alarm, gateway: 'GW2408A00018' })
    expect(await other).toBe('ok')
    inventoryStored.resolve()
    await Promise.all(all)
    expect(order).toEqual(['alarm', 'inventory', 'telemetry 1', 'telemetry 2', 'alarm'])
  })

  it('what waited for a message that failed fails too, so that all of it comes again in order', async () => {
    let tries = 0
    const { receive, handled } = setUp({
      onInventory: async () => {
        tries += 1
        if (tries === 1) throw new Error('database away')
      },
    })
    const burst = [messages.inventory, telemetry(1), messages.alarm]
    const first = await Promise.allSettled(burst.map(receive))
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(handled).toEqual([])
    const second = await Promise.allSettled(burst.map(receive))
    expect(second.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })
})
