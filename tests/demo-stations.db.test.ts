import { expect, it } from 'vitest'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { invertersOf } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { createDemoStation } from '../scripts/demo/demo-stations.ts'
import { testApp } from './app.ts'

const app = await testApp()
const spec = worldStation('shanghai-factory')

it('stations of the demonstration are as old as their grid connection; their strings name their tracker and what they can give: without it no rule finds a blown fuse', async () => {
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
})
