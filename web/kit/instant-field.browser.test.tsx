import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { InstantField } from './instant-field.tsx'

const nothing = (): void => {}
const given = {
  timeZone: 'Europe/Berlin',
  min: '2024-01-01',
  max: '2026-12-31',
  startAt: '2026-07-01',
  startClock: '08:00',
}
const at = Date.UTC(2026, 6, 5, 6, 30)

componentStates('InstantField', {
  usual: (
    <Card flush>
      <Fields>
        <InstantField label="Begins" value={at} onChange={nothing} {...given} help="There, not here." />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <InstantField label="Begins" value={null} onChange={nothing} {...given} optional />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: (
    <Card flush>
      <Fields>
        <InstantField label="Begins" value={at} onChange={nothing} {...given} error="That is over." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <InstantField label={name} value={at} onChange={nothing} {...given} help={text} error={text} />
      </Fields>
    </Card>
  ),
})

test('shows and takes the time on the wall of the place, not of the phone', async () => {
  const changed = vi.fn<(ts: number | null) => void>()
  await show(
    <Held<number | null> start={at}>
      {(value, set) => (
        <InstantField
          label="Begins"
          value={value}
          {...given}
          onChange={(ts) => {
            changed(ts)
            set(ts)
          }}
        />
      )}
    </Held>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Begins, Time: 08:30' }))
  page.getByRole('spinbutton', { name: 'hour' }).element().focus()
  await userEvent.keyboard('14')
  page.getByRole('spinbutton', { name: 'minute' }).element().focus()
  await userEvent.keyboard('5')
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(changed).toHaveBeenLastCalledWith(Date.UTC(2026, 6, 5, 12, 5))
  await userEvent.click(page.getByRole('button', { name: 'Clear: Begins' }))
  expect(changed).toHaveBeenLastCalledWith(null)
  await userEvent.click(page.getByRole('button', { name: 'Begins: Select' }))
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(changed).toHaveBeenLastCalledWith(Date.UTC(2026, 6, 1, 6, 0))
})
