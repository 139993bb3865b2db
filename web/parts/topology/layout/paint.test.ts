// What one drawing asks of the canvas, counted: a hand that drags 3,000 modules on a slow phone waits for it.
import { describe, expect, it } from 'vitest'
import { paintPlan, type HeatColours, type Painting } from './paint.ts'
import type { Cell } from './plan.ts'

const COLUMNS = 50
const MODULES = 3_000

/** Each letter is `letter` device pixels wide. */
const countingContext = (letter: number) => {
  const calls: Record<string, unknown[][]> = {}
  const own: Record<string, unknown> = { canvas: { width: 800, height: 800 } }
  const context = new Proxy(own, {
    get: (held, name: string) =>
      name in held
        ? held[name]
        : (...given: unknown[]) => {
            ;(calls[name] ??= []).push(given)
            return name === 'measureText' ? { width: String(given[0]).length * letter } : undefined
          },
    set: (held, name: string, value) => {
      held[name] = value
      return true
    },
  })
  return { context: context as unknown as CanvasRenderingContext2D, calls }
}

const cellOf = (no: number): Cell => ({
  place: {
    id: `p${no}`,
    kind: 'optimizer',
    stringId: null,
    position: null,
    areaId: null,
    row: null,
    col: null,
    modules: 1,
    moduleW: null,
    deviceId: `d${no}`,
    version: 1,
  },
  x: no % COLUMNS,
  y: Math.floor(no / COLUMNS) * 2,
  w: 1,
  h: 1.6,
  modules: 1,
  mark: null,
})
const numbers = Array.from({ length: MODULES }, (_, no) => no)
const painting: Painting = {
  cells: numbers.map(cellOf),
  // One in the part that is drawn, one far below it.
  blocks: [5, 100].map((y) => ({
    key: `b${y}`,
    label: `String at ${y}, with a long name`,
    x: 0,
    y,
    w: 3,
    h: 4,
  })),
  looks: numbers.map((no) => no % 8),
  marks: numbers.map(() => null),
  labels: numbers.map((no) => String(100 + (no % 90))),
  chosen: null,
  marked: new Set(),
}
const colours: HeatColours = {
  tones: Array.from({ length: 8 }, () => '#000000'),
  inks: Array.from({ length: 8 }, () => '#ffffff'),
  surface: '#ffffff',
  text: '#000000',
  zero: '#000000',
  stale: '#000000',
  shutdown: '#000000',
  never: '#000000',
  empty: '#000000',
  chosen: '#000000',
  marked: '#000000',
  font: 'test',
}
const part = { x: 0, y: 0, w: 10, h: 20 }

const drawn = (letter: number, marked: string[] = []) => {
  const { context, calls } = countingContext(letter)
  paintPlan(context, { ...painting, marked: new Set(marked) }, { part, scale: 30, ratio: 2, colours })
  return calls
}

describe('one drawing of the plan', () => {
  it('draws what is in its part alone, each tone in one go, and no name that is elsewhere', () => {
    const calls = drawn(6)
    expect(calls['fill']).toHaveLength(8)
    const texts = (calls['fillText'] ?? []).map(([text]) => String(text))
    expect(texts.filter((text) => /^\d+$/.test(text))).toHaveLength(10 * 10)
    expect(texts.filter((text) => text.startsWith('String'))).toHaveLength(1)
  })

  it('measures one number for all of them, and no name a second time', () => {
    drawn(6)
    const calls = drawn(6)
    expect(calls['measureText']).toHaveLength(1)
    // Squeezing into a width measures too.
    expect((calls['fillText'] ?? []).filter((given) => given.length > 3)).toEqual([])
  })

  it('squeezes numbers only where one would not fit', () => {
    const numbersDrawn = (drawn(40)['fillText'] ?? []).filter(([text]) => /^\d+$/.test(String(text)))
    expect(numbersDrawn.every((given) => given.length === 4)).toBe(true)
  })

  it('frames what is marked in a few further goes, however many lie side by side', () => {
    const calls = drawn(6, ['p1', 'p2', 'p3'])
    // Ground, frame, ground, and the marked ones over them in their tones.
    expect(calls['fill']).toHaveLength(8 + 3 + 3)
    // The frame is larger than its module.
    const widths = (calls['rect'] ?? []).map((given) => Number(given[2]))
    expect(Math.max(...widths)).toBeGreaterThan(Math.min(...widths) + 4)
    // What is not in the part that is drawn is not framed.
    expect(drawn(6, ['p2999'])['fill']).toHaveLength(8)
  })

  it('leaves ground between the frame and its module, which may be as bright as the frame', () => {
    const widths = new Set((drawn(6, ['p1'])['rect'] ?? []).map((given) => Number(given[2])))
    const [outer, frame, inner, module = 0] = [...widths].toSorted((a, b) => b - a)
    expect(Number(inner) - module).toBeGreaterThanOrEqual(2)
    expect(Number(frame) - Number(inner)).toBeGreaterThanOrEqual(2)
    expect(Number(outer) - Number(frame)).toBeGreaterThanOrEqual(2)
  })
})
