import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Segmented } from './segmented.tsx'

const nothing = (): void => {}
const options = ['Day', 'Month', 'Year', 'Lifetime'].map((label) => ({ value: label, label }))

componentStates('Segmented', {
  usual: (
    <Card>
      <Segmented label="Period" options={options} value="Month" onChange={nothing} />
    </Card>
  ),
  empty: 'a choice of nothing is not shown',
  loading: 'what it chooses is known',
  stale: 'it shows no figures',
  error: 'each of its choices is right',
  long: ({ word, name }) => (
    <Card>
      <Segmented
        label={name}
        options={[word, `${word} 2`, name].map((label) => ({ value: label, label }))}
        value={word}
        onChange={nothing}
      />
    </Card>
  ),
})

test('one of a few: a press and arrow keys choose', async () => {
  const changed = vi.fn<(value: string) => void>()
  await show(
    <Held start="Day" onSet={changed}>
      {(value, set) => <Segmented label="Period" options={options} value={value} onChange={set} />}
    </Held>,
  )
  await expect.element(page.getByRole('radiogroup', { name: 'Period' })).toBeVisible()
  await userEvent.click(page.getByText('Year'))
  await expect.element(page.getByRole('radio', { name: 'Year' })).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('radio', { name: 'Month' })).toBeChecked()
  expect(changed.mock.calls.flat()).toEqual(['Year', 'Month'])
})
