import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { byTime, firstOf, idPart, numberPart, placeIn, readPage, textPart } from './page.ts'

const idOf = (no: number): string => `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`
const rows = [5, 4, 3, 2, 1].map((no) => ({ at: no * 1000, id: idOf(no) }))
type Row = (typeof rows)[number]
const same = (row: Row): Row => row

/** What a store does: rows of the order behind a place. */
const behind = (after: Row | null, limit: number): Promise<Row[]> =>
  Promise.resolve(rows.filter(({ at }) => after === null || at < after.at).slice(0, limit))

const pageOf = (cursor: string | null, limit?: number) =>
  readPage({ cursor: cursor ?? undefined, limit }, { order: byTime, size: 3, read: behind, placeOf: same })

const refusalOf = (cursor: string): unknown => {
  try {
    return placeIn(byTime, cursor)
  } catch (error) {
    return error instanceof Refusal ? [error.code, error.detail.field] : error
  }
}

describe('a page', () => {
  it('goes on where the one before ended, until there is no more', async () => {
    const first = await pageOf(null, 2)
    expect(first.rows).toEqual(rows.slice(0, 2))
    const second = await pageOf(first.next, 2)
    expect(second.rows).toEqual(rows.slice(2, 4))
    const third = await pageOf(second.next, 2)
    expect(third).toEqual({ rows: rows.slice(4), next: null })
  })

  it('that ends with the last row says that nothing comes after it', async () => {
    expect(await pageOf(null, 5)).toEqual({ rows, next: null })
  })

  it('has its usual size where nobody says another', async () => {
    expect((await pageOf(null)).rows).toHaveLength(3)
  })
})

const written = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  const order = { rank: numberPart(/^\d{1,2}$/), name: textPart(/^[^]*$/), id: idPart }
  const place = { rank: 10, name: '光"[],伏', id: idOf(1) }
  const { next } = firstOf(order, [place, place], 1, () => place)

  it('holds the parts of a place in their order, as earlier versions wrote them', () => {
    expect(JSON.parse(Buffer.from(next ?? '', 'base64url').toString())).toEqual(['10', place.name, place.id])
    expect(placeIn(order, next ?? undefined)).toEqual(place)
    expect(placeIn(order, undefined)).toBeNull()
  })

  it('of another list, or of nobody, is refused by its field', () => {
    const wrong = [
      next ?? '',
      '',
      'no base64!',
      written('1'),
      written(null),
      written({ at: '1', id: idOf(1) }),
      written(['1']),
      written([1, idOf(1)]),
      written(['9'.repeat(15), idOf(1)]),
      written(['1', idOf(1), 'more']),
    ]
    expect(wrong.map(refusalOf)).toEqual(wrong.map(() => ['invalid_input', 'cursor']))
  })
})
