import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAlike } from '#tests/factories/stations.ts'
import { setEnergy } from '#tests/factories/devices.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { createPastEnergy } from './past-energy.ts'
import { PAST_KEPT_MS } from './past-view.ts'
import { keepHome, keepHomeAtLast, readHome } from './read-home.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const DAY = 86_400_000
const site = await makeSite(db, NOW - 400 * DAY)
await setEnergy(
  db,
  site.inverters[0]!.no,
  { '2025-07-01': 5_000, '2026-01-02': 700, '2026-06-03': 40, '2026-06-21': 3 },
  NOW - 1000,
)
// More than of which home computes all at each look.
await makeAlike(owner, site.stationId, 105)

/** A server that has just started, and the stations whose energy it reads. */
const started = () => {
  const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })
  const totals = vi.fn<Context['energy']['stationTotals']>(context.energy.stationTotals)
  const read = (): string[] => totals.mock.calls.flatMap(([, stations]) => stations.map(({ id }) => id))
  return { context: { ...context, energy: { ...context.energy, stationTotals: totals } }, read }
}
const { rows: found } = await owner.query<{ id: string; time_zone: string; version: number }>(
  'SELECT id, time_zone, version FROM station',
)
const own = found.findIndex(({ id }) => id === site.stationId)
/** What is known of the present day: of one of them. */
const today = (wh: number, stations: readonly { id: string }[] = found) =>
  stations.map(({ id }) => ({ todayWh: id === site.stationId ? wh : null }))

beforeEach(async () => {
  await owner.query('DELETE FROM kept_figures')
})

describe('energy before today of very many stations', () => {
  it('is read by the first look of a server only where the last one has kept none', async () => {
    const first = started()
    const past = createPastEnergy()
    const told = await past.read(first.context, found, today(3), NOW)
    expect(told[own]).toMatchObject({ monthWh: 43, yearWh: 743, lifetimeWh: 5_743 })
    expect(first.read().toSorted()).toEqual(found.map(({ id }) => id).toSorted())
    await past.save(db, NOW)
    const next = started()
    expect(await createPastEnergy().read(next.context, found, today(3), NOW + 60_000)).toEqual(told)
    expect(next.read()).toEqual([])
  })

  it('is read anew of another day, of a station that was changed, and of some that are old', async () => {
    const past = createPastEnergy()
    await past.follow(started().context, found, NOW)
    await past.save(db, NOW)
    const changed = started()
    const version = (found[0]?.version ?? 0) + 1
    const edited = found.map((one, n) => (n === 0 ? { ...one, version } : one))
    await createPastEnergy().follow(changed.context, edited, NOW + 60_000)
    expect(changed.read()).toEqual([found[0]?.id])
    const old = started()
    await createPastEnergy().follow(old.context, found, NOW + PAST_KEPT_MS)
    expect(old.read()).toHaveLength(found.length)
    const tomorrow = started()
    await createPastEnergy().follow(tomorrow.context, found, NOW + DAY)
    expect(tomorrow.read()).toHaveLength(found.length)
  })

  it('is the same object while it tells the same, whatever the order of the stations and however often it was read', async () => {
    const past = createPastEnergy()
    const { context } = started()
    const told = await past.read(context, found, today(3), NOW)
    const again = await past.read(context, [...found], today(3), NOW + 60_000)
    expect(again.every((energy, at) => energy === told[at])).toBe(true)
    await past.follow(context, found, NOW + PAST_KEPT_MS)
    const turned = found.toReversed()
    const behind = await past.read(context, turned, today(3, turned), NOW + PAST_KEPT_MS)
    // What is known of the inverter's month is another share of it ten minutes later.
    expect(behind.toReversed().flatMap((energy, at) => (energy === told[at] ? [] : [at]))).toEqual([own])
    const more = await past.read(context, found, today(4), NOW + PAST_KEPT_MS)
    expect(more.flatMap((energy, at) => (energy === behind.toReversed()[at] ? [] : [at]))).toEqual([own])
    expect(more[own]).toMatchObject({ monthWh: 44, yearWh: 744, lifetimeWh: 5_744 })
  })

  it('that only grew old is read for the look after, of so many that one would wait', async () => {
    const past = createPastEnergy()
    const many = found.concat(Array.from({ length: 100 }, () => ({ ...found[0]!, id: crypto.randomUUID() })))
    await past.read(started().context, many, [], NOW)
    const late = started()
    await setEnergy(db, site.inverters[0]!.no, { '2026-06-02': 1_000 }, NOW - 1000)
    const old = await past.read(late.context, many, [], NOW + PAST_KEPT_MS)
    await vi.waitFor(() => expect(late.read()).toHaveLength(200))
    await past.save(db, NOW + PAST_KEPT_MS)
    const seen = await past.read(late.context, many, [], NOW + PAST_KEPT_MS + 1)
    expect([old[own]?.monthWh, seen[own]?.monthWh]).toEqual([40, 1_040])
    await owner.query("DELETE FROM energy_day WHERE day = '2026-06-02'")
  })

  it('is no harm where what was kept is not understood, or by a clock that ran ahead', async () => {
    const past = createPastEnergy()
    await past.follow(started().context, found, NOW)
    await past.save(db, NOW)
    const behind = started()
    await createPastEnergy().follow(behind.context, found, NOW - 60_000)
    expect(behind.read()).toHaveLength(found.length)
    for (const bytes of [Buffer.from('no'), Buffer.alloc(0)]) {
      await owner.query('UPDATE kept_figures SET bytes = $1', [bytes])
      const other = started()
      await createPastEnergy().follow(other.context, found, NOW)
      expect(other.read()).toHaveLength(found.length)
    }
  })

  it('is there for the first home after a start, by the job and by a server that ends', async () => {
    const who = { role: 'administrator', accountId: site.companyId } as Parameters<typeof readHome>[1]
    for (const ends of [false, true]) {
      await owner.query('DELETE FROM kept_figures')
      const before = started()
      const told = await readHome(before.context, who, NOW)
      await (ends ? keepHomeAtLast(before.context, NOW) : keepHome(before.context, NOW))
      const after = started()
      expect((await readHome(after.context, who, NOW)).stations).toEqual(told.stations)
      expect(after.read()).toEqual([])
    }
  })
})
