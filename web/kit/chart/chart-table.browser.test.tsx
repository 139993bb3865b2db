import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { ChartTable } from './chart-table.tsx'

const rows = [
  { head: '02:30', cells: ['5 W', '–'] },
  { head: '02:30', cells: ['6 W', '7 W'] },
]

componentStates('ChartTable', {
  usual: <ChartTable summary="Power." columns={['Roof', 'Garden']} rows={rows} />,
  empty: <ChartTable summary="Power: no data" columns={['Roof']} rows={[]} />,
  loading: 'it comes with its drawing',
  stale: 'it comes with its drawing',
  error: 'ErrorState stands in its place',
  long: ({ name, text }) => (
    <ChartTable summary={text} columns={[name]} rows={[{ head: name, cells: [text] }]} />
  ),
})

test('is a table with heads, and holds an hour that comes twice', async () => {
  await show(<ChartTable summary="Power." columns={['Roof', 'Garden']} rows={rows} />)
  await expect.element(page.getByRole('table', { name: 'Data' })).toBeInTheDocument()
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Time', 'Roof', 'Garden'])
  expect(
    page
      .getByRole('row')
      .elements()
      .map((one) => one.textContent)
      .slice(1),
  ).toEqual(['02:305 W–', '02:306 W7 W'])
})
