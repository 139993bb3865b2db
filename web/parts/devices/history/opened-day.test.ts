import { describe, expect, it } from 'vitest'
import type { Period } from '../../../kit/chart/period.ts'
import { openedDay } from './opened-day.ts'

const none: { period: Period | undefined; of: string | undefined } = { period: undefined, of: undefined }
const today = '2026-03-01'

describe('the day a chart opens on', () => {
  it('is the one whose energy is told before the first light', () => {
    expect(openedDay(none, 'yesterday', today).search.of).toBe('2026-02-28')
  })
  it('is the present one by day and in the evening', () => {
    expect(openedDay(none, null, today).search).toBe(none)
    expect(openedDay(none, 'today', today).search).toBe(none)
  })
  it('is never another than the address names, nor one of months', () => {
    const named = { period: undefined, of: '2026-01-05' }
    expect(openedDay(named, 'yesterday', today).search).toBe(named)
    const months = { period: 'year' as const, of: undefined }
    expect(openedDay(months, 'yesterday', today).search).toBe(months)
  })
  it('writes the present day out when somebody goes on to it, else what was to be written', () => {
    const { written } = openedDay(none, 'yesterday', today)
    expect(written({ period: undefined, of: undefined })).toEqual({ period: undefined, of: today })
    expect(written({ period: 'month', of: undefined })).toEqual({ period: 'month', of: undefined })
    expect(written({ of: '2026-02-27' })).toEqual({ of: '2026-02-27' })
    expect(openedDay(none, null, today).written({ of: undefined })).toEqual({ of: undefined })
  })
})
