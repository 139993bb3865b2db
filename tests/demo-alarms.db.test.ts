import { type Selectable, sql } from 'kysely'
import { expect, it } from 'vitest'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import type { ReadingTable } from '#server/platform/db/tables/telemetry.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { world } from '#simulator/world.ts'
import { writePastAlarms } from '../scripts/demo/demo-alarms.ts'
import { demoFaults } from '../scripts/demo/demo-faults.ts'
import { writeHistory } from '../scripts/demo/demo-history.ts'
import { pastIncidents } from '../scripts/demo/demo-incidents.ts'
import { testApp } from './app.ts'
import { makeDevice, setLink } from './factories/devices.ts'
import { makeStation } from './factories/stations.ts'

const app = await testApp()

it('every past alarm of the demonstration is in the readings of its device: the value it names, and power that falls', async () => {
  const { db, context, companies } = app
  const now = app.now()
  const incidents = pastIncidents(now)
  const specs = world.filter(({ key }) => incidents.some(({ spec }) => spec.key === key))
  for (const spec of specs) {
    const station = await makeStation(db, now, companies.a)
    await db.updateTable('station').set({ time_zone: spec.timeZone }).where('id', '=', station).execute()
    for (const { sn, inverters } of spec.gateways) {
      const gateway = await makeDevice(db, now, station, 'gateway', { sn })
      await setLink(db, gateway.id, { connected: true, birthAt: now })
      for (const own of inverters)
        await makeDevice(db, now, station, 'inverter', {
          sn: own.sn,
          gatewayId: gateway.id,
          ratedW: own.ratedW,
        })
    }
    await writeHistory(context, spec, now, demoFaults(now), incidents)
  }
  const administrator = await app.asRole('administrator')
  const who = {
    accountId: administrator.accountId,
    name: 'A',
    role: 'administrator' as const,
    permissions: rolePermissions.administrator,
    companyId: companies.a,
    managedStations: [],
    sessionId: 's',
    provenAt: 0,
  }
  await writePastAlarms(context, who, incidents)

  const serials = specs.flatMap((spec) => invertersOf(spec).map(({ sn }) => sn))
  const told = await db
    .selectFrom('alarm_item')
    .innerJoin('alarm', 'alarm.id', 'alarm_item.alarm_id')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .select([
      'alarm.code',
      'alarm.status',
      'device.sn',
      'alarm_item.instance',
      'alarm_item.readings',
      'alarm_item.first_at',
    ])
    .execute()
  // One of heat, two of insulation, two of the mains at each of three inverters.
  expect(told.map(({ code }) => code).sort()).toEqual([
    '2032',
    '2032',
    '2032',
    '2034',
    '2034',
    '2034',
    '2062',
    '2062',
    '2110',
  ])
  for (const { code, status, sn, instance, readings, first_at: at } of told) {
    expect(status).toBe('closed')
    // An alarm of the mains names the other inverters that say the same.
    const own = serials.find((one) => instance.includes(one)) ?? sn
    const { rows: around } = await sql<Pick<Selectable<ReadingTable>, 'ts' | 'p' | 't' | 'u' | 'state'>>`
      SELECT r.ts, r.p, r.t, r.u, r.state FROM reading_rows r JOIN device d ON d.no = r.device_no
       WHERE d.sn = ${own} AND r.ts >= ${new Date(at - 3_600_000)} AND r.ts <= ${new Date(at)} ORDER BY r.ts`.execute(
      db,
    )
    const [before, reading] = around.slice(-2)
    if (!reading || !before) throw new Error(`${code} ${own}: nothing was stored`)
    expect(reading.ts).toBe(at)
    const { t, u, ...more } = (readings ?? {}) as Record<string, number>
    // No reading carries the insulation: its alarm is seen in the power alone.
    expect(Object.keys(more)).toEqual(code === '2062' ? ['riso_kohm'] : [])
    const [stored, highest] = [reading.t, Math.max(...(reading.u ?? []).map(Number))]
    expect(t ?? stored).toBeCloseTo(stored ?? NaN, 1)
    expect(u ?? highest).toBeCloseTo(highest, 1)
    // Each begins while its inverter works, and holds it back.
    expect(before.p).toBeGreaterThan(0)
    expect(reading.p).toBeLessThan(before.p ?? 0)
    // Heat only throttles; the others end the feeding altogether.
    expect((reading.p ?? NaN) <= 0).toBe(code !== '2110')
  }
})
