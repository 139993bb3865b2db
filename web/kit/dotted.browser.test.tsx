import { expect, test } from 'vitest'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Dotted } from './dotted.tsx'

componentStates('Dotted', {
  usual: (
    <Card>
      <Dotted parts={['PSCN00000354', 'Qinghai, China', '2.46 MW']} />
    </Card>
  ),
  empty: (
    <Card>
      <Dotted parts={['PSCN00000354', null, '', false]} />
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: 'what stands in it looks so',
  error: 'what stands in it says so',
  long: ({ name, text, word }) => (
    <Card>
      <Dotted parts={[name, word, text, name]} />
    </Card>
  ),
})

test('reads as one text, without what is not there', async () => {
  const { container } = await show(<Dotted parts={['A', null, 'B', '', 'C']} />)
  expect(container.textContent).toBe('A · B · C')
})

test('each part is found by its own words', async () => {
  const { container } = await show(<Dotted parts={['A', 'B']} />)
  expect([...container.querySelectorAll('span > span')].map((part) => part.textContent)).toEqual([
    'A',
    ' · ',
    'B',
  ])
})

test('the dot of a part that begins a line is not seen', async () => {
  const { container } = await show(
    <div style={{ inlineSize: 90 }}>
      <Dotted parts={['First part', 'Second part']} />
    </div>,
  )
  const [first, second] = [...container.querySelectorAll('div > span > span:not(.sr-only)')].map((part) =>
    part.getBoundingClientRect(),
  )
  // It stands before its part, which begins where the line does, and what is outside of the line is cut off.
  expect(second?.left).toBe(first?.left)
  expect(second?.top).toBeGreaterThan(first?.top ?? 0)
  expect(getComputedStyle(container.querySelector('div > span') ?? document.body).overflowX).not.toBe(
    'visible',
  )
})
