import { expect, it } from 'vitest'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { drain } from '#server/features/telemetry/roll-up.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateStation } from '#simulator/simulate-station.ts'
import { worldStation } from '#simulator/world.ts'
import { demoFaults, silentStation } from '../scripts/demo/demo-faults.ts'
import { catchUp, faultsAgain, versionsRun } from '../scripts/demo/demo-restart.ts'
import { createDemoStation } from '../scripts/demo/demo-stations.ts'
import { testApp } from './app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A live fleet reports at moments of its own. */
const LIVE_MS = 3.5 * MINUTE
// Eleven in the morning in Qinghai.
const begun = Date.UTC(2026, 5, 21, 3)
const app = await testApp({ now: begun })
const { db, context } = app
const tripped = 'A2112250013'

it('a demonstration that is started again goes on as it was: counters, faults, silence and versions', async () => {
  const { accountId } = await app.asRole('administrator')
  const owner = await app.asRole('owner')
  const { a: companyId, b: otherCompanyId } = app.companies
  const administrator = {
    accountId,
    name: 'A',
    role: 'administrator' as const,
    permissions: rolePermissions.administrator,
    companyId,
    managedStations: [],
    sessionId: 's',
    provenAt: 0,
  }
  const people = { accounts: [], administrator, ownerId: owner.accountId, companyId, otherCompanyId }
  const specs = [worldStation('talatan-ground'), worldStation(silentStation.key)]
  for (const spec of specs) await createDemoStation(context, people, spec, begun)
  const faults = demoFaults(begun)
  const counters = Object.fromEntries(specs.map((spec) => [spec.key, plausibleCounters(spec, begun)]))
  const [ground] = specs
  if (!ground) throw new Error('no station')
  // Two hours of the fleet, which counts by the minute; then nobody runs it for three.
  const live = simulateStation(
    ground,
    { fromTs: begun, toTs: begun + 2 * HOUR, stepMs: LIVE_MS, boot: 'live' },
    {
      counters: plausibleCounters(ground, begun),
      gridMs: MINUTE,
      faults,
      optimizers: false,
      shutdowns: false,
    },
  )
  for (const { gateway, message } of live)
    await storeReadings(context, [{ gatewaySn: gateway, message: { ...message, hist: false } }], message.ts)
  app.advance(5 * HOUR)
  const after = await catchUp(context, specs, { gateways: [], edges: [], counters, faults })
  await drain(context, app.now())

  const rows = await db
    .selectFrom('reading')
    .innerJoin('device', 'device.no', 'reading.device_no')
    .select(['device.sn', 'reading.ts', 'reading.p', 'reading.e_tot', 'device.kind'])
    .where('device.kind', '=', 'inverter')
    .orderBy('reading.ts')
    .execute()
  const serials = new Set(ground.gateways.flatMap(({ inverters }) => inverters.map(({ sn }) => sn)))
  // Nothing of the silent station, each moment of the other once, and no counter ever falls.
  expect(new Set(rows.map(({ sn }) => sn))).toEqual(serials)
  for (const sn of serials) {
    const own = rows.filter((row) => row.sn === sn)
    const lived = own.filter(({ ts }) => ts < begun + 2 * HOUR - 5 * MINUTE)
    expect(lived).toHaveLength(Math.ceil((2 * HOUR - 5 * MINUTE) / LIVE_MS))
    expect(own.at(-1)?.ts).toBe(app.now() - 5 * MINUTE)
    const counted = own.map(({ e_tot: shown }) => shown ?? NaN)
    expect(counted).toEqual(counted.toSorted((a, b) => a - b))
    expect(after[ground.key]?.wh[sn]).toBeGreaterThanOrEqual(counted.at(-1) ?? NaN)
    // The one that had tripped stood still all the time.
    expect(own.some(({ p }) => (p ?? 0) > 0)).toBe(sn !== tripped)
  }
  expect(await db.selectFrom('energy_aside').selectAll().execute()).toEqual([])

  // What was measured while nobody ran it is known: only the station without a network is short of it.
  for (const period of ['today', 'month', 'year', 'lifetime']) {
    const { body } = await (await app.asRole('administrator')).request(`GET /api/coverage?period=${period}`)
    const { missing } = body as { missing: { name: string }[] }
    expect([period, missing.map(({ name }) => name)]).toEqual([period, ['Kathmandu-School']])
  }

  // Lasting faults keep their beginning, so that their alarms are the same; those to come are of this start.
  const again = faultsAgain(faults, app.now())
  const lasting = (all: typeof faults) => all.filter(({ from }) => from <= begun)
  expect(lasting(again)).toEqual(lasting(faults))
  expect(again).toHaveLength(faults.length)
  expect(again.filter(({ from }) => from > begun).every(({ from }) => from > app.now())).toBe(true)

  const { id } = await db
    .selectFrom('device')
    .select('id')
    .where('sn', '=', tripped)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('device_firmware')
    .values({ device_id: id, version: '1.2.0', sequence: 20, at: new Date(begun) })
    .execute()
  expect(await versionsRun(context)).toEqual({ [tripped]: { version: '1.2.0', sequence: 20 } })
})
