import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { counted } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAccount, makeCompany } from '#tests/factories/accounts.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { seenIn } from '../../platform/db/behind.ts'
import { EVERYBODY, type Scope, visibleStations } from '../accounts/scope.ts'
import { COMPUTED } from './kept-store.ts'
import { rowsSince, stationsIn } from './rows-store.ts'
import { createStationsMind, type StationsMind } from './stations-mind.ts'
import type { StationRow } from './station-store.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T02:00:00Z')
const companies = await Promise.all(['One', 'Two', 'Three'].map((name) => makeCompany(db, NOW, name)))
const [large = ''] = companies
const person = await makeAccount(db, NOW, { role: 'owner', companyId: large, passwordHash: '' })
const many = COMPUTED + 20
for (let n = 0; n < many; n += 1) await makeStation(db, NOW + (n % 7) * 1000, large, { name: `Many ${n}` })

/** The next whole number below `most`: the same ones in each run. */
let seed = 20_261_128
const below = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * most)
}
const oneOf = <T>(all: readonly T[]): T => {
  const found = all[below(all.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}
const idsOf = async (deleted: boolean): Promise<string[]> =>
  (
    await owner.query<{ id: string }>(
      'SELECT id FROM station WHERE (deleted_at IS NOT NULL) = $1 ORDER BY id',
      [deleted],
    )
  ).rows.map(({ id }) => id)
const set = async (column: string, value: unknown): Promise<unknown> =>
  owner.query(`UPDATE station SET ${column} = $2, version = version + 1 WHERE id = $1`, [
    oneOf(await idsOf(false)),
    value,
  ])

const edits: [what: string, edit: (n: number) => Promise<unknown>][] = [
  ['another name', (n) => set('name', `Named ${n}`)],
  ['another company', () => set('company_id', oneOf(companies))],
  ['another owner', (n) => set('owner_account_id', n % 2 === 0 ? person.id : null)],
  ['another capacity', (n) => set('capacity_w', 1_000 * n)],
  ['another tariff', (n) => set('tariff', { perKwh: n, currency: 'CNY', source: 'test' })],
  ['another place', (n) => set('latitude', n % 60)],
  ['it is what it was', () => set('type', 'commercial')],
  ['deleted', () => set('deleted_at', new Date(NOW))],
  [
    'there again',
    async () =>
      owner.query('UPDATE station SET deleted_at = NULL WHERE id = ANY($1)', [
        (await idsOf(true)).slice(0, 2),
      ]),
  ],
  ['made', (n) => makeStation(db, NOW + n, oneOf(companies))],
  ['made before all others', (n) => makeStation(db, NOW - n * 1000, oneOf(companies))],
  [
    'a company is called otherwise',
    (n) => owner.query('UPDATE company SET name = $2 WHERE id = $1', [oneOf(companies), `Company ${n}`]),
  ],
  [
    'a company is set otherwise',
    (n) => owner.query('UPDATE company SET auto_review = $2 WHERE id = $1', [oneOf(companies), n % 2 === 0]),
  ],
  [
    'taken out',
    async () =>
      owner.query('DELETE FROM station WHERE id = $1', [
        oneOf([...(await idsOf(false)), ...(await idsOf(true))]),
      ]),
  ],
  [
    'two at once',
    async () =>
      owner.query("UPDATE station SET name = name || '.' WHERE id = ANY($1)", [
        (await idsOf(false)).slice(3, 5),
      ]),
  ],
]

/** As if all had been written by this transaction: others run on this server of databases, so that none is surely over. */
const writtenBy = async (no: string): Promise<void> => {
  for (const table of ['station', 'company']) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_changed`)
    await owner.query(`UPDATE ${table} SET changed = $1`, [no])
    await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_changed`)
  }
}

const whole = (rows: readonly StationRow[]): StationRow[] =>
  rows.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
const direct = async (who: Scope): Promise<StationRow[]> =>
  whole(await stationsIn(db, visibleStations(who, NOW)))
const installer: Scope = { accountId: randomUUID(), role: 'installer', companyId: large }
const all = (mind: StationsMind): Promise<readonly StationRow[]> => mind.rows(db, EVERYBODY, NOW)

describe('stations in mind', () => {
  it('are those that are read, after every kind of change, whichever server made it; what did not change is the same object', async () => {
    const minds = [createStationsMind(), createStationsMind()]
    for (const mind of minds) expect(await all(mind)).toEqual(await direct(EVERYBODY))
    for (let n = 0; n < 90; n += 1) {
      const [what, edit] = n < edits.length ? edits[n]! : oneOf(edits)
      const before = await Promise.all(minds.map(all))
      await edit(n)
      const read = await direct(EVERYBODY)
      for (const [no, mind] of minds.entries()) {
        const rows = await all(mind)
        expect([what, rows]).toEqual([what, read])
        const old = new Map(before[no]?.map((row) => [row.id, row]))
        const renewed = rows.filter((row) => old.has(row.id) && old.get(row.id) !== row)
        const changed = read.filter((row) => old.has(row.id) && !isDeepStrictEqual(old.get(row.id), row))
        expect([what, renewed.map(({ id }) => id)]).toEqual([what, changed.map(({ id }) => id)])
        expect(await all(mind)).toBe(rows)
        expect(whole(await mind.rows(db, installer, NOW))).toEqual(await direct(installer))
      }
    }
  })

  it('are read once: of each look only what was written since, however late it is committed', async () => {
    const mind = createStationsMind()
    const [one = '', two = ''] = await idsOf(false)
    const names = async () => {
      const found = new Map((await all(mind)).map((row) => [row.id, row.name]))
      return [found.get(one), found.get(two)]
    }
    await owner.query("UPDATE station SET name = 'before' WHERE id = ANY($1)", [[one, two]])
    expect(await names()).toEqual(['before', 'before'])
    const late = await pool.connect()
    try {
      await late.query('BEGIN')
      await late.query("UPDATE station SET name = 'late' WHERE id = $1", [one])
      await owner.query("UPDATE station SET name = 'now' WHERE id = $1", [two])
      expect(await names()).toEqual(['before', 'now'])
      await late.query('COMMIT')
    } finally {
      await late.query('ROLLBACK')
      late.release()
    }
    expect(await names()).toEqual(['late', 'now'])
    await writtenBy('3')
    const { behind } = await rowsSince(db, null)
    expect((await rowsSince(db, seenIn(behind))).rows).toEqual([])
  })

  it('that were restored from another database are no news at each look', async () => {
    await writtenBy('999999999999')
    const { behind } = await rowsSince(db, null)
    const since = seenIn(behind)
    expect((await rowsSince(db, since)).rows).toEqual([])
    const [one] = await idsOf(false)
    await owner.query("UPDATE station SET name = 'after it' WHERE id = $1", [one])
    expect((await rowsSince(db, since)).rows.map(({ name }) => name)).toEqual(['after it'])
  })

  it('cost who sees all of them no row of a station but of those that changed', async () => {
    const mind = createStationsMind()
    await writtenBy('3')
    await all(mind)
    const readBy = async (who: Scope): Promise<number[]> => {
      const handle = counted(db)
      await mind.rows(handle.db, who, NOW)
      return handle.seen.each
    }
    // One row tells how far it has read.
    expect(await readBy(EVERYBODY)).toEqual([1])
    await owner.query("UPDATE station SET name = 'another' WHERE id = ANY($1)", [
      (await idsOf(false)).slice(0, 3),
    ])
    expect(await readBy(EVERYBODY)).toEqual([3])
  })

  it('of an installation of few stations are read at each look', async () => {
    const mind = createStationsMind()
    const ids = await idsOf(false)
    await all(mind)
    await owner.query('UPDATE station SET deleted_at = $2 WHERE id <> ALL($1)', [
      ids.slice(0, COMPUTED),
      new Date(NOW),
    ])
    for (let look = 0; look < 3; look += 1) expect(whole(await all(mind))).toEqual(await direct(EVERYBODY))
    const [first] = await all(mind)
    expect(await all(mind)).not.toContain(first)
    await owner.query('UPDATE station SET deleted_at = NULL')
    expect(await all(mind)).toEqual(await direct(EVERYBODY))
  })
})
