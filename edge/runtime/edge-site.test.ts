import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EdgeKeys, makeEdgeKeys, sealSecret } from '#contract/mqtt/sealed.ts'
import { playedReading, playedReport } from '#tests/edge/played-device.ts'
import { setClock } from '#tests/edge/set-clock.ts'
import { writeLimits } from '../control/limit-records.ts'
import { type EdgeStore, openEdgeStore } from '../store/open-store.ts'
import { addressRule } from './addresses.ts'
import { createEdgeLog } from './edge-log.ts'
import { createEdgeSite, type EdgeSite } from './edge-site.ts'
import { KnownDevices } from './known-devices.ts'

const noon = Date.UTC(2026, 10, 23, 11)
const EDGE = 'EDGE-7K2M9Q4XHB'
const COUNT = 40
const ids = Array.from({ length: COUNT }, (_, n) => `d${n}`)
const urlOf = (id: string): string => `modbus-tcp://192.168.7.${Number(id.slice(1)) + 1}`
const serialOf = (id: string): string => `INV-${id.toUpperCase()}`

let folder: string
let store: EdgeStore
let keys: EdgeKeys
let clock: ReturnType<typeof setClock>
let site: EdgeSite | null
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edge-site-'))
  store = openEdgeStore(folder, { now: noon, log: () => {} })
  keys = await makeEdgeKeys()
  clock = setClock(noon)
  site = null
})
afterEach(async () => {
  await site?.stop()
  store.close()
  rmSync(folder, { recursive: true })
})

const start = (): EdgeSite =>
  createEdgeSite({
    serial: EDGE,
    version: '0.1.0',
    keys,
    reportSeconds: 60,
    store,
    rule: addressRule([], false),
    clock,
    log: createEdgeLog(() => {}, clock.wall),
    tell: { inventory: () => {}, links: () => {}, report: () => {}, answer: () => {} },
  })

/** An edge that has read its list before; an inverter stands at each address. */
const readBefore = async (): Promise<void> => {
  // Sealed for another edge: each is asked in its turn, and nobody is connected to.
  const secret = await sealSecret((await makeEdgeKeys()).publicKey, 'password')
  const before = start()
  const devices = ids.map((id) => ({ id, url: urlOf(id), interval_s: 600, secret }))
  expect(await before.configure?.({ v: 1, rev: 1, report_s: 60, devices })).toEqual([])
  await before.stop()
  const known = new KnownDevices(EDGE, [])
  for (const id of ids) known.take(id, urlOf(id), playedReport(playedReading({ sn: serialOf(id) })), noon)
  store.facts.write('known', known.all())
}
const limitOf = (id: string, endsAt: number) => ({
  sn: serialOf(id),
  id: `c-${id}`,
  pct: 60,
  w: null,
  seconds: 3_600,
  endsAt,
  held: true,
})
/** The addresses that were asked so far. */
const asked = (): string[] =>
  (site?.links?.()?.devices ?? []).filter((link) => link.asked > 0).map(({ id }) => id)

describe('an edge that starts again', () => {
  it('reads its list one after the other', async () => {
    await readBefore()
    site = start()
    await clock.advance(0)
    expect(asked()).toEqual(['d0'])
    await clock.advance(150)
    expect(asked()).toEqual(['d0', 'd1'])
    await clock.advance(150 * COUNT)
    expect(asked()).toEqual(ids)
  })

  it('reads those first whose limit holds or ended meanwhile, wherever they stand in its list', async () => {
    await readBefore()
    writeLimits(store.facts, [limitOf('d39', noon + 600_000), limitOf('d20', noon - 600_000)])
    site = start()
    await clock.advance(0)
    expect(asked()).toEqual(['d0', 'd20', 'd39'])
    await clock.advance(150)
    expect(asked()).toEqual(['d0', 'd1', 'd20', 'd39'])
  })
})
