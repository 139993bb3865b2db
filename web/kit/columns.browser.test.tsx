import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Columns } from './columns.tsx'

const cards = (
  <Columns>
    <>
      <Card title="First">One</Card>
      <Card title="Second">Two</Card>
    </>
    <Card title="Third">Three</Card>
  </Columns>
)

componentStates('Columns', {
  usual: cards,
  empty: 'whoever has no cards needs no columns',
  loading: 'what stands in them shows it',
  stale: 'what stands in them shows it',
  error: 'what stands in them shows it',
  long: ({ text, word }) => (
    <Columns>
      <Card title={word}>{text}</Card>
      <Card title={word}>{text}</Card>
    </Columns>
  ),
})

const edges = (name: string): DOMRect => page.getByRole('heading', { name }).element().getBoundingClientRect()

test('stand beside each other where there is room, and below each other on a phone', async () => {
  await show(cards)
  await page.viewport(820, 900)
  expect(edges('Third').top).toBe(edges('First').top)
  expect(edges('Third').left).toBeGreaterThan(edges('Second').right)
  await page.viewport(375, 812)
  expect(edges('Third').top).toBeGreaterThan(edges('Second').bottom)
})

test('go by the width of their pane', async () => {
  await show(<div style={{ container: 'pane / inline-size', inlineSize: 400 }}>{cards}</div>)
  await page.viewport(1200, 900)
  expect(edges('Third').top).toBeGreaterThan(edges('Second').bottom)
  await page.viewport(375, 812)
})
