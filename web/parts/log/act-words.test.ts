import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { routes } from '#contract/http/routes.ts'
import { flowTable } from '#domain/work-orders/flow-table.ts'
import { log } from '../../app/phrases/en/log.ts'
import { actWords } from './act-words.ts'

const server = path.join(import.meta.dirname, '../../../server')
/** What the server names as done: `action: 'area.verb'` in its files, also where one of two is chosen. */
const named = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .flatMap((name) =>
    readFileSync(path.join(server, name), 'utf8')
      .split('\n')
      .filter((line) => /\baction: |\bnote(Control)?\(trx, caller/.test(line))
      .flatMap((line) => [...line.matchAll(/'([a-z_-]+\.[a-z_-]+)'/g)].map(([, action = '']) => action)),
  )
const flow = Object.values(flowTable)
  .filter(({ who }) => !(who as readonly string[]).every((one) => one === 'system'))
  .map(({ name }) => `order.${name.replaceAll('_', '-')}`)

describe('words of the log', () => {
  it('looks where the acts are named', () => {
    expect(named.length).toBeGreaterThan(50)
  })
  it.each([...new Set([...named, ...flow, 'station.look'])].sort())('%s has words', (action) => {
    const words = actWords(action)
    expect('act' in words && words.act in log.log.act ? words.act : 'none').not.toBe('none')
  })
  it.each([
    ['GET /api/stations/{stationId}', 'read', 'stations'],
    ['DELETE /api/stations/{stationId}', 'change', 'stations'],
    ['POST /api/stations/{stationId}/control', 'change', 'control'],
    ['PUT /api/companies/{companyId}/alarm-rules', 'change', 'alarms'],
    ['GET /api/audit', 'read', 'audit'],
    ['GET /api/somewhere', 'read', 'other'],
  ])('%s that was refused: %s %s', (action, tried, area) => {
    expect(actWords(action)).toEqual({ tried, area })
    expect(Object.keys(log.log.area)).toContain(area)
  })
  it('has an area with words for each route that may be refused', () => {
    const unnamed = Object.entries(routes)
      .filter(([, route]) => Object.keys(route.objects).length > 0)
      .map(([key]) => actWords(key))
      .filter((words) => !('area' in words) || !(words.area in log.log.area))
    expect(unnamed).toEqual([])
  })
})
