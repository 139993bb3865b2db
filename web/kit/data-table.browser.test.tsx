import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { type DataColumn, DataTable } from './data-table.tsx'
import type { AppPath } from './navigation/app-path.ts'
import { mostPieces, pieceSize } from './pieces.ts'

type Row = { id: string; name: string; power: number | null }
const rowsOf = (count: number, name = 'Row'): Row[] =>
  Array.from({ length: count }, (_, no) => ({
    id: String(no),
    name: `${name} ${no}`,
    power: no % 3 === 2 ? null : no / 10,
  }))

const columnsOf = (head = 'Power', sorted: DataColumn<Row>['sorted'] = 'none'): DataColumn<Row>[] => [
  { id: 'name', head: 'Name', width: 14, sorted: null, cell: ({ name }) => name },
  {
    id: 'power',
    head,
    unit: 'kW',
    width: 12,
    figures: true,
    sorted,
    cell: ({ power }) => (power === null ? null : power.toFixed(1)),
  },
]

const table = (rows: readonly Row[], columns = columnsOf(), onEnd: (() => void) | null = null) => (
  <DataTable
    label="Stations"
    columns={columns}
    rows={rows}
    total={rows.length}
    toOf={({ id }) => `/station-detail?stationId=${id}` as AppPath}
    onSort={() => {}}
    onEnd={onEnd}
  />
)

componentStates('DataTable', {
  usual: table(rowsOf(4), columnsOf('Power', 'falling')),
  empty: 'its list says that there is nothing, and what to do',
  loading: 'a skeleton waits in its place',
  stale: 'its list looks so',
  error: 'what went wrong stands in its place',
  long: ({ name, word }) => table(rowsOf(3, name), columnsOf(word, 'rising')),
})

const bodyRows = page.getByRole('row')
const links = page.getByRole('link')

test('of 10,000 rows those near what is seen are in the page, and each says which one it is', async () => {
  await show(table(rowsOf(10_000)))
  await drawn()
  expect(links.elements().length).toBeLessThanOrEqual(mostPieces * pieceSize)
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  const box = page.getByRole('table').element().parentElement
  if (!box) throw new Error('nothing around the table')
  expect(box.scrollHeight).toBeGreaterThan(10_000 * 40)
  await expect
    .poll(async () => {
      box.scrollTop = box.scrollHeight
      await drawn()
      return links.elements().some((one) => one.textContent === 'Row 9999')
    })
    .toBe(true)
  expect(links.elements().length).toBeLessThanOrEqual(mostPieces * pieceSize)
  const last = bodyRows.elements().find((one) => one.textContent?.startsWith('Row 9999'))
  expect(last?.getAttribute('aria-rowindex')).toBe('10001')
  // The heads stay where they are.
  const head = page.getByRole('columnheader', { name: 'Power (kW)' }).element().getBoundingClientRect()
  expect(Math.abs(head.top - box.getBoundingClientRect().top)).toBeLessThan(2)
})

function Sorting() {
  const [sorted, setSorted] = useState<DataColumn<Row>['sorted']>('none')
  return (
    <DataTable
      label="Stations"
      columns={columnsOf('Power', sorted)}
      rows={rowsOf(3)}
      total={null}
      toOf={() => '/home' as AppPath}
      onSort={(id) => setSorted(id === 'power' && sorted !== 'falling' ? 'falling' : 'rising')}
    />
  )
}

test('a head that sorts says how, and one that cannot is no button', async () => {
  await show(<Sorting />)
  const head = page.getByRole('columnheader', { name: 'Power (kW)' })
  await expect.element(head).toHaveAttribute('aria-sort', 'none')
  await page.getByRole('button', { name: 'Power (kW)' }).click()
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Power (kW)' }).click()
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort')
  await expect.element(page.getByRole('button', { name: 'Name' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '-1')
})

test('what is not known is a dash, and figures end at one line', async () => {
  await show(table(rowsOf(3)))
  const cells = page.getByRole('cell')
  await expect.element(cells.nth(2)).toHaveTextContent('–')
  expect(cells.elements().map((one) => getComputedStyle(one).textAlign)).toEqual(['end', 'end', 'end'])
})

test('a press anywhere on a row is one on its link, and arrow keys go from row to row', async () => {
  const { container } = await show(table(rowsOf(4)))
  const pressed: string[] = []
  container.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link) return
      pressed.push(link.textContent ?? '')
      event.preventDefault()
    },
    { capture: true },
  )
  await page.getByRole('cell').nth(1).click()
  expect(pressed).toEqual(['Row 1'])
  ;(links.nth(1).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Row 2')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Row 0')
})

const boxesOf =
  (chosen: readonly string[] | null, choose: (ids: readonly string[]) => void) =>
  ({ id, name }: Row) =>
    chosen ? (
      <label>
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          checked={chosen.includes(id)}
          onChange={() => choose([...chosen, id])}
        />
      </label>
    ) : undefined

function Choosing() {
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  return (
    <>
      <button type="button" onClick={() => setChosen([])}>
        Choose
      </button>
      <DataTable
        label="Stations"
        columns={columnsOf()}
        rows={rowsOf(3)}
        total={3}
        toOf={({ id }) => `/station-detail?stationId=${id}` as AppPath}
        boxOf={boxesOf(chosen, setChosen)}
        onSort={() => {}}
      />
    </>
  )
}

test('while rows are chosen each has a box, which opens nothing; the focus stays, and Shift leaves arrows to others', async () => {
  const { container } = await show(<Choosing />)
  const opened: string[] = []
  container.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link) return
      event.preventDefault()
      opened.push(link.textContent ?? '')
    },
    { capture: true },
  )
  const first = links.nth(0).element()
  if (!(first instanceof HTMLElement)) throw new Error('no row')
  first.focus()
  // As a key does it, with the focus where it is.
  container.querySelector('button')?.click()
  await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(3)
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(document.activeElement).toBe(first)
  await page.getByRole('checkbox', { name: 'Choose Row 1' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Choose Row 1' })).toBeChecked()
  expect(opened).toEqual([])
})

test('the next page is asked for ahead of the end', async () => {
  const asked: number[] = []
  await show(table(rowsOf(3), columnsOf(), () => asked.push(1)))
  await expect.poll(() => asked.length).toBe(1)
})
