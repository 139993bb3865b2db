import { describe, expect, it } from 'vitest'
import type { Answer } from './call-types.ts'
import { wholeOf } from './whole-list.ts'

type Devices = Answer<'GET /api/stations/{stationId}/devices'>
type Row = Devices['devices'][number]
type Children = Answer<'GET /api/gateways/{gatewayId}/children'>
const row = (id: string, name = ''): Row => ({ id, name }) as Row
const page = (rows: Row[], next: string | null): Devices => ({ devices: rows, total: 5, next })
const side = (ids: string[], next: string | null) =>
  ({
    expected: ids.map((id) => row(id)),
    discovered: [],
    missing: ids,
    unexpected: [],
    next,
  }) as unknown as Children

describe('a list whose screens need all of it', () => {
  it('is read to its last page, each device once, with the newer word on one that moved meanwhile', async () => {
    const asked: string[] = []
    const rest: Record<string, Devices> = {
      two: page([row('c'), row('a', 'newer')], 'three'),
      three: page([row('d'), row('e')], null),
    }
    const whole = await wholeOf(
      'GET /api/stations/{stationId}/devices',
      page([row('a', 'older'), row('b')], 'two'),
      async (cursor) => {
        asked.push(cursor)
        return rest[cursor] ?? page([], null)
      },
    )
    expect(asked).toEqual(['two', 'three'])
    expect(whole).toEqual(page([row('a', 'newer'), row('b'), row('c'), row('d'), row('e')], null))
  })

  it('keeps what is missing and unexpected of every page', async () => {
    const whole = await wholeOf('GET /api/gateways/{gatewayId}/children', side(['a'], 'two'), async () =>
      side(['b'], null),
    )
    expect([whole.missing, whole.expected.map(({ id }) => id)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('of gateways with their checks is joined alike', async () => {
    type Checks = Answer<'GET /api/stations/{stationId}/commissioning'>
    const checks = (id: string, next: string | null) =>
      ({ at: 1, gateways: [{ id }], total: 2, next }) as unknown as Checks
    const whole = await wholeOf('GET /api/stations/{stationId}/commissioning', checks('a', 'two'), async () =>
      checks('b', null),
    )
    expect(whole).toEqual({ at: 1, gateways: [{ id: 'a' }, { id: 'b' }], total: 2, next: null })
  })

  it('of another route is what was answered', async () => {
    const home = { at: 1 } as Answer<'GET /api/home'>
    expect(await wholeOf('GET /api/home', home, async () => Promise.reject(new Error('asked')))).toBe(home)
  })
})
