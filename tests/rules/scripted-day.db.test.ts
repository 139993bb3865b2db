import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { activeFaults, type Fault } from '#simulator/faults.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import { invertersOf, type StationSpec } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { collect } from '#server/features/alarms/rules/collect.ts'
import { STEP_MS } from '#server/features/alarms/rules/load-windows.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '../database.ts'
import { makeSite, message } from '../factories/telemetry.ts'

const { db, pool } = await testDatabase()
const HOUR = 3_600_000
/** Midnight in Shanghai, where the station of the test stands. */
const DAY = Date.parse('2026-05-09T16:00:00Z')
const world = worldStation('carmona-bodega')
const spec: StationSpec = {
  ...world,
  latitude: 31.2,
  longitude: 121.5,
  country: 'CN',
  mains: { volts: 220, hertz: 50 },
}
const [one, other] = invertersOf(spec)
const gatewaySn = spec.gateways[0]?.sn ?? ''

const faults: Fault[] = [
  { name: 'string-fuse', from: DAY + 8 * HOUR, inverter: one?.sn ?? '', string: 3 },
  { name: 'gateway-link-lost', from: DAY + 11 * HOUR, to: DAY + 13 * HOUR, gateway: gatewaySn },
  {
    name: 'over-temperature',
    from: DAY + 8 * HOUR,
    to: DAY + 10 * HOUR,
    inverter: other?.sn ?? '',
    limit: 0.4,
  },
  { name: 'counter-reset', from: DAY + 15 * HOUR, inverter: other?.sn ?? '' },
]

it('a scripted day through the server: every planted fault is one alarm, the rest of the day and the sunset none', async () => {
  let now = DAY
  const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })
  const site = await makeSite(db, DAY, { inverters: 2, ratedW: one?.ratedW ?? 0 })
  const serialOf = new Map([one, other].map((unit, at) => [unit?.sn ?? '', site.inverters[at]?.sn ?? '']))
  for (const [at, unit] of [one, other].entries())
    for (const string of unit?.strings ?? [])
      await db
        .insertInto('string')
        .values({
          id: randomUUID(),
          station_id: site.stationId,
          inverter_id: site.inverters[at]?.id ?? '',
          no: string.n,
          mppt_no: string.mppt,
          capacity_w: null,
          created_at: new Date(DAY),
        })
        .execute()
  const station = simulateDevices(spec, { faults, seed: 5, counters: plausibleCounters(spec, DAY) })
  let seq = 0
  const send = async (items: TelemetryItem[], hist: boolean): Promise<void> => {
    const d = items.map((item) => ({ ...item, sn: serialOf.get(item.sn) ?? '' }))
    await storeReadings(
      context,
      [{ gatewaySn: site.gateway.sn, message: message((seq += 1), now, d, { hist }) }],
      now,
    )
  }
  const kept: TelemetryItem[] = []
  for (let at = DAY + 5 * HOUR; at < DAY + 21 * HOUR; at += STEP_MS) {
    now = at
    const items = station.readingsAt(at)
    if (activeFaults(faults, 'gateway-link-lost', at).length > 0) kept.push(...items)
    else {
      if (kept.length > 0) await send(kept.splice(0), true)
      await send(items, false)
    }
    now = at + 60_000
    await collect(context, now, AbortSignal.timeout(60_000))
  }
  const alarms = await db
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .innerJoin('alarm_item', 'alarm_item.alarm_id', 'alarm.id')
    .select([
      'code',
      'device.sn',
      'instance',
      'alarm.count',
      'alarm.status',
      'alarm.created_at',
      'alarm.closed_at',
    ])
    .orderBy('alarm.created_at')
    .execute()
  const hours = (ts: number | null): number | null =>
    ts === null ? null : Math.round(((ts - DAY) / HOUR) * 4) / 4
  const [first, second] = site.inverters
  expect(alarms.map(({ code, sn, instance, count }) => [code, sn, instance, count])).toEqual([
    ['RULE-OVER-TEMPERATURE', second?.sn, '1', 1],
    ['RULE-STRING-CURRENT', first?.sn, 'MPPT 3', 1],
    ['RULE-GATEWAY-SILENT', site.gateway.sn, '1', 1],
    ['RULE-COUNTER', second?.sn, '1', 1],
  ])
  const [hot, , silent] = alarms
  expect([hours(silent?.created_at ?? null), silent?.status, hours(silent?.closed_at ?? null)]).toEqual([
    11.5,
    'closed',
    13,
  ])
  expect(hot?.status).toBe('closed')
})
