import { afterEach, describe, expect, it } from 'vitest'
import { certificate, hasOpenssl, noOpenssl } from './certificate.ts'
import { printTable, rowOf, type Row } from './compared.ts'
import { hasData, noData } from './definitions.ts'
import { runEdge } from './emulator.ts'
import { enphaseCaptures } from './enphase-captures.ts'
import { neverSeen, notGiven } from './given.ts'
import { hasPython, noPython, otherSide, type OtherSide } from './other-side.ts'

const running: OtherSide[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.stop()
})

describe('probe of a gateway of Enphase that Python serves', () => {
  it('prints what came with the captures, by token over TLS or by digest', async ({ skip }) => {
    skip(!hasPython || !hasOpenssl || !hasData, hasPython ? (hasOpenssl ? noData : noOpenssl) : noPython)
    const rows: Row[] = []
    const tls = certificate('envoy')
    for (const { name, pages, login, points } of enphaseCaptures()) {
      const isToken = login.kind === 'bearer'
      const gateway = await otherSide('serve-pages.py', {
        pages,
        open: ['/info'],
        ...(isToken ? { tls, bearer: login.password } : { digest: ['envoy', login.password] }),
      })
      running.push(gateway)
      const url = `enphase://127.0.0.1:${gateway.port}`
      const { code, out, said } = await runEdge(['probe', url], isToken ? login.password : null)
      expect({ name, code, said }).toEqual({ name, code: 0, said: '' })
      const report = JSON.parse(out) as { profile: string; brand: string; readings: [] }
      const { brand, readings } = report
      expect(notGiven(report)).toEqual([])
      expect(brand).toBe('Enphase')
      for (const [file, all] of Object.entries(points(readings))) rows.push(rowOf(`${name} ${file}`, all))
      if (!isToken) continue
      const without = await runEdge(['probe', url], null)
      expect(without).toMatchObject({ code: 1, out: '' })
      expect(without.said).toMatch(/wants a token/)
      const other = await runEdge(['probe', url], 'another')
      expect(other.said).toMatch(/lets nobody see/)
      expect(other.said).not.toMatch(/another/)
    }
    printTable('Enphase', rows)
    expect(rows.length).toBeGreaterThan(15)
    // Said of a battery whose power is not: none is in the captures.
    expect(neverSeen('enphase')).toEqual(['battery t'])
  })
})
