import { Registry } from 'prom-client'
import type { ChangeEvent } from '#server/events.ts'
import { expect, it } from 'vitest'
import type { Received } from '#server/platform/broker/transport.ts'
import { createIntake } from '#server/entrances/mqtt/intake.ts'
import { createIntakeCounters } from '#server/entrances/mqtt/intake-counters.ts'
import { intakeHandlers } from '#server/entrances/mqtt/intake-handlers.ts'
import { createReadingIntake } from '#server/features/telemetry/reading-intake.ts'
import { testApp } from '#tests/app.ts'
import { keepLog } from '#tests/device-transport.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { deviceEvents } from './devices-now.ts'
import { createDropNotes } from './drop-notes.ts'
import type { DeviceDetailView } from './present-device.ts'

const app = await testApp()
const installer = await app.asRole('installer')
const stationId = await makeStation(app.db, app.now(), app.companies.a)
const gateway = await makeDevice(app.db, app.now(), stationId, 'gateway')
const inverter = await makeDevice(app.db, app.now(), stationId, 'inverter', {
  gatewayId: gateway.id,
  reportedByGateway: true,
})
const drops = createDropNotes(app.context)
const readings = createReadingIntake(app.context)
app.onStop(() => readings.close())
const intake = createIntake({
  ...intakeHandlers(app.context, readings),
  now: app.now,
  log: keepLog(),
  counters: createIntakeCounters(new Registry()),
  dropped: drops.note,
})

const send = (channel: Received['channel'], payload: string, more: Partial<Received> = {}) =>
  intake.receive({
    gateway: gateway.sn,
    channel,
    payload: new TextEncoder().encode(payload),
    retained: false,
    arrivedAt: app.now(),
    ...more,
  })
const told = async (): Promise<[string, string, number, number][]> => {
  const reply = await installer.request(`GET /api/devices/${gateway.id}`)
  const { link } = reply.body as DeviceDetailView
  return (link?.drops ?? [])
    .map(({ channel, reason, count, lastAt }): [string, string, number, number] => [
      channel,
      reason,
      count,
      lastAt,
    ])
    .toSorted((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1))
}

let seq = 0
const telemetry = (d: object[]): string =>
  JSON.stringify({ v: 1, hist: true, boot: 'boot-aaaa', seq: (seq += 1), ts: app.now(), d })

it('the page of a gateway names what it sent and nobody took, why, and how many', async () => {
  expect(await told()).toEqual([])
  const at = app.now()
  await send('tele', '{broken')
  await send('tele', '{broken again')
  await send('alarm', JSON.stringify({ v: 1, nonsense: true }))
  await send('cmd/res', JSON.stringify({ v: 1, id: 'c-1', stage: 'accepted', ts: 1 }))
  const good = { sn: inverter.sn, ts: at, m: { p: 100 } }
  const long = at - 500 * 24 * 3_600_000
  await send(
    'tele',
    telemetry([good, { ...good, m: { p: 'much' } }, { ...good, sn: '?!' }, { ...good, ts: long }]),
  )
  await drops.flush()
  await drops.flush()
  const first = [
    ['alarm', 'not_contract', 1, at],
    ['cmd/res', 'refused', 1, at],
    ['tele', 'entry', 1, at],
    ['tele', 'not_json', 2, at],
    ['tele', 'older_than_retention', 1, at],
  ]
  expect(await told()).toEqual(first)
  app.advance(60_000)
  await send('tele', '{broken')
  await send('tele', '{broken', { gateway: 'GW99999999ZZ' })
  await drops.flush()
  expect((await told()).find(([, reason]) => reason === 'not_json')).toEqual([
    'tele',
    'not_json',
    3,
    at + 60_000,
  ])
})

it('an open page of it is told, once it is written', async () => {
  const events: ChangeEvent[] = []
  const stop = app.context.changeEvents.listen((event) => void events.push(event))
  await send('tele', '{broken')
  await send('tele', '{broken', { gateway: 'GW99999999ZZ' })
  expect(events).toEqual([])
  await drops.flush()
  expect(events).toEqual([{ type: 'device', stationId, deviceId: gateway.id }])
  await drops.flush()
  expect(events).toHaveLength(1)
  stop()
})

it('what could not be written is written the next time', async () => {
  const [stored, down] = [[] as unknown[], { now: true }]
  const pool = {
    query: async (_text: string, values: unknown[]) => {
      if (down.now) throw new Error('away')
      stored.push(values)
      return { rows: [] }
    },
  }
  const notes = createDropNotes({ pool: pool as never, changeEvents: app.context.changeEvents })
  const drop = { channel: 'tele', reason: 'not_json', count: 1, at: 5 }
  notes.note('GW1', drop)
  await expect(notes.flush()).rejects.toThrow('away')
  notes.note('GW1', { ...drop, at: 9 })
  down.now = false
  await notes.flush()
  expect(stored).toEqual([[['GW1'], ['tele'], ['not_json'], [2], [new Date(9)]]])
})

it('a live event of the gateway tells the same of it as its page, so that an open page loses nothing', async () => {
  const [event] = await deviceEvents(app.db, [gateway.id], app.now())
  const { body } = await installer.request(`GET /api/devices/${gateway.id}`)
  expect((await told()).length).toBeGreaterThan(0)
  expect(event?.link).toEqual((body as DeviceDetailView).link)
})

it('what a gateway is refused at the door stands beside what it sent', async () => {
  const other = await makeDevice(app.db, app.now(), stationId, 'gateway')
  drops.note(other.sn, { channel: 'door', reason: 'publish_retained', count: 3, at: app.now() })
  await drops.flush()
  const { body } = await installer.request(`GET /api/devices/${other.id}`)
  expect(body).toMatchObject({
    link: { drops: [{ channel: 'door', reason: 'publish_retained', count: 3, lastAt: app.now() }] },
  })
})
