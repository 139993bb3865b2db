import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { OnlyChip } from './of-station.tsx'
import { OrderFilterSheet, orderFiltersSet } from './order-filter-sheet.tsx'

await words.need('orders')

const nothing = {
  type: undefined,
  priority: undefined,
  overdue: undefined,
  days: undefined,
  handler: undefined,
}
const people = [
  { value: 'none', label: 'Unassigned', count: '1' },
  { value: 'zhou', label: '周维明', count: '5' },
]

test('whose orders are shown is chosen among those who have some, and given when it is done', async () => {
  const done = vi.fn<(chosen: object) => void>()
  await show(<OrderFilterSheet present={nothing} people={people} onDone={done} onClose={() => {}} />)
  // The foot of the sheet lies over what is scrolled under it.
  const chosen = page.getByRole('radio', { name: '周维明 5' })
  ;(chosen.element() as HTMLInputElement).click()
  await expect.element(chosen).toBeChecked()
  expect(done).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Show results' }))
  expect(done).toHaveBeenCalledWith({ ...nothing, handler: 'zhou' })
})

test('where people stand beside the list they are not asked for, and a reset leaves them as they are', async () => {
  const done = vi.fn<(chosen: object) => void>()
  const present = { ...nothing, type: 'repair', handler: 'zhou' } as const
  expect(orderFiltersSet(present)).toBe(2)
  await show(<OrderFilterSheet present={present} people={undefined} onDone={done} onClose={() => {}} />)
  await expect.element(page.getByRole('radio', { name: 'Repair' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Everybody' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Reset' }))
  await userEvent.click(page.getByRole('button', { name: 'Show results' }))
  expect(done).toHaveBeenCalledWith({ ...nothing, handler: 'zhou' })
})

test('a pill of what is set takes it away', async () => {
  const cleared = vi.fn<() => void>()
  await show(<OnlyChip label="Overdue" onClear={cleared} />)
  await userEvent.click(page.getByRole('button', { name: 'Overdue' }))
  expect(cleared).toHaveBeenCalledOnce()
})
