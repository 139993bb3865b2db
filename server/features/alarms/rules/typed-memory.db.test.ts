import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { believedCounters } from '#domain/alarms/rules/counter.ts'
import { levels } from '#domain/alarms/rules/learned-levels.ts'
import { shares } from '#domain/alarms/rules/learned-shares.ts'
import { courses } from '#domain/analyses/planes.ts'
import { ranSince } from '#domain/analyses/switched-off.ts'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { readMemory, saveMemory } from './rule-store.ts'

const { db, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const migration = new URL('../../../platform/db/migrations/0195_typed_memory.sql', import.meta.url)

it('carries what was learned before over into the shapes of its kinds', async () => {
  const site = await makeSite(db, NOW, { inverters: 2 })
  const [one, other] = site.inverters
  const learned = {
    ran: [NOW],
    course: [50.5, 600.25, 8, 8],
    wh: [123_456, NOW],
    volts: [230.4, 336, 231, 12, 0, 0],
    '3/am': [1.02, 9, 0.03],
    '3/pm': [0.98, 7, 0.02],
  }
  await owner.query('CREATE TABLE rule_memory (device_id uuid PRIMARY KEY, learned jsonb NOT NULL)')
  await owner.query('INSERT INTO rule_memory VALUES ($1, $2), ($3, $4)', [
    one?.id,
    JSON.stringify(learned),
    other?.id,
    JSON.stringify({ wh: [7, NOW] }),
  ])
  const sql = readFileSync(migration, 'utf8')
  await owner.query(sql.slice(sql.indexOf('INSERT INTO')))
  const memory = await readMemory(db, [site.stationId])
  const of = one?.id ?? ''
  expect(courses.of(memory, of)).toEqual({ sum: 50.5, weighted: 600.25, before: 8, after: 8 })
  expect(ranSince.of(memory, of)).toEqual({ at: NOW })
  expect(believedCounters.of(memory, of)).toEqual({ wh: 123_456, ts: NOW })
  expect(levels.of(memory, of)?.phases).toEqual([
    { volts: 230.4, seen: 336 },
    { volts: 231, seen: 12 },
    { volts: 0, seen: 0 },
  ])
  expect(shares.of(memory, of)).toEqual({
    '3/am': { share: 1.02, seen: 9, deviation: 0.03 },
    '3/pm': { share: 0.98, seen: 7, deviation: 0.02 },
  })
  expect([...(memory.get(other?.id ?? '')?.keys() ?? [])]).toEqual(['counter'])
})

it('begins anew where what is kept does not parse, and hands the rest on', async () => {
  const site = await makeSite(db, NOW, { inverters: 1 })
  const of = site.inverters[0]?.id ?? ''
  await saveMemory(db, [
    { kind: courses.id, deviceId: of, value: { version: 9 } },
    ...ranSince.keep(new Map([[of, { at: NOW }]])),
  ])
  const memory = await readMemory(db, [site.stationId])
  expect([courses.of(memory, of), ranSince.of(memory, of)]).toEqual([null, { at: NOW }])
})
