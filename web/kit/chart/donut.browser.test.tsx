import { expect, test } from 'vitest'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../card.tsx'
import { Donut } from './donut.tsx'

const slices = [
  { key: 'a', label: 'Sunny', value: 8, color: 'var(--chart-2)' },
  { key: 'b', label: 'Cloudy', value: 3, color: 'var(--chart-3)' },
  { key: 'c', label: 'Rainy', value: 0, color: 'var(--chart-1)' },
  { key: 'd', label: 'Foggy', value: 1, color: 'var(--chart-4)' },
]
const middle = (
  <>
    12<small>days</small>
  </>
)
const legend = (given = slices) => (
  <ul>
    {given.map(({ key, label, value }) => (
      <li key={key}>
        {label} {value}
      </li>
    ))}
  </ul>
)

componentStates('Donut', {
  usual: (
    <Card>
      <Donut slices={slices} middle={middle}>
        {legend()}
      </Donut>
    </Card>
  ),
  empty: (
    <Card>
      <Donut slices={slices.map((one) => ({ ...one, value: 0 }))} middle="0">
        {legend(slices.map((one) => ({ ...one, value: 0 })))}
      </Donut>
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: 'how old it is stands beside it',
  error: 'ErrorState stands in its place',
  long: ({ name }) => (
    <Card>
      <Donut slices={slices} middle={middle}>
        {legend(slices.map((one) => ({ ...one, label: name })))}
      </Donut>
    </Card>
  ),
})

const dashes = (container: Element): number[] =>
  [...container.querySelectorAll('circle')].map((one) =>
    Number(one.getAttribute('stroke-dasharray')?.split(' ')[0]),
  )

test('a slice for each that has a share, as long as that is', async () => {
  const { container } = await show(
    <Donut slices={slices} middle={middle}>
      {legend()}
    </Donut>,
  )
  const [sunny = 0, cloudy = 0, foggy = 0, ...more] = dashes(container)
  expect(more).toEqual([])
  // Between two slices there is a gap of 2.5.
  expect((sunny + 2.5) / (cloudy + 2.5)).toBeCloseTo(8 / 3)
  expect((cloudy + 2.5) / (foggy + 2.5)).toBeCloseTo(3)
})

test('a whole ring for one alone, and an empty one for nothing', async () => {
  const one = await show(
    <Donut slices={slices.slice(0, 1)} middle="8">
      x
    </Donut>,
  )
  expect(dashes(one.container)[0]).toBeCloseTo(2 * Math.PI * 42)
  const none = await show(
    <Donut slices={[]} middle="0">
      x
    </Donut>,
  )
  expect(none.container.querySelectorAll('circle')).toHaveLength(1)
  expect(none.container.querySelector('circle')?.getAttribute('stroke')).toBe('var(--fill)')
})
