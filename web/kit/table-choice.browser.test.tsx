import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { TableChoice } from './table-choice.tsx'

const nothing = (): void => {}

componentStates('TableChoice', {
  usual: (
    <Card>
      <TableChoice label="Choose table" template="Save a template" onFile={nothing} onTemplate={nothing} />
    </Card>
  ),
  empty: 'its buttons always have words',
  loading: 'what is made of the table waits in its own place',
  stale: 'it shows no figures',
  error: 'what is wrong with a table is said where it is read',
  long: ({ name, word }) => (
    <Card>
      <TableChoice label={name} template={word} onFile={nothing} onTemplate={nothing} />
    </Card>
  ),
})

test('tells the table that is chosen, the same one twice too, and when a template is wanted', async () => {
  const [chosen, wanted] = [vi.fn<(file: File) => void>(), vi.fn<() => void>()]
  await show(
    <TableChoice label="Choose table" template="Save a template" onFile={chosen} onTemplate={wanted} />,
  )
  const input = page.getByLabelText('Choose table').first()
  const table = new File(['a,b'], 'table.csv', { type: 'text/csv' })
  await userEvent.upload(input, table)
  await userEvent.upload(input, table)
  expect(chosen.mock.calls.map(([file]) => file.name)).toEqual(['table.csv', 'table.csv'])
  await userEvent.click(page.getByRole('button', { name: 'Save a template' }))
  expect(wanted).toHaveBeenCalledOnce()
})
