import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { SearchBox } from './search-box.tsx'

const nothing = (): void => {}

componentStates('SearchBox', {
  usual: <SearchBox value="roof" onChange={nothing} />,
  empty: <SearchBox value="" onChange={nothing} />,
  loading: 'the list under it waits',
  stale: 'holds what is typed',
  error: 'whatever is typed can be searched for',
  long: ({ name, code }) => (
    <Card>
      <SearchBox value={`${name} ${code}`} onChange={nothing} label={name} />
    </Card>
  ),
})

test('the cross empties it; Enter puts the keyboard away and sends no form', async () => {
  const sent = vi.fn<() => void>()
  await show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <Held start="">{(value, set) => <SearchBox value={value} onChange={set} label="Search people" />}</Held>
    </form>,
  )
  const line = page.getByRole('searchbox', { name: 'Search people' })
  await userEvent.type(line, 'lena')
  await expect.element(line).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(line).not.toHaveFocus()
  expect(sent).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Clear' }))
  await expect.element(line).toHaveValue('')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
