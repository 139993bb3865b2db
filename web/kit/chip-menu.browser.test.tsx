import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { ChipMenu } from './chip-menu.tsx'

const nothing = (): void => {}
const options = ['All', 'Sunny', 'Cloudy'].map((label, no) => ({ value: label, label, count: `${no * 7}` }))

componentStates('ChipMenu', {
  usual: (
    <>
      <ChipMenu label="Weather" options={options} value="All" onChange={nothing} />
      <ChipMenu label="Weather" options={options} value="Cloudy" onChange={nothing} />
    </>
  ),
  empty: 'a choice of nothing is not shown',
  loading: (
    <ChipMenu
      label="Weather"
      options={options.map(({ value, label }) => ({ value, label }))}
      value="All"
      onChange={nothing}
    />
  ),
  stale: 'its counts are those of the list under it, which says so',
  error: 'the list under it says so',
  long: ({ word, name }) => (
    <ChipMenu
      label={name}
      options={[{ value: word, label: word, count: '1,234' }]}
      value={word}
      onChange={nothing}
    />
  ),
})

test('it says what is chosen, and offers the others with how many there are', async () => {
  const changed = vi.fn<(value: string) => void>()
  await show(
    <Held start="All" onSet={changed}>
      {(value, set) => <ChipMenu label="Weather" options={options} value={value} onChange={set} />}
    </Held>,
  )
  const menu = page.getByRole('combobox', { name: 'Weather' })
  await expect.element(menu.getByRole('option', { name: 'Cloudy 14' })).toBeInTheDocument()
  await userEvent.selectOptions(menu, 'Sunny')
  expect(changed).toHaveBeenCalledExactlyOnceWith('Sunny')
  await expect.element(menu).toHaveValue('Sunny')
  expect(menu.element().closest('label')?.textContent).toContain('Sunny7')
})
