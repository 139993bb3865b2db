import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { SwitchField } from './switch-field.tsx'

const nothing = (): void => {}

componentStates('SwitchField', {
  usual: (
    <Card flush>
      <Fields>
        <SwitchField label="Notifications" help="At any hour." checked onChange={nothing} />
        <SwitchField label="Sound" checked={false} onChange={nothing} />
      </Fields>
    </Card>
  ),
  empty: 'it is on or off',
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: 'both of what it can be is right',
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <SwitchField label={name} help={text} checked onChange={nothing} />
      </Fields>
    </Card>
  ),
  more: {
    disabled: (
      <Card flush>
        <Fields>
          <SwitchField label="Notifications" checked disabled onChange={nothing} />
          <SwitchField label="Sound" checked={false} disabled onChange={nothing} />
        </Fields>
      </Card>
    ),
  },
})

test('its label and the space key turn it, and it says whether it is on', async () => {
  const changed = vi.fn<(on: boolean) => void>()
  await show(
    <Held start={false} onSet={changed}>
      {(value, set) => <SwitchField label="Sound" checked={value} onChange={set} />}
    </Held>,
  )
  await userEvent.click(page.getByText('Sound'))
  await expect.element(page.getByRole('switch', { name: 'Sound' })).toBeChecked()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('switch', { name: 'Sound' })).not.toBeChecked()
  expect(changed.mock.calls.flat()).toEqual([true, false])
})

test('what is disabled does not turn, and its help is heard with it', async () => {
  const changed = vi.fn<(on: boolean) => void>()
  await show(<SwitchField label="Sound" help="Only at home." checked={false} disabled onChange={changed} />)
  page
    .getByText('Sound')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(changed).not.toHaveBeenCalled()
  await expect.element(page.getByRole('switch', { name: 'Sound Only at home.' })).toBeDisabled()
})
