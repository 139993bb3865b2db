import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'

const form = (label: string, send: string, error?: string) => (
  <Form onSend={() => {}}>
    <Card flush>
      <Fields>
        <TextField label={label} defaultValue="North roof" error={error} />
      </Fields>
    </Card>
    <Button type="submit" wide>
      {send}
    </Button>
  </Form>
)

componentStates('Form', {
  usual: form('Name', 'Save'),
  empty: 'a form always has fields',
  loading: 'its button is busy while it sends',
  stale: 'holds what is typed',
  error: form('Name', 'Save', 'There is one of that name.'),
  long: ({ name, word, text }) => form(name, word, text),
})

test('its button and the key of return send it, and the browser says nothing of its own', async () => {
  const sent = vi.fn<() => void>()
  await show(
    <Form onSend={sent}>
      <TextField label="Address" type="email" required defaultValue="nobody" />
      <Button type="submit">Save</Button>
    </Form>,
  )
  const before = location.href
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  page.getByRole('textbox').element().focus()
  await userEvent.keyboard('{Enter}')
  expect(sent).toHaveBeenCalledTimes(2)
  expect(location.href).toBe(before)
})
