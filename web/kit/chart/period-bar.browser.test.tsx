import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../card.tsx'
import type { Period } from './period.ts'
import { PeriodBar } from './period-bar.tsx'

const today = '2026-06-21'
const nothing = (): void => {}

componentStates('PeriodBar', {
  usual: (
    <Card>
      <PeriodBar period="day" shown="2026-06-20" today={today} onChange={nothing} />
      <PeriodBar period="month" shown="2026-06" today={today} onChange={nothing} />
      <PeriodBar period="lifetime" shown="" today={today} onChange={nothing} />
      <PeriodBar period="day" shown="2026-06-20" today={today} daysOnly onChange={nothing} />
    </Card>
  ),
  empty: 'a period is always chosen',
  loading: 'it needs nothing from elsewhere',
  stale: 'it shows no figures',
  error: 'it needs nothing from elsewhere',
  // Its words are given: this is the longest day in each language.
  long: () => (
    <Card>
      <PeriodBar period="day" shown="2025-12-30" today={today} onChange={nothing} />
    </Card>
  ),
})

const bar = (period: Period, shown: string) => {
  const changed = vi.fn<(period: Period, of: string | undefined) => void>()
  return { changed, element: <PeriodBar period={period} shown={shown} today={today} onChange={changed} /> }
}

test('steps back and forth, over the end of a month, and never beyond today', async () => {
  const yesterday = bar('day', '2026-06-01')
  const screen = await show(yesterday.element)
  await userEvent.click(page.getByRole('button', { name: 'Earlier' }))
  await userEvent.click(page.getByRole('button', { name: 'Later' }))
  expect(yesterday.changed.mock.calls).toEqual([
    ['day', '2026-05-31'],
    ['day', '2026-06-02'],
  ])
  const present = bar('day', today)
  await screen.rerender(present.element)
  await expect.element(page.getByRole('button', { name: 'Later' })).toBeDisabled()
})

test('the present has no name: it moves on by itself', async () => {
  const { changed, element } = bar('day', '2026-06-20')
  await show(element)
  await userEvent.click(page.getByRole('button', { name: 'Later' }))
  await userEvent.click(page.getByText('Month'))
  expect(changed.mock.calls).toEqual([
    ['day', undefined],
    ['month', undefined],
  ])
})

test('any other is chosen by wheels that end with today', async () => {
  const { changed, element } = bar('month', '2026-05')
  await show(element)
  await userEvent.click(page.getByRole('button', { name: 'May 2026, choose another' }))
  const month = page.getByRole('spinbutton', { name: 'Month' })
  await expect.element(month).toHaveAttribute('aria-valuetext', '05')
  await expect.element(page.getByRole('spinbutton', { name: 'Day' })).not.toBeInTheDocument()
  month.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(month).toHaveAttribute('aria-valuetext', '06')
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(changed.mock.calls).toEqual([['month', undefined]])
})
