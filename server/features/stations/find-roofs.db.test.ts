import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeString } from '#tests/factories/arrays.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { roofsOf } from './find-roofs.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const at = new Date(NOW)

type Angles = readonly [tilt: number | null, azimuth: number | null]
const area = async (stationId: string, [tilt, azimuth]: Angles): Promise<string> => {
  const id = randomUUID()
  await owner.query(
    `INSERT INTO array_area (id, station_id, row_count, col_count, tilt_deg, azimuth_deg, created_at)
     VALUES ($1, $2, 10, 20, $3, $4, $5)`,
    [id, stationId, tilt, azimuth, at],
  )
  return id
}
type Hung = {
  row?: number
  kind?: 'optimizer' | 'shutdown'
  modules?: number
  w?: number | null
  string?: string
}
/** A place in each of the first `n` columns. */
const hang = (stationId: string, areaId: string | null, n: number, given: Hung = {}) =>
  owner.query(
    `INSERT INTO place (id, station_id, kind, area_id, row_no, col_no, modules, module_w, string_id, created_at)
     SELECT gen_random_uuid(), $1, $2, $3, CASE WHEN $3::uuid IS NOT NULL THEN $4::int END,
            CASE WHEN $3::uuid IS NOT NULL THEN n END, $5, $6, $7, $8 FROM generate_series(1, $9::int) AS n`,
    [
      stationId,
      given.kind ?? 'optimizer',
      areaId,
      given.row ?? 1,
      given.modules ?? 1,
      given.w ?? null,
      given.string ?? null,
      at,
      n,
    ],
  )
const plane = (id: string, [tilt, azimuth]: Angles) =>
  db.updateTable('station').set({ tilt_deg: tilt, azimuth_deg: azimuth }).where('id', '=', id).execute()
const station = async ([tilt, azimuth]: Angles): Promise<string> => {
  const { stationId } = await makeSite(db, NOW, { inverters: 1 })
  await plane(stationId, [tilt, azimuth])
  return stationId
}
const byAzimuth = async (id: string) =>
  (await roofsOf(db, [id])).get(id)?.toSorted((a, b) => (a.azimuthDeg ?? -1) - (b.azimuthDeg ?? -1))

describe('roof areas of stations', () => {
  it('count what hangs in them: angles as typed, modules by their own power, and those of which nobody entered it', async () => {
    const id = await station([22.3, 90])
    const [east, west] = [await area(id, [22.3, 90]), await area(id, [10.1, 270.5])]
    await hang(id, east, 4, { w: 410 })
    await hang(id, east, 2, { row: 2 })
    await hang(id, west, 3, { modules: 2, w: 800 })
    // What lies in no area is not told.
    await hang(id, null, 5, { w: 410 })
    expect(await byAzimuth(id)).toEqual([
      { tiltDeg: 22.3, azimuthDeg: 90, known: 4, knownW: 1_640, unknown: 2 },
      { tiltDeg: 10.1, azimuthDeg: 270.5, known: 6, knownW: 2_400, unknown: 0 },
    ])
  })

  it('are not read of a station whose areas all lie in its own plane, or say nothing of theirs', async () => {
    const id = await station([22.3, 90])
    for (const angles of [
      [22.3, 90],
      [null, 90],
      [22.3, null],
      [null, null],
    ] as const)
      await hang(id, await area(id, angles), 3, { w: 400 })
    expect(await byAzimuth(id)).toBeUndefined()
    await plane(id, [22.3, 91])
    expect(await byAzimuth(id)).toHaveLength(4)
    await plane(id, [null, null])
    expect(await byAzimuth(id)).toHaveLength(4)
  })

  it('an area that was taken off the plan, or in which nothing hangs, is none; a place without its device still has its modules', async () => {
    const id = await station([30, 180])
    const [gone, empty, left] = [
      await area(id, [30, 90]),
      await area(id, [30, 100]),
      await area(id, [30, 110]),
    ]
    await hang(id, gone, 3, { w: 400 })
    await hang(id, left, 3, { w: 400 })
    await db.updateTable('array_area').set({ removed_at: at }).where('id', '=', gone).execute()
    await owner.query('UPDATE place SET removed_at = $2 WHERE area_id = $1 AND col_no = 1', [left, at])
    await hang(id, empty, 1, { w: 400 })
    await owner.query('UPDATE place SET removed_at = $2 WHERE area_id = $1', [empty, at])
    expect(await byAzimuth(id)).toEqual([{ tiltDeg: 30, azimuthDeg: 110, known: 2, knownW: 800, unknown: 0 }])
  })

  it('a module under two devices counts once, and one of a string of known capacity has its part of that', async () => {
    const made = await makeSite(db, NOW, { inverters: 1 })
    const id = made.stationId
    const string = await makeString(db, NOW, id, made.inverters[0]!.id)
    await db.updateTable('string').set({ capacity_w: 4_000 }).where('id', '=', string).execute()
    const west = await area(id, [10, 270])
    await hang(id, west, 6, { string })
    await hang(id, null, 4, { string })
    await hang(id, west, 6, { kind: 'shutdown' })
    expect(await byAzimuth(id)).toEqual([
      { tiltDeg: 10, azimuthDeg: 270, known: 6, knownW: 2_400, unknown: 0 },
    ])
    await db.updateTable('string').set({ removed_at: at }).where('id', '=', string).execute()
    expect(await byAzimuth(id)).toEqual([{ tiltDeg: 10, azimuthDeg: 270, known: 0, knownW: 0, unknown: 6 }])
  })
})
