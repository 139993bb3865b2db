import { describe, expect, it } from 'vitest'
import { beginLine, continueLine } from '../../platform/kept/lists.ts'
import { createFiguresViews } from './figures-views.ts'
import type { Place } from './find-figures.ts'
import type { StationFigures } from './station-figures.ts'

type Held = { figures: StationFigures; until: number }

const figuresOf = (stationId: string): StationFigures => ({ stationId }) as StationFigures
const placeOf = (id: string): Place => ({ id }) as Place
const NOW = 1_700_000_000_000

/** Many stations whose figures hold for a minute, each from its own second on. */
const many = () => {
  const places = Array.from({ length: 300 }, (_, n) => placeOf(`S${n}`))
  beginLine(places)
  const held = new Map<string, Held>(
    places.map(({ id }, n) => [id, { figures: figuresOf(id), until: NOW + 60_000 + n * 1_000 }]),
  )
  const views = createFiguresViews<Held>()
  const seen: string[] = []
  const look = (now: number, marked: string[] = [], list: readonly Place[] = places) => {
    seen.length = 0
    return views.look(list, (id) => held.get(id), {
      now,
      marked: new Map(marked.map((id) => [id, '1 1'])),
      see: ({ id }, one) => {
        seen.push(id)
        if (one === undefined || marked.includes(id))
          return { figures: undefined, from: -Infinity, until: Infinity }
        return one.until > now
          ? { figures: one.figures, from: -Infinity, until: one.until }
          : { figures: undefined, from: one.until, until: Infinity }
      },
    })
  }
  const write = (id: string, one: Held): void => {
    held.set(id, one)
    views.written(id, one)
  }
  return { places, views, seen, look, write }
}

describe('a look at figures of many stations', () => {
  it('sees none of them while nothing is written, marked or due, and else those alone', () => {
    const { views, seen, look, write } = many()
    const first = look(NOW)
    expect(seen).toHaveLength(300)
    expect([look(NOW + 5_000), seen.length]).toEqual([first, 0])
    expect(look(NOW + 5_000)).toBe(first)
    const marked = look(NOW + 6_000, ['S7', 'S9'])
    expect([seen, marked?.[7], marked?.[8]]).toEqual([['S7', 'S9'], undefined, first?.[8]])
    look(NOW + 6_500, ['S7', 'S9'])
    expect(seen).toEqual([])
    look(NOW + 7_000, ['S9'])
    expect(seen).toEqual(['S7'])
    write('S4', { figures: figuresOf('another'), until: NOW + 600_000 })
    expect(look(NOW + 8_000)?.[4]).toEqual(figuresOf('another'))
    expect(seen.toSorted()).toEqual(['S4', 'S9'])
    const later = look(NOW + 62_000)
    expect([seen, later?.slice(0, 4).map((one) => one === undefined)]).toEqual([
      ['S0', 'S1', 'S2'],
      [true, true, true, false],
    ])
    // One that was asked for before it and comes later.
    expect(
      look(NOW + 60_500)
        ?.slice(0, 3)
        .map((one) => one === undefined),
    ).toEqual([true, false, false])
    expect(seen).toEqual(['S1', 'S2'])
    expect(
      look(NOW + 61_500)
        ?.slice(0, 3)
        .map((one) => one === undefined),
    ).toEqual([true, true, false])
    expect(seen).toEqual(['S1'])
    expect(look(NOW + 62_000)).toEqual(later)
    expect(seen).toEqual(['S2'])
    views.forget()
    look(NOW)
    expect(seen).toHaveLength(300)
  })

  it('sees a station whose place in the list is another row, and is asked of other lists besides', () => {
    const { places, seen, look } = many()
    look(NOW)
    const other = places.slice()
    other[3] = placeOf('S3')
    continueLine(other, places, [3])
    look(NOW + 1, [], other)
    expect(seen).toEqual(['S3'])
    const some = places.slice(0, 120)
    expect(look(NOW + 2, [], some)).toBeNull()
    beginLine(some)
    look(NOW + 2, [], some)
    expect(seen).toHaveLength(120)
    look(NOW + 3, [], other)
    look(NOW + 3, [], some)
    expect(seen).toEqual([])
  })

  it('gives the same list with what was computed while that is the same, and the old one to whoever has it', () => {
    const { views, look } = many()
    const found = look(NOW, ['S1'])!
    const computed = figuresOf('computed')
    const whole = views.completed(found, new Map([[1, computed]]))
    expect([whole[0], whole[1]]).toEqual([found[0], computed])
    expect(views.completed(found, new Map([[1, computed]]))).toBe(whole)
    const again = views.completed(look(NOW + 1)!, new Map())
    expect([again[1]?.stationId, whole[1]?.stationId]).toEqual(['S1', 'computed'])
    expect(views.completed(found, new Map([[1, computed]]))).toEqual(whole)
    expect(views.placeIn(found)?.('S5')).toBe(5)
    expect(views.placeIn([])).toBeNull()
    expect(views.completed([undefined], new Map([[0, computed]]))).toEqual([computed])
  })
})
