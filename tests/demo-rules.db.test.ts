import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Fault } from '#simulator/faults.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { writeAll } from '../scripts/demo/demo-history.ts'
import { judgePast } from '../scripts/demo/demo-rules.ts'
import { testApp } from './app.ts'
import { makeDevice, setLink } from './factories/devices.ts'
import { makeStation } from './factories/stations.ts'

const app = await testApp()
const HOUR = 3_600_000
const spec = worldStation('carmona-bodega')
const [gatewaySn = ''] = spec.gateways.map(({ sn }) => sn)
const [blown = ''] = invertersOf(spec).map(({ sn }) => sn)

it('the past of the demonstration, judged by the rules: a blown fuse is an alarm of that day and nothing else is one', async () => {
  const { db, context, companies } = app
  const now = Date.parse('2026-06-21T20:00:00Z')
  const station = await makeStation(db, now, companies.a)
  await db
    .updateTable('station')
    .set({
      latitude: spec.latitude,
      north: true,
      longitude: Math.abs(spec.longitude),
      east: false,
      time_zone: spec.timeZone,
      country: spec.country,
    })
    .where('id', '=', station)
    .execute()
  const gateway = await makeDevice(db, now, station, 'gateway', { sn: gatewaySn })
  await setLink(db, gateway.id, { connected: true, birthAt: now })
  for (const { sn, ratedW, strings } of invertersOf(spec)) {
    const inverter = await makeDevice(db, now, station, 'inverter', {
      sn,
      gatewayId: gateway.id,
      ratedW,
    })
    for (const { n, mppt } of strings)
      await db
        .insertInto('string')
        .values({
          id: randomUUID(),
          station_id: station,
          inverter_id: inverter.id,
          no: n,
          mppt_no: mppt,
          capacity_w: null,
          created_at: new Date(now),
        })
        .execute()
  }
  const faults: Fault[] = [{ name: 'string-fuse', inverter: blown, string: 3, from: now - 30 * HOUR }]
  const span = { fromTs: now - 32 * HOUR, toTs: now, boot: 'past', live: true, faults }
  await writeAll(context, spec, plausibleCounters(spec, span.fromTs), span)
  await judgePast(context, now)
  const alarms = await db
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .select(['code', 'device.sn', 'alarm.status', 'alarm.created_at'])
    .execute()
  expect(alarms.map(({ code, sn, status }) => [code, sn, status])).toEqual([
    ['RULE-STRING-CURRENT', blown, 'unsolved'],
  ])
  expect(alarms[0]?.created_at).toBeLessThan(now - 4 * HOUR)
})
