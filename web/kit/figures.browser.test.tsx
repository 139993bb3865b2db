import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { TextFigure } from './figure.tsx'
import { Figures } from './figures.tsx'

const some = (count: number, label = 'Today') =>
  Array.from({ length: count }, (_, no) => (
    <TextFigure key={no} label={`${label} ${no}`} text="312.4" unit="kWh" />
  ))

componentStates('Figures', {
  usual: (
    <Card>
      <Figures>{some(4)}</Figures>
      <Figures columns={3}>{some(6)}</Figures>
      <Figures columns={4}>{some(4)}</Figures>
    </Card>
  ),
  empty: 'without figures there is no grid',
  loading: 'a skeleton stands in its place',
  stale: 'its figures look so',
  error: 'what could not be read is not there',
  long: ({ name }) => (
    <Card>
      <Figures>{some(4, name)}</Figures>
      <Figures columns={4}>{some(4, name)}</Figures>
    </Card>
  ),
})

/** How many different places figures begin at, from the left. */
const columnsOf = (): number =>
  new Set(
    page
      .getByText(/^Today/)
      .elements()
      .map((one) => Math.round(one.getBoundingClientRect().left)),
  ).size

test.each([2, 3, 4] as const)('%i columns are as many, and fewer when letters are large', async (columns) => {
  await show(<Figures columns={columns}>{some(8)}</Figures>)
  expect(columnsOf()).toBe(columns)
  await show(<Figures columns={columns}>{some(8)}</Figures>, { text: 200 })
  expect(columnsOf()).toBeLessThan(columns)
})
