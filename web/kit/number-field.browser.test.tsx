import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { NumberField } from './number-field.tsx'

const unchanged = (): void => {}

componentStates('NumberField', {
  usual: (
    <Card flush>
      <Fields>
        <NumberField label="Capacity" unit="kW" value={12.5} onChange={unchanged} help="Of all modules." />
        <NumberField label="Height" unit="m" value={-3} onChange={unchanged} optional />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <NumberField label="Capacity" unit="kW" value={null} onChange={unchanged} placeholder="0 to 100" />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <NumberField label="Capacity" unit="kW" value={-1} onChange={unchanged} error="At least 0." />
      </Fields>
    </Card>
  ),
  long: ({ name, text, word }) => (
    <Card flush>
      <Fields>
        <NumberField
          label={name}
          unit={word}
          value={123_456_789.123_456}
          onChange={unchanged}
          help={text}
          error={text}
        />
      </Fields>
    </Card>
  ),
})

test('a comma is a decimal point, what is no number is told as such, and what was typed stays', async () => {
  const changed = vi.fn<(value: number | null) => void>()
  await show(
    <Held<number | null> start={null} onSet={changed}>
      {(value, set) => <NumberField label="Capacity" value={value} onChange={set} />}
    </Held>,
  )
  const field = page.getByRole('textbox', { name: 'Capacity' })
  await userEvent.type(field, '1,50')
  expect(changed).toHaveBeenLastCalledWith(1.5)
  await expect.element(field).toHaveValue('1,50')
  await userEvent.type(field, 'x')
  expect(changed).toHaveBeenLastCalledWith(Number.NaN)
  await expect.element(field).toHaveValue('1,50x')
  await userEvent.clear(field)
  expect(changed).toHaveBeenLastCalledWith(null)
})

test('a value from elsewhere takes the place of what was typed', async () => {
  await show(
    <Held<number | null> start={4}>
      {(value, set) => (
        <>
          <NumberField label="Capacity" value={value} onChange={set} />
          <button type="button" onClick={() => set(7.25)}>
            Suggest
          </button>
        </>
      )}
    </Held>,
  )
  const field = page.getByRole('textbox')
  await expect.element(field).toHaveValue('4')
  await userEvent.fill(field, '5.0')
  await userEvent.click(page.getByRole('button', { name: 'Suggest' }))
  await expect.element(field).toHaveValue('7.25')
})

test('the phone shows the keyboard that fits', async () => {
  await show(
    <>
      <NumberField label="Share" value={1} onChange={unchanged} />
      <NumberField label="Count" value={1} onChange={unchanged} decimals={false} />
    </>,
  )
  await expect.element(page.getByLabelText('Share')).toHaveAttribute('inputmode', 'decimal')
  await expect.element(page.getByLabelText('Count')).toHaveAttribute('inputmode', 'numeric')
})
