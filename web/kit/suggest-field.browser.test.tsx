import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Fields } from './field.tsx'
import { SuggestField } from './suggest-field.tsx'

const nothing = (): void => {}
const makers = ['Aurora', 'Borealis'].map((value) => ({ value, label: value }))

componentStates('SuggestField', {
  usual: (
    <Card flush>
      <Fields>
        <SuggestField
          label="Maker"
          value="Aurora"
          options={makers}
          choose="Choose a maker"
          onChange={nothing}
        />
      </Fields>
    </Card>
  ),
  empty: (
    <Card flush>
      <Fields>
        <SuggestField
          label="Maker"
          value=""
          options={[]}
          choose="Choose a maker"
          onChange={nothing}
          optional
        />
      </Fields>
    </Card>
  ),
  loading: 'without suggestions it is a plain line of text',
  stale: 'holds what is typed',
  error: (
    <Card flush>
      <Fields>
        <SuggestField
          label="Maker"
          value="?"
          options={makers}
          choose="Choose a maker"
          onChange={nothing}
          error="No such maker."
        />
      </Fields>
    </Card>
  ),
  long: ({ name, text, word }) => (
    <Card flush>
      <Fields>
        <SuggestField
          label={name}
          value={text}
          options={makers}
          choose={word}
          onChange={nothing}
          help={text}
          error={text}
        />
      </Fields>
    </Card>
  ),
})

const field = (options = makers) => (
  <Held start="">
    {(value, set) => (
      <SuggestField label="Maker" value={value} options={options} choose="Choose a maker" onChange={set} />
    )}
  </Held>
)

test('what is on no list can be typed, what is on it can be chosen', async () => {
  await show(field())
  const line = page.getByRole('textbox', { name: 'Maker' })
  await userEvent.type(line, 'Cassini')
  await expect.element(line).toHaveValue('Cassini')
  await userEvent.click(page.getByRole('button', { name: 'Choose a maker' }))
  await userEvent.click(page.getByText('Borealis'))
  await expect.element(line).toHaveValue('Borealis')
})

test('without suggestions there is no list to open', async () => {
  await show(field([]))
  await expect.element(page.getByRole('textbox')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
