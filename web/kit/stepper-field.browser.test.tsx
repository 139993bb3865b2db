import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { StepperField } from './stepper-field.tsx'

const nothing = (): void => {}

componentStates('StepperField', {
  usual: (
    <Card flush>
      <Fields>
        <StepperField
          label="Interval (min)"
          value={15}
          min={5}
          max={240}
          onChange={nothing}
          help="5 to 240."
        />
        <StepperField label="Lowest" value={5} min={5} max={240} onChange={nothing} />
      </Fields>
    </Card>
  ),
  empty: 'it always holds a number',
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: (
    <Card flush>
      <Fields>
        <StepperField label="Interval" value={5} min={5} max={240} onChange={nothing} error="Too often." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <StepperField
          label={name}
          value={1_234_567}
          min={0}
          max={9_999_999}
          onChange={nothing}
          help={text}
          error={text}
        />
      </Fields>
    </Card>
  ),
})

test('steps within its limits, and says the number', async () => {
  const changed = vi.fn<(value: number) => void>()
  await show(
    <Held start={8} onSet={changed}>
      {(value, set) => (
        <StepperField label="Interval" value={value} min={5} max={10} step={4} onChange={set} />
      )}
    </Held>,
  )
  const [less, more] = [
    page.getByRole('button', { name: 'Decrease' }),
    page.getByRole('button', { name: 'Increase' }),
  ]
  await userEvent.click(more)
  await expect.element(page.getByRole('status')).toHaveTextContent('10')
  await expect.element(more).toBeDisabled()
  await userEvent.click(less)
  await userEvent.click(less)
  await expect.element(less).toBeDisabled()
  expect(changed.mock.calls.flat()).toEqual([10, 6, 5])
})

test('what is wrong and what helps is heard with the group', async () => {
  await show(
    <StepperField
      label="Interval"
      value={5}
      min={5}
      max={240}
      onChange={nothing}
      help="In minutes."
      error="Too often."
    />,
  )
  const group = page.getByRole('group', { name: 'Interval' })
  await expect.element(group).toHaveAccessibleDescription('In minutes. Too often.')
})
