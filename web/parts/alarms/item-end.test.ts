import { describe, expect, it } from 'vitest'
import { itemEnd } from './item-end.ts'

describe('an instance of an alarm', () => {
  it('goes on only while its alarm is open and its device has not said that it is over', () => {
    const [open, over] = [{ clearedAt: null }, { clearedAt: 1_782_014_400_000 }]
    const handled = { status: 'processing', closeType: 'not_operated' } as const
    expect([itemEnd(handled, open), itemEnd(handled, over)]).toEqual([null, { at: over.clearedAt }])
    for (const closeType of ['work_order_closed', 'manual_clear', 'automatic_cleaning'] as const) {
      const alarm = { status: 'closed', closeType } as const
      expect([itemEnd(alarm, open), itemEnd(alarm, over)]).toEqual([{ closeType }, { at: over.clearedAt }])
    }
  })
})
