import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { mostPieces, pieceSize, wholeListUpTo } from './pieces.ts'
import { Row, Rows } from './row.tsx'
import { Windowed } from './windowed.tsx'

const list = (count: number, label = 'Row', name?: string) => (
  <Card flush>
    <Rows>
      <Windowed
        items={Array.from({ length: count }, (_, no) => no)}
        as="div"
        rowHeight={50}
        {...(name !== undefined && { name })}
      >
        {(piece) => piece.map((no) => <Row key={no} label={`${label} ${no}`} onPress={() => {}} />)}
      </Windowed>
    </Rows>
  </Card>
)

componentStates('Windowed', {
  usual: list(12),
  empty: list(0),
  loading: 'SkeletonCard waits in its place',
  stale: 'its rows look so',
  error: 'ErrorState stands in its place',
  long: ({ name }) => list(120, name),
})

const rows = page.getByRole('button')

/** Heights are measured on the way: what was guessed moves. */
const scrolledTo = async (no: number): Promise<void> => {
  await expect
    .poll(async () => {
      window.scrollTo(0, (document.documentElement.scrollHeight * no) / 999 - 400)
      await drawn()
      return rows.elements().some((one) => one.textContent === `Row ${no}`)
    })
    .toBe(true)
}

test('a short list is in the page as a whole', async () => {
  await show(list(wholeListUpTo))
  await expect.element(rows).toHaveLength(wholeListUpTo)
})

test('of a long one what is near is, at any place of it, and its height is that of all', async () => {
  await show(list(1000))
  await drawn()
  expect(rows.elements().length).toBeLessThanOrEqual(mostPieces * pieceSize)
  const height = document.documentElement.scrollHeight
  expect(height).toBeGreaterThan(1000 * 45)
  await scrolledTo(999)
  await expect.element(page.getByText('Row 0', { exact: true })).not.toBeInTheDocument()
  expect(rows.elements().length).toBeLessThanOrEqual(mostPieces * pieceSize)
  window.scrollTo(0, 0)
})

test('what has the focus stays, however far it is scrolled away', async () => {
  await show(list(1000))
  const first = page.getByRole('button', { name: 'Row 3', exact: true })
  first.element().focus()
  await scrolledTo(600)
  await expect.element(first).toHaveFocus()
  window.scrollTo(0, 0)
})

test('all of it is on paper', async () => {
  await show(list(1000))
  window.dispatchEvent(new Event('beforeprint'))
  await expect.element(rows).toHaveLength(1000)
  window.dispatchEvent(new Event('afterprint'))
  await drawn()
  expect(rows.elements().length).toBeLessThan(1000)
})

/** A list that gives its place to one of other things, each with rows of its own. */
function Changing() {
  const [isOther, setOther] = useState(false)
  return (
    <Rows>
      <button type="button" onClick={() => setOther(true)}>
        Change
      </button>
      {isOther ? (
        <Windowed items={[{ name: 'Barn' }]} as="div" rowHeight={50}>
          {(piece) => piece.map(({ name }) => <Row key={name} label={name.toUpperCase()} />)}
        </Windowed>
      ) : (
        <Windowed items={[1, 2]} as="div" rowHeight={50}>
          {(piece) => piece.map((no) => <Row key={no} label={no.toFixed(1)} />)}
        </Windowed>
      )}
    </Rows>
  )
}

test('rows are drawn of their own list alone, also as another takes its place', async () => {
  await show(<Changing />)
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.element(page.getByText('BARN')).toBeVisible()
  await expect.element(page.getByText('1.0')).not.toBeInTheDocument()
})

/** As many rows in pieces of twelve, sixty of them in the page as a whole. */
const grown = (count: number) => (
  <Windowed
    items={Array.from({ length: count }, (_, no) => no)}
    as="div"
    rowHeight={200}
    pieceOf={12}
    wholeUpTo={60}
  >
    {(piece) =>
      piece.map((no) => (
        <button key={no} type="button" style={{ display: 'block', height: 200 }}>{`Row ${no}`}</button>
      ))
    }
  </Windowed>
)

test('a list that grows beyond what is in the page as a whole keeps the rows that are seen', async () => {
  const screen = await show(grown(50))
  expect(rows.elements().length).toBe(50)
  const [first] = rows.elements()
  await screen.rerender(grown(100))
  await expect.poll(() => rows.elements().length).toBeLessThan(50)
  expect(rows.elements()[0]).toBe(first)
})

const asking = (at: number) => (
  <Windowed items={Array.from({ length: 1000 }, (_, no) => no)} as="div" rowHeight={50} at={at}>
    {(piece) => piece.map((no) => <Row key={no} label={`Row ${no}`} onPress={() => {}} />)}
  </Windowed>
)

test('the row that is asked for is in the page, and goes when another is', async () => {
  const screen = await show(asking(900))
  await expect.element(page.getByRole('button', { name: 'Row 900' })).toBeInTheDocument()
  await screen.rerender(asking(0))
  await expect.element(page.getByRole('button', { name: 'Row 900' })).not.toBeInTheDocument()
})
