import { describe, expect, it } from 'vitest'
import { boardShared } from './board-shared.ts'
import type { BoardDevice } from './control-queries.ts'

const device = (changes: Partial<BoardDevice>): BoardDevice => ({
  deviceId: crypto.randomUUID(),
  kind: 'shutdown',
  sn: '124021100001',
  name: '',
  stringNo: 1,
  position: 1,
  gateway: null,
  inverter: null,
  verdict: 'unknown',
  reasons: ['stale'],
  keepalive: true,
  closed: true,
  volts: 39,
  readAt: 1_000_000,
  outcome: null,
  confirmedAfterMs: null,
  ...changes,
})

describe('what the rows of a board need not say each', () => {
  it('is what all of them have in common, with the oldest reading', () => {
    expect(boardShared([device({ readAt: 1_030_000 }), device({}), device({ readAt: 1_060_000 })])).toEqual({
      verdict: 'unknown',
      reason: 'stale',
      keepalive: true,
      closed: true,
      readAt: 1_000_000,
    })
  })

  it('is nothing that one of them has otherwise', () => {
    const others: [Partial<BoardDevice>, string][] = [
      [{ verdict: 'live', reasons: ['voltage'] }, 'verdict'],
      [{ reasons: ['never_heard'] }, 'reason'],
      [{ keepalive: false }, 'keepalive'],
      [{ keepalive: null }, 'keepalive'],
      [{ closed: false }, 'closed'],
      [{ readAt: 1_060_001 }, 'readAt'],
      [{ readAt: null }, 'readAt'],
    ]
    for (const [changes, of] of others)
      expect([of, boardShared([device({}), device(changes)])]).toEqual([
        of,
        expect.objectContaining({ [of]: null }),
      ])
  })

  it('is no reason that has figures of its own, and nothing of a device alone', () => {
    const live = (): BoardDevice => device({ verdict: 'live', reasons: ['voltage'] })
    expect(boardShared([live(), live()])).toMatchObject({
      verdict: 'live',
      reason: null,
    })
    expect(boardShared([device({})])).toMatchObject({ verdict: null, reason: null, readAt: null })
  })
})
