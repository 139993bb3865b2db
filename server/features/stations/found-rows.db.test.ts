import { describe, expect, it } from 'vitest'
import { counted } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { EVERYBODY, visibleStations } from '../accounts/scope.ts'
import { keepFigures } from './keep-figures.ts'
import { COMPUTED } from './kept-store.ts'
import { createStationsMind, type StationsMind } from './stations-mind.ts'
import { listStations, type StationFilter, type StationRow } from './station-store.ts'
import { stationIdsIn } from './rows-store.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T02:00:00Z')
const company = await makeCompany(db, NOW, 'One')
const ids: string[] = []
for (let n = 0; n < COMPUTED + 60; n += 1)
  ids.push(
    await makeStation(db, NOW + (n % 7) * 1000, company, {
      name: `${['Roof', 'roof', '屋顶', 'Öl'][n % 4]} ${n}`,
      region: n % 3 === 0 ? 'Shanghai' : 'ÄRA',
    }),
  )
const gateway = await makeDevice(db, NOW, ids[0]!, 'gateway')
const inverter = await makeDevice(db, NOW, ids[0]!, 'inverter', { gatewayId: gateway.id })
const all = visibleStations(EVERYBODY, NOW)
const run = () => keepFigures({ db, clock: () => NOW }, NOW)

const found = async (mind: StationsMind, filter: StationFilter, on = db): Promise<string[]> => {
  const rows = await mind.matching(on, filter, {
    few: (most) => listStations(on, all, filter, most),
    ids: () => stationIdsIn(on, all, filter),
  })
  return rows.map(({ id }) => id).toSorted()
}
const direct = async (filter: StationFilter): Promise<string[]> =>
  (await stationIdsIn(db, all, filter)).toSorted()

const filters: StationFilter[] = [
  { search: 'ROOF' },
  { search: 'ära' },
  { search: '屋' },
  { search: '%' },
  { search: inverter.sn.slice(0, 6).toLowerCase() },
  { search: 'o', region: 'ÄRA' },
  { region: 'ÄRA' },
  { search: '', capacityFromW: 1 },
  // Letters that are folded in more than one way, and signs that patterns have.
  ...[
    'straße',
    'STRASSE',
    'ẞ',
    'i̇z',
    'İZ',
    'iz',
    'οδός',
    'ΟΔΌΣ',
    'σ',
    '\u212A',
    'k',
    '\\',
    '_',
    'a\u030A',
    'ǅ',
  ].map((search) => ({ search })),
]
const edits: [what: string, edit: () => Promise<unknown>][] = [
  ['nothing', async () => null],
  ['a name', () => owner.query("UPDATE station SET name = 'Cellar' WHERE id = $1", [ids[1]])],
  ['a name back', () => owner.query("UPDATE station SET name = 'ROOF' WHERE id = $1", [ids[1]])],
  ['a region', () => owner.query("UPDATE station SET region = 'Ära' WHERE id = $1", [ids[3]])],
  ['an owner', () => owner.query("UPDATE station SET owner_name = 'Roofer' WHERE id = $1", [ids[2]])],
  ['a capacity', () => owner.query('UPDATE station SET capacity_w = 0 WHERE id = $1', [ids[5]])],
  ...[
    'Straße 5',
    'GROẞE STRASSE',
    'İzmir',
    'ΟΔΌΣ',
    'οδός 2',
    '\u212Aelvin',
    'back\\slash_100%',
    'ÅNGSTRÖM',
    'ǅur',
  ].map((name, n): [string, () => Promise<unknown>] => [
    name,
    () =>
      owner.query(`UPDATE station SET ${['name', 'owner_name', 'region'][n % 3]} = $2 WHERE id = $1`, [
        ids[40 + n],
        name,
      ]),
  ]),
  ['figures', run],
  ['a device', () => makeDevice(db, NOW, ids[9]!, 'inverter', { gatewayId: gateway.id })],
  ['figures again', run],
  [
    'a device that moves',
    () => owner.query('UPDATE device SET station_id = $2 WHERE id = $1', [inverter.id, ids[20]]),
  ],
  ['figures after it', run],
  [
    'a device that goes',
    () => owner.query('UPDATE device SET removed_at = now() WHERE id = $1', [inverter.id]),
  ],
  [
    'a serial number',
    () =>
      owner.query("UPDATE device SET removed_at = NULL, sn_key = 'X' || sn_key WHERE id = $1", [inverter.id]),
  ],
  [
    'deleted',
    () => owner.query('UPDATE station SET deleted_at = now() WHERE id = ANY($1)', [ids.slice(10, 14)]),
  ],
  [
    'there again',
    () => owner.query('UPDATE station SET deleted_at = NULL WHERE id = ANY($1)', [ids.slice(10, 12)]),
  ],
  ['made', async () => ids.push(await makeStation(db, NOW - 9_000, company, { name: 'roof of all' }))],
  [
    'figures lost',
    () => owner.query('WITH all_of AS (DELETE FROM station_figures) DELETE FROM station_mark'),
  ],
]

describe('stations that are searched for among many', () => {
  it('are those that the database finds, after whatever change and whoever made it', async () => {
    const minds = [createStationsMind(), createStationsMind()]
    await run()
    for (const mind of minds) await mind.rows(db, EVERYBODY, NOW)
    for (const [what, edit] of edits) {
      await edit()
      for (const filter of filters) {
        const asked = await direct(filter)
        for (const mind of minds)
          expect([what, filter, await found(mind, filter)]).toEqual([what, filter, asked])
      }
    }
  })

  it('are the same list while nothing of them is another, and looked for nowhere again', async () => {
    const mind = createStationsMind()
    await mind.rows(db, EVERYBODY, NOW)
    await run()
    await owner.query('DELETE FROM station_mark')
    await owner.query('UPDATE station_figures SET at = at')
    const handle = counted(db)
    const read = handle.seen.each
    const look = (filter: StationFilter) =>
      mind.matching<StationRow>(handle.db, filter, {
        few: () => Promise.reject(new Error('read')),
        ids: null,
      })
    const filter = { search: 'roof' }
    const first = await look(filter)
    // One says what was written, one what is found, one which rows are others.
    expect(read).toHaveLength(3)
    read.length = 0
    await owner.query("UPDATE station SET name = name || '.' WHERE id = $1", [ids[0]])
    const renamed = await look(filter)
    expect(renamed.filter((row) => !first.includes(row)).map(({ id }) => id)).toEqual([ids[0]])
    // Other transactions of this server of databases may have been running.
    expect(first.length).toBe(renamed.length)
    expect(await look({ ...filter })).toBe(renamed)
  })

  it('by a text that stands in no serial number are looked for in memory alone', async () => {
    const mind = createStationsMind()
    await mind.rows(db, EVERYBODY, NOW)
    const handle = counted(db)
    const asked = async (search: string): Promise<[found: number, statements: number]> => {
      const before = handle.seen.statements
      const rows = await found(mind, { search }, handle.db)
      return [rows.length, handle.seen.statements - before]
    }
    // How the database folds the text, once, and which rows are others.
    const [many, first] = await asked('屋顶')
    expect([many, first]).toEqual([(await direct({ search: '屋顶' })).length, 2])
    expect(many).toBeGreaterThan(0)
    expect(await asked('屋顶')).toEqual([many, 1])
  })
})
