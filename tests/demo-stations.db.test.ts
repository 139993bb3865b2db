import { expect, it } from 'vitest'
import { dayAt } from '#domain/telemetry/local-days.ts'
import { accountRoles } from '#domain/accounts/permissions.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { createDemoPeople } from '../scripts/demo/demo-people.ts'
import { createDemoStation } from '../scripts/demo/demo-stations.ts'
import { testApp } from './app.ts'

const app = await testApp()
const spec = worldStation('shanghai-factory')

it('stations of the demonstration are as old as their grid connection; their strings name their tracker and what they can give: without it no rule finds a blown fuse; devices have a warranty, people names', async () => {
  const people = await createDemoPeople(app.context, null)
  await createDemoStation(app.context, people, spec, app.now())
  const { created_at: createdAt } = await app.db
    .selectFrom('station')
    .select('created_at')
    .executeTakeFirstOrThrow()
  // Its orders and alarms of the past year are of a station that was there.
  expect(createdAt).toBe(Date.parse(`${spec.gridConnectedOn}T10:00:00Z`))
  const strings = await app.db
    .selectFrom('string')
    .innerJoin('device', 'device.id', 'string.inverter_id')
    .select(['device.sn', 'string.no', 'string.mppt_no', 'string.capacity_w'])
    .orderBy('device.sn')
    .orderBy('string.no')
    .execute()
  expect(strings).toEqual(
    invertersOf(spec).flatMap(({ sn, strings: own }) =>
      own.map(({ n, mppt, modules }) => ({
        sn,
        no: n,
        mppt_no: mppt,
        capacity_w: modules * spec.module.ratedW,
      })),
    ),
  )

  // The makers answer for a device for years from the connection on, and for no device without an end.
  const devices = await app.db.selectFrom('device').select(['sn', 'kind', 'warranty_until']).execute()
  expect(devices.length).toBeGreaterThan(invertersOf(spec).length)
  const connected = Temporal.PlainDate.from(spec.gridConnectedOn)
  const today = dayAt(app.now(), spec.timeZone)
  const odd = devices.filter(({ kind, warranty_until: until }) => {
    const years = connected.until(until ?? spec.gridConnectedOn, { largestUnit: 'year' }).years
    // What converts power is still answered for; a gateway may not be.
    return years < 2 || years > 25 || (kind !== 'gateway' && (until ?? '') <= today)
  })
  expect(odd).toEqual([])

  const persons = await app.db.selectFrom('account').select(['account', 'name', 'role']).execute()
  expect(persons.map(({ role }) => role).sort()).toEqual([...accountRoles].sort())
  expect(persons.filter(({ name }) => !/^\p{Script=Han}{2,4}$/u.test(name))).toEqual([])
  expect(new Set(persons.map(({ name }) => name)).size).toBe(persons.length)
})
