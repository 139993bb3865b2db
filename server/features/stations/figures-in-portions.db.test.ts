import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { makeAlike } from '#tests/factories/stations.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { placesToWeigh } from './find-stations.ts'
import { createFiguresMind } from './kept-mind.ts'
import { figuresAt } from './station-figures.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')

it('figures of thousands of stations are asked for in portions, and are the same', async () => {
  const site = await makeSite(db, NOW, { inverters: 2 })
  await makeAlike(owner, site.stationId, 2500)
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
  // One of them for what is kept, and one for what stands still: of few it is asked where something does.
  expect(all.statements - alone.statements).toBe(4)
})
