import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { makeAccount, makeCompany } from '#tests/factories/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { visibleAccounts, visibleCompanies, visibleStations } from './scope.ts'

const { db } = await testDatabase()
const now = Date.UTC(2026, 5, 21)
const hour = 3_600_000
const company: Record<'a' | 'b', string> = { a: '', b: '' }
let owner = ''

const station = async (name: string, companyId: string, more: { owner?: string; deleted?: boolean } = {}) => {
  const id = randomUUID()
  await db
    .insertInto('station')
    .values({
      id,
      code: name,
      name,
      company_id: companyId,
      owner_account_id: more.owner ?? null,
      type: 'residential',
      time_zone: 'Asia/Shanghai',
      latitude: 31,
      north: true,
      longitude: 121,
      east: true,
      country: 'CN',
      report_min: 5,
      grid_connected_on: null,
      capacity: 5,
      capacity_unit: 'kW',
      capacity_w: 5000,
      tilt_deg: null,
      azimuth_deg: null,
      phone_country: null,
      image_file_id: null,
      created_by: null,
      created_at: new Date(now),
      deleted_at: more.deleted ? new Date(now) : null,
    })
    .execute()
  return id
}

const share = (stationId: string, accountId: string, untilAt: number | null) =>
  makeShare(db, now, { stationId, accountId, untilAt })

const seen = async (
  role: AccountRole | null,
  companyId: string | null,
  accountId: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('station')
    .select('name')
    .where(visibleStations({ role, companyId, accountId }, now))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

beforeAll(async () => {
  company.a = await makeCompany(db, now)
  company.b = await makeCompany(db, now)
  owner = (await makeAccount(db, now, { role: 'owner', companyId: company.a, passwordHash: 'x' })).id
  await station('a1', company.a)
  await station('a2-owned', company.a, { owner })
  await station('a3-deleted', company.a, { owner, deleted: true })
  await station('b1', company.b)
  const [shared, ended, ends] = [
    await station('b2-shared', company.b),
    await station('b3-ended', company.b),
    await station('b4-ends', company.b),
  ]
  const gone = await station('b5-shared-deleted', company.b, { deleted: true })
  await share(shared, owner, null)
  await share(ended, owner, now)
  await share(ends, owner, now + hour)
  await share(gone, owner, null)
})

describe('which stations somebody sees', () => {
  it('an owner: the own ones and those shared for as long as the share lasts, never the company’s others', async () => {
    expect(await seen('owner', company.a, owner)).toEqual(['a2-owned', 'b2-shared', 'b4-ends'])
  })

  it('an installer and a maintainer: those of their company and what is shared with them', async () => {
    for (const role of ['installer', 'maintainer'] as const) {
      expect(await seen(role, company.a, randomUUID())).toEqual(['a1', 'a2-owned'])
      expect(await seen(role, company.a, owner)).toEqual(['a1', 'a2-owned', 'b2-shared', 'b4-ends'])
      expect(await seen(role, null, randomUUID())).toEqual([])
    }
  })

  it('an administrator: all that are not deleted', async () => {
    expect(await seen('administrator', null, randomUUID())).toEqual([
      'a1',
      'a2-owned',
      'b1',
      'b2-shared',
      'b3-ended',
      'b4-ends',
    ])
  })

  it('Z7: somebody without a role: none, whatever is owned, shared or said of the company', async () => {
    expect(await seen(null, company.a, owner)).toEqual([])
  })

  it('holds in a statement with joins', async () => {
    const rows = await db
      .selectFrom('station_share')
      .innerJoin('station', 'station.id', 'station_share.station_id')
      .select('station.name')
      .where(visibleStations({ role: 'owner', companyId: null, accountId: owner }, now))
      .orderBy('station.name')
      .execute()
    expect(rows.map(({ name }) => name)).toEqual(['b2-shared', 'b4-ends'])
  })
})

/** How many companies and how many people. */
const count = async (role: AccountRole | null, companyId: string | null) => {
  const who = { role, companyId, accountId: owner }
  const companies = await db.selectFrom('company').select('id').where(visibleCompanies(who)).execute()
  const people = await db.selectFrom('account').select('id').where(visibleAccounts(who)).execute()
  return [companies.length, people.length]
}

it('companies and people: the own ones, all for an administrator, none without a role or a company', async () => {
  expect(await count('installer', company.a)).toEqual([1, 1])
  expect(await count('installer', company.b)).toEqual([1, 0])
  expect(await count('installer', null)).toEqual([0, 0])
  expect(await count(null, company.a)).toEqual([0, 0])
  expect(await count('administrator', null)).toEqual([2, 1])
})
