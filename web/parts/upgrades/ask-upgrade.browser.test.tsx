import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { AskUpgrade } from './ask-upgrade.tsx'

await words.need('upgrades')

test('all that is asked stands in the middle of the question', async () => {
  await show(
    <AskUpgrade
      names={['GW2010A00114']}
      mode="normal"
      estimate={undefined}
      onConfirm={() => {}}
      onCancel={() => {}}
    />,
  )
  const dialog = page.getByRole('alertdialog').element().getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(page.getByText('Normal', { exact: true }).element().parentElement ?? document.body)
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
  const left = Math.min(...boxes.map((box) => box.left)) - dialog.left
  const right = dialog.right - Math.max(...boxes.map((box) => box.right))
  expect(Math.abs(left - right)).toBeLessThan(3)
})
