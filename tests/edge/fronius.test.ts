import { afterEach, describe, expect, it } from 'vitest'
import { printTable, rowOf, type Row } from './compared.ts'
import { hasData, noData } from './definitions.ts'
import { runEdge } from './emulator.ts'
import { froniusCaptures } from './fronius-captures.ts'
import { neverSeen, notGiven } from './given.ts'
import { hasPython, noPython, otherSide, type OtherSide } from './other-side.ts'

const running: OtherSide[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.stop()
})

describe('probe of a logger of Fronius that Python serves', () => {
  it('prints what came with the captures', async ({ skip }) => {
    skip(!hasPython || !hasData, hasPython ? noData : noPython)
    const rows: Row[] = []
    for (const { name, pages, points } of froniusCaptures()) {
      const logger = await otherSide('serve-pages.py', { pages })
      running.push(logger)
      const { code, out, said } = await runEdge(['probe', `fronius://127.0.0.1:${logger.port}`])
      expect({ name, code, said }).toEqual({ name, code: 0, said: '' })
      const report = JSON.parse(out) as { profile: string; brand: string; readings: [] }
      const { brand, readings } = report
      expect(notGiven(report)).toEqual([])
      expect(brand).toBe('Fronius')
      for (const [file, all] of Object.entries(points(readings))) rows.push(rowOf(`${name} ${file}`, all))
    }
    printTable('Fronius Solar API', rows)
    expect(rows.length).toBeGreaterThan(10)
    // Of one inverter with a battery there is no capture that says its powers.
    expect(neverSeen('fronius')).toEqual(['inverter p_pv', 'battery p'])
  })
})
