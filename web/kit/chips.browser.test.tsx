import { Sun } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Chips } from './chips.tsx'

const nothing = (): void => {}
const options = ['All', 'Sunny', 'Cloudy', 'Rainy', 'Snowy', 'Foggy'].map((label, no) => ({
  value: label,
  label,
  count: `${no * 7}`,
  icon: <Sun size={14} aria-hidden />,
}))

componentStates('Chips', {
  usual: (
    <>
      <Card>
        <Chips label="Weather" options={options} value="Sunny" onChange={nothing} />
      </Card>
      <Chips label="Weather" options={options} value="Foggy" onChange={nothing} />
    </>
  ),
  empty: 'a choice of nothing is not shown',
  loading: (
    <Card>
      <Chips
        label="Weather"
        options={options.map(({ value, label }) => ({ value, label }))}
        value="All"
        onChange={nothing}
      />
    </Card>
  ),
  stale: 'its counts are those of the list under it, which says so',
  error: 'the list under it says so',
  long: ({ word, name }) => (
    <Card>
      <Chips
        label={name}
        options={[word, `${word} 2`, `${word} 3`].map((label) => ({ value: label, label, count: '1,234' }))}
        value={word}
        onChange={nothing}
      />
      <Chips
        label={name}
        options={[word, name].map((label) => ({ value: label, label }))}
        value={word}
        onChange={nothing}
        wrap
      />
    </Card>
  ),
  more: {
    'over several lines': (
      <Card>
        <Chips label="Weather" options={options} value="Rainy" onChange={nothing} wrap />
      </Card>
    ),
  },
})

test('one of many: a press and arrow keys choose', async () => {
  const changed = vi.fn<(value: string) => void>()
  await show(
    <Held start="All" onSet={changed}>
      {(value, set) => <Chips label="Weather" options={options} value={value} onChange={set} />}
    </Held>,
  )
  await userEvent.click(page.getByText(/^Sunny/))
  await expect.element(page.getByRole('radio', { name: 'Sunny 7' })).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Cloudy 14' })).toBeChecked()
  expect(changed.mock.calls.flat()).toEqual(['Sunny', 'Cloudy'])
})

test('what is chosen is in sight, and stays so when counts make the chips wider', async () => {
  const plain = options.map(({ value, label }) => ({ value, label }))
  const chips = (shown: typeof plain) => (
    <Chips label="Weather" options={shown} value="Foggy" onChange={nothing} />
  )
  const screen = await show(chips(plain))
  await expect.element(page.getByRole('radio', { name: 'Foggy' })).toBeInViewport({ ratio: 0.95 })
  await screen.rerender(chips(options))
  await expect.element(page.getByRole('radio', { name: 'Foggy 35' })).toBeInViewport({ ratio: 0.95 })
})
