import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stationConditions, stationSorts } from '#domain/stations/station-kinds.ts'
import { beginLine, continueLine } from '../../platform/kept/lists.ts'
import { createCardsMind } from './cards-mind.ts'
import { COMPUTED } from './kept-store.ts'
import type { StationFigures } from './station-figures.ts'
import type { ListedStation } from './station-store.ts'

const NOW = Date.UTC(2026, 5, 21, 4)
const MANY = COMPUTED + 40

const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`
const names = fc.constantFrom('Roof 2', 'Roof 10', 'roof 10', '屋顶', 'Öl', 'Ol', 'Zoo')
const rowOf = (n: number, name: string, capacityW = 10_000): ListedStation =>
  ({
    id: idOf(n),
    name,
    type: 'commercial',
    country: 'CN',
    time_zone: 'Asia/Shanghai',
    latitude: 31,
    north: true,
    longitude: 121,
    east: true,
    capacity_w: capacityW,
    created_at: n % 9,
  }) as ListedStation
const figuresOf = (n: number, of: Partial<StationFigures>): StationFigures =>
  ({
    stationId: idOf(n),
    powerW: null,
    todayWh: null,
    todayCoverage: null,
    yesterdayWh: null,
    yesterdayCoverage: null,
    attention: 0,
    condition: 'producing',
    lastHeardAt: null,
    openAlarms: { very_urgent: 0, emergent: 0, important: 0, prompt: 0 },
    ...of,
  }) as StationFigures

const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const told = fc.record({
  condition: fc.constantFrom(...stationConditions),
  powerW: some(fc.nat(5)),
  todayWh: some(fc.nat(3)),
  attention: fc.constantFrom(0, 0, 1, 4),
  lastHeardAt: some(fc.constantFrom(NOW, NOW - 1)),
})
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('name' as const),
    at: fc.nat(),
    name: fc.oneof(names, fc.string({ maxLength: 4 })),
  }),
  fc.record({ kind: fc.constant('capacity' as const), at: fc.nat(), w: fc.nat(3) }),
  fc.record({ kind: fc.constant('figures' as const), at: fc.array(fc.nat(), { maxLength: 30 }), told }),
  fc.record({ kind: fc.constant('anew' as const), first: fc.nat() }),
  fc.record({ kind: fc.constant('nothing' as const) }),
)
const look = fc.record({
  edit,
  sort: fc.constantFrom(...stationSorts),
  order: fc.constantFrom(undefined, 'rising' as const, 'falling' as const),
  condition: fc.option(fc.constantFrom(...stationConditions), { nil: undefined }),
})

const put = <T>(list: readonly T[], at: readonly number[], made: (no: number, one: T) => T): readonly T[] => {
  const places = [...new Set(at.map((one) => one % list.length))]
  const next = list.slice()
  for (const place of places) next[place] = made(place, list[place] as T)
  continueLine(next, list, places)
  return next
}

describe('cards of lists that follow each other', () => {
  it('stand in every order and on every page as those that are made and sorted at once, and are counted the same', () => {
    fc.assert(
      fc.property(
        fc.array(names, { minLength: MANY, maxLength: MANY }),
        fc.array(look, { maxLength: 14 }),
        (called, looks) => {
          const mind = createCardsMind()
          let first = 0
          let rows: readonly ListedStation[] = called.map((name, n) => rowOf(n, name))
          let figures: readonly StationFigures[] = rows.map((_, n) => figuresOf(n, { powerW: n % 4 }))
          for (const list of [rows, figures]) beginLine(list)
          let cursor: { by: string; at: string | null } = { by: '', at: null }
          for (const { edit: how, sort, order, condition } of looks) {
            if (how.kind === 'name') rows = put(rows, [how.at], (_, row) => ({ ...row, name: how.name }))
            if (how.kind === 'capacity')
              rows = put(rows, [how.at], (_, row) => ({ ...row, capacity_w: how.w }))
            if (how.kind === 'figures')
              figures = put(figures, how.at, (no) =>
                figuresOf(no + first, { ...how.told, stationId: rows[no]?.id ?? '' }),
              )
            if (how.kind === 'anew') {
              // The first goes, and another comes last.
              first += 1
              const no = MANY + first
              rows = [...rows.slice(1), rowOf(no, 'New')]
              figures = [...figures.slice(1), figuresOf(no, {})]
              for (const list of [rows, figures]) beginLine(list)
            }
            const plain = createCardsMind()
            const [all, made] = [mind.listed(rows, figures), plain.listed(rows.slice(), figures)]
            expect(all.map(({ card }) => card)).toEqual(made.map(({ card }) => card))
            expect(mind.listed(rows, figures)).toBe(all)
            const by = `${sort} ${order}`
            const asked = {
              sort,
              order,
              condition,
              limit: 20,
              cursor: (cursor.by === by && cursor.at) || undefined,
            }
            const found = mind.page(all, asked, NOW)
            expect(found).toEqual(plain.page(made, asked, NOW))
            cursor = { by, at: found.next }
            const whole = { ...asked, cursor: undefined, limit: MANY }
            expect(mind.page(all, whole, NOW)).toEqual(plain.page(made, whole, NOW))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are made anew of the stations alone that are others', () => {
    const mind = createCardsMind()
    const rows = Array.from({ length: MANY }, (_, n) => rowOf(n, `Roof ${n}`))
    let figures: readonly StationFigures[] = rows.map((_, n) => figuresOf(n, { powerW: n }))
    for (const list of [rows, figures]) beginLine(list)
    const before = mind.listed(rows, figures)
    figures = put(figures, [7, 9], (no) => figuresOf(no, { powerW: 1 }))
    const after = mind.listed(rows, figures)
    expect(after.flatMap((one, at) => (one === before[at] ? [] : [at]))).toEqual([7, 9])
    // Who asks for some of them besides leaves those of all as they are.
    const some = rows.slice(0, COMPUTED + 5)
    const own = figures.slice(0, COMPUTED + 5)
    for (const list of [some, own]) beginLine(list)
    expect(mind.listed(some, own)).toEqual(after.slice(0, COMPUTED + 5))
    expect(mind.listed(rows, figures)).toBe(after)
  })
})
