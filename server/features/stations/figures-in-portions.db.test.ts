import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { placesToWeigh } from './find-stations.ts'
import { createFiguresMind } from './kept-mind.ts'
import { figuresAt } from './station-figures.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

it('figures of thousands of stations are asked for in portions, and are the same', async () => {
  const site = await makeSite(db, NOW, { inverters: 2 })
  await owner.query(
    `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
       country, report_min, capacity, capacity_unit, capacity_w, created_at)
     SELECT gen_random_uuid(), 'MANY' || n, 'Many ' || n, s.company_id, s.type, s.time_zone, s.latitude, s.north, s.longitude,
            s.east, s.region, s.country, s.report_min, s.capacity, s.capacity_unit, s.capacity_w, s.created_at
       FROM station s, generate_series(1, 2500) AS n WHERE s.id = $1`,
    [site.stationId],
  )
  const { rows: ids } = await owner.query<{ id: string }>('SELECT id FROM station')
  const places = await placesToWeigh(db, { ids: ids.map(({ id }) => id) })
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted = async (of: typeof places) => {
    statements = 0
    const figures = await figuresAt(db.withPlugin(counting), of, NOW, createFiguresMind())
    return { figures, statements }
  }
  const alone = await counted(places.filter(({ id }) => id === site.stationId))
  const all = await counted(places)
  expect(all.figures.size).toBe(2501)
  expect(all.figures.get(site.stationId)).toEqual(alone.figures.get(site.stationId))
  expect(all.figures.get(site.stationId)?.devices.inverter.total).toBe(2)
  // One of them for what is kept.
  expect(all.statements - alone.statements).toBe(3)
})
