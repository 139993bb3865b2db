import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { AskUpgrade } from './ask-upgrade.tsx'
import type { Estimate } from './upgrade-queries.ts'

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

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
const asked = (timeZone: string) => {
  const estimate = {
    totalMs: 600_000,
    endsAt: Date.UTC(2026, 5, 1, 6),
    sunsetAt: Date.UTC(2026, 5, 1, 12),
    pastSunset: false,
    gateways: [{ station: { timeZone }, sunsetAt: Date.UTC(2026, 5, 1, 12) }],
  } as unknown as Estimate
  return (
    <AskUpgrade names={['GW1']} mode="fast" estimate={estimate} onConfirm={() => {}} onCancel={() => {}} />
  )
}

test('the end says by whose clock, where the station has another than the phone', async () => {
  const away = own === 'Asia/Kathmandu' ? 'Europe/Berlin' : 'Asia/Kathmandu'
  await show(asked(away))
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent(/It ends before sunset at .* Times are in Nepal Time\./)
  await show(asked(own))
  await expect.element(dialog).toMatchTextContent(/It ends before sunset at /)
  expect(page.getByText(/Times are in/).all()).toEqual([])
})
