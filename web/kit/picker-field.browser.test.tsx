import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { PickerField } from './picker-field.tsx'

const nothing = (): void => {}

componentStates('PickerField', {
  usual: (
    <Card flush>
      <Fields>
        <PickerField label="Owner" text="Lena Berg" onPress={nothing} help="Who is written to." />
        <PickerField label="Zone" text="Asia/Shanghai" fixed onPress={nothing} />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <PickerField label="Owner" text="Select" empty optional onPress={nothing} />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is chosen',
  error: (
    <Card flush>
      <Fields>
        <PickerField label="Owner" text="Select" empty error="An owner is needed." onPress={nothing} />
      </Fields>
    </Card>
  ),
  long: ({ name, text, code }) => (
    <Card flush>
      <Fields>
        <PickerField label={name} text={`${name} ${code}`} help={text} error={text} onPress={nothing} />
      </Fields>
    </Card>
  ),
  more: {
    disabled: (
      <Card flush>
        <Fields>
          <PickerField label="Owner" text="Lena Berg" disabled onPress={nothing} />
        </Fields>
      </Card>
    ),
  },
})

test('says what it is for and what is chosen, and whether a sheet opens', async () => {
  const pressed = vi.fn<() => void>()
  await show(
    <>
      <PickerField label="Owner" text="Lena Berg" opensSheet onPress={pressed} />
      <PickerField label="Place" text="North" onPress={pressed} />
    </>,
  )
  const owner = page.getByRole('button', { name: 'Owner: Lena Berg' })
  await expect.element(owner).toHaveAttribute('aria-haspopup', 'dialog')
  await expect
    .element(page.getByRole('button', { name: 'Place: North' }))
    .not.toHaveAttribute('aria-haspopup')
  await userEvent.click(owner)
  expect(pressed).toHaveBeenCalledOnce()
})

test('what is chosen for good cannot be pressed', async () => {
  await show(<PickerField label="Owner" text="Lena Berg" fixed onPress={nothing} />)
  await expect.element(page.getByRole('button', { name: 'Owner: Lena Berg' })).toBeDisabled()
})
