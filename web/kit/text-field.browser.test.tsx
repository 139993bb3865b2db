import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { AreaField, PasswordField, TextField } from './text-field.tsx'

componentStates('TextField', {
  usual: (
    <Card flush>
      <Fields>
        <TextField label="Name" defaultValue="North roof" help="Up to 30 characters." end={<span>m</span>} />
        <TextField label="Remark" defaultValue="Beside the gate" optional />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <TextField label="Name" placeholder="Up to 30 characters" />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <TextField label="Name" defaultValue="-roof" error="The name cannot start like this." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <TextField label={name} defaultValue={text} help={text} error={text} optional />
      </Fields>
    </Card>
  ),
  more: {
    disabled: (
      <Card flush>
        <Fields>
          <TextField label="Name" defaultValue="North roof" disabled />
        </Fields>
      </Card>
    ),
  },
})

componentStates('PasswordField', {
  usual: (
    <Card flush>
      <Fields>
        <PasswordField label="Password" defaultValue="four words that nobody guesses" help="At least 15." />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <PasswordField label="Password" />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <PasswordField label="Password" defaultValue="short" error="It needs at least 15 characters." />
      </Fields>
    </Card>
  ),
  long: ({ name, text }) => (
    <Card flush>
      <Fields>
        <PasswordField label={name} defaultValue={text} help={text} error={text} />
      </Fields>
    </Card>
  ),
})

componentStates('AreaField', {
  usual: (
    <Card flush>
      <Fields>
        <AreaField
          label="Remark"
          defaultValue="The ladder stands behind the shed."
          help="For who comes next."
        />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <AreaField label="Remark" placeholder="What is to be known" optional />
      </Fields>
    </Card>
  ),
  loading: 'forms wait as a whole',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <AreaField label="Remark" defaultValue="x" error="Please say more." />
      </Fields>
    </Card>
  ),
  long: ({ name, text, code }) => (
    <Card flush>
      <Fields>
        <AreaField label={name} defaultValue={`${text} ${code}`} help={text} error={text} />
      </Fields>
    </Card>
  ),
})

describe('what is heard of a field', () => {
  test('its label is its name, what is wrong describes it in the place of the help, and it is called invalid', async () => {
    await show(<TextField label="Name" help="Up to 30." error="Too long." />)
    const field = page.getByRole('textbox', { name: 'Name', exact: true })
    await expect.element(field).toHaveAccessibleDescription('Too long.')
    await expect.element(page.getByText('Up to 30.')).not.toBeInTheDocument()
    await expect.element(field).toBeInvalid()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too long.')
  })
  test('without an error it is valid, and nothing is described', async () => {
    await show(<TextField label="Name" />)
    await expect.element(page.getByRole('textbox')).toBeValid()
    await expect.element(page.getByRole('textbox')).not.toHaveAttribute('aria-describedby')
  })
})

test('a password is shown while its button is pressed in, and what was typed stays', async () => {
  await show(<PasswordField label="Password" />)
  const field = page.getByLabelText('Password', { exact: true })
  await userEvent.type(field, 'secret words')
  await expect.element(field).toHaveAttribute('type', 'password')
  await userEvent.click(page.getByRole('button', { name: 'Show password' }))
  await expect.element(field).toHaveAttribute('type', 'text')
  await expect.element(field).toHaveValue('secret words')
  await expect
    .element(page.getByRole('button', { name: 'Hide password' }))
    .toHaveAttribute('aria-pressed', 'true')
})

const boxOf = (one: Element | null): DOMRect => one?.getBoundingClientRect() ?? new DOMRect()

test.each([100, 200] as const)(
  'the ring of the button that shows a password stays within the field, free of its line (letters of %i %)',
  async (text) => {
    await show(
      <Card flush>
        <Fields>
          <PasswordField label="Password" defaultValue="four words" />
        </Fields>
      </Card>,
      { text },
    )
    await userEvent.click(page.getByLabelText('Password', { exact: true }))
    await userEvent.tab()
    const button = page.getByRole('button', { name: 'Show password' })
    await expect.element(button).toHaveFocus()
    const eye = button.element()
    const ring = (): number => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(eye)
      expect(outlineStyle).toBe('solid')
      return Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    }
    // The line around the field is 2 px wide.
    await expect
      .poll(() => {
        const [own, body] = [boxOf(eye), boxOf(eye.parentElement)]
        return Math.min(own.top - body.top, body.bottom - own.bottom, body.right - own.right) - ring()
      })
      .toBeGreaterThanOrEqual(3)
    // It goes around the eye.
    expect(boxOf(eye).width / 2 + ring()).toBeGreaterThan(boxOf(eye.firstElementChild).width / 2 + 2)
  },
)

test('an area grows with its text', async () => {
  await show(
    <Held start="">
      {(value, set) => (
        <AreaField label="Remark" value={value} onChange={(event) => set(event.target.value)} />
      )}
    </Held>,
  )
  const area = page.getByRole('textbox')
  const before = area.element().clientHeight
  await userEvent.fill(area, 'line\n'.repeat(12))
  expect(area.element().clientHeight).toBeGreaterThan(before * 2)
  expect(area.element().scrollHeight).toBeLessThanOrEqual(area.element().clientHeight + 1)
})

test('what is to be typed word for word stays where something else was typed', async () => {
  await show(
    <TextField label="Number" help="Its number." toType="Type WO1" error="This is not the number." />,
  )
  const number = page.getByRole('textbox', { name: 'Number' })
  await expect.element(number).toHaveAccessibleDescription('Type WO1 This is not the number.')
})
