import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { ClockField, ClockSheet } from './clock-field.tsx'
import { Fields } from './field.tsx'

const nothing = (): void => {}

componentStates('ClockField', {
  usual: (
    <Card flush>
      <Fields>
        <ClockField label="From" value="22:00" onChange={nothing} help="Of this phone." />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <ClockField label="From" value={null} onChange={nothing} optional />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: (
    <Card flush>
      <Fields>
        <ClockField label="From" value="22:00" onChange={nothing} error="That is after its end." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <ClockField label={name} value="22:00" onChange={nothing} help={text} error={text} />
      </Fields>
    </Card>
  ),
})

componentStates('ClockSheet', {
  usual: <ClockSheet open title="From" value="15:41" onDone={nothing} onClose={nothing} />,
  empty: 'its wheels always stand somewhere',
  loading: 'it needs nothing from elsewhere',
  stale: 'it needs nothing from elsewhere',
  error: 'each of its times is right',
  long: ({ name }) => <ClockSheet open title={name} value="00:00" onDone={nothing} onClose={nothing} />,
})

test('a time is turned to in 24 hours, or typed, and is given when it is done', async () => {
  const changed = vi.fn<(clock: string) => void>()
  await show(
    <Held<string | null> start="15:41">
      {(value, set) => (
        <ClockField
          label="From"
          value={value}
          onChange={(clock) => {
            changed(clock)
            set(clock)
          }}
        />
      )}
    </Held>,
  )
  await userEvent.click(page.getByRole('button', { name: 'From: 15:41' }))
  const hour = page.getByRole('spinbutton', { name: 'hour' })
  await expect.element(hour).toHaveAttribute('aria-valuetext', '15')
  hour.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  page.getByRole('spinbutton', { name: 'minute' }).element().focus()
  await userEvent.keyboard('05')
  expect(changed).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(changed.mock.calls).toEqual([['16:05']])
  await expect.element(page.getByRole('button', { name: 'From: 16:05' })).toBeVisible()
})

test('what was turned and not done is forgotten', async () => {
  const changed = vi.fn<(clock: string) => void>()
  await show(<ClockField label="From" value="08:10" onChange={changed} />)
  await userEvent.click(page.getByRole('button', { name: 'From: 08:10' }))
  page.getByRole('spinbutton', { name: 'hour' }).element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('spinbutton', { name: 'hour' })).toHaveAttribute('aria-valuetext', '23')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(changed).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'From: 08:10' }))
  await expect.element(page.getByRole('spinbutton', { name: 'hour' })).toHaveAttribute('aria-valuetext', '08')
})
