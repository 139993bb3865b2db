import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { DateField, DateSheet } from './date-field.tsx'
import { Fields } from './field.tsx'

const nothing = (): void => {}
const limits = { min: '2000-01-01', max: '2026-12-31' }

componentStates('DateField', {
  usual: (
    <Card flush>
      <Fields>
        <DateField label="Since" value="2025-06-11" onChange={nothing} {...limits} help="The first day." />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <DateField label="Since" value={null} onChange={nothing} {...limits} optional />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: (
    <Card flush>
      <Fields>
        <DateField label="Since" value="2026-06-11" onChange={nothing} {...limits} error="That is ahead." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <DateField label={name} value="2026-09-30" onChange={nothing} {...limits} help={text} error={text} />
      </Fields>
    </Card>
  ),
})

componentStates('DateSheet', {
  usual: <DateSheet open title="Since" value="2025-06-11" {...limits} onDone={nothing} onClose={nothing} />,
  empty: 'its wheels always stand somewhere',
  loading: 'it needs nothing from elsewhere',
  stale: 'it needs nothing from elsewhere',
  error: 'its wheels only turn to days that are allowed',
  long: ({ name }) => (
    <DateSheet open title={name} value="2025-06-11" {...limits} onDone={nothing} onClose={nothing} />
  ),
  more: {
    'a month': (
      <DateSheet
        open
        title="Month"
        value="2025-06-30"
        parts="month"
        {...limits}
        onDone={nothing}
        onClose={nothing}
      />
    ),
  },
})

test('wheels turn by keys; what they stand at is taken by Done alone', async () => {
  const changed = vi.fn<(day: string | null) => void>()
  await show(
    <Held<string | null> start="2024-01-31">
      {(value, set) => (
        <DateField
          label="Since"
          value={value}
          {...limits}
          onChange={(day) => {
            changed(day)
            set(day)
          }}
        />
      )}
    </Held>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Since: Jan 31, 2024' }))
  const month = page.getByRole('spinbutton', { name: 'Month' })
  const day = page.getByRole('spinbutton', { name: 'Day' })
  await expect.element(day).toHaveAttribute('aria-valuetext', '31')
  month.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  // 31 turned to February is its last day.
  await expect.element(day).toHaveAttribute('aria-valuetext', '29')
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
  expect(changed).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Since: Jan 31, 2024' }))
  await expect.element(month).toHaveAttribute('aria-valuetext', '01')
  month.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(changed.mock.calls).toEqual([['2024-02-29']])
  await expect.element(page.getByRole('button', { name: 'Since: Feb 29, 2024' })).toHaveFocus()
})

test('wheels turn to no day that is not allowed', async () => {
  const done = vi.fn<(day: string) => void>()
  await show(
    <DateSheet
      open
      title="Since"
      value="2025-06-11"
      min="2025-06-05"
      max="2026-03-02"
      onDone={done}
      onClose={nothing}
    />,
  )
  const year = page.getByRole('spinbutton', { name: 'Year' })
  await expect.element(year).toHaveAttribute('aria-valuetext', '2025')
  year.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('spinbutton', { name: 'Day' })).toHaveAttribute('aria-valuetext', '02')
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(done).toHaveBeenCalledWith('2026-03-02')
})
