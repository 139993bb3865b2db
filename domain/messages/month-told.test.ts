import { expect, it } from 'vitest'
import { changeTold, monthToldIn, monthToTell } from './month-told.ts'

const at = (text: string): number => Date.parse(text)

it('is told from nine on the second to the end of the seventh, by the clock of the place', () => {
  expect(monthToldIn('2026-10', 'Asia/Shanghai')).toEqual({
    from: at('2026-11-02T01:00:00Z'),
    to: at('2026-11-07T16:00:00Z'),
  })
  expect(monthToldIn('2026-12', 'America/Los_Angeles')).toEqual({
    from: at('2027-01-02T17:00:00Z'),
    to: at('2027-01-08T08:00:00Z'),
  })
})

it('begins when the month is over in every zone', () => {
  const firstAnywhere = monthToldIn('2026-10', 'Pacific/Kiritimati').from
  const lastIsOver = at('2026-11-01T12:00:00Z') // UTC-12
  expect(firstAnywhere - lastIsOver).toBe(7 * 3_600_000)
})

it('names the month that may be told, and none later', () => {
  expect(monthToTell(monthToldIn('2026-12', 'Pacific/Kiritimati').from)).toBe('2026-12')
  expect(monthToTell(monthToldIn('2026-12', 'Etc/GMT+12').to - 1)).toBe('2026-12')
  expect(monthToTell(at('2027-01-09T00:00:00Z'))).toBeNull()
})

it('stands against the year before where that is known, else against the month before', () => {
  const before = { what: 'before' as const, other: { of: '2026-09' }, change: -0.1 }
  const year = { what: 'year' as const, other: { of: '2025-10' }, change: 0.2 }
  expect(changeTold([before, year])).toEqual({ of: '2025-10', share: 0.2 })
  expect(changeTold([before, { ...year, change: null }])).toEqual({ of: '2026-09', share: -0.1 })
  expect(changeTold([{ ...before, change: null }])).toBeNull()
})
