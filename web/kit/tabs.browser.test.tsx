import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { componentStates } from '#tests/components/states.tsx'
import { Held, show } from '#tests/components/show.tsx'
import { Card } from './card.tsx'
import { Tabs } from './tabs.tsx'

const items = [
  { value: 'one', label: 'Overview' },
  { value: 'two', label: 'Devices' },
  { value: 'three', label: 'Information' },
] as const

componentStates('Tabs', {
  usual: (
    <Card>
      <Held<'one' | 'two' | 'three'> start="one">
        {(value, set) => (
          <Tabs label="Areas" items={items} value={value} onChange={set}>
            <p>{value}</p>
          </Tabs>
        )}
      </Held>
    </Card>
  ),
  empty: 'a page without tabs shows none',
  loading: 'what they lead to waits in its own place',
  stale: 'they show no figures',
  error: 'what they lead to says it in its own place',
  long: ({ word, name, text }) => (
    <Card>
      <Tabs
        label={name}
        items={[word, `${word} 2`, `${word} 3`].map((label, no) => ({ value: String(no), label }))}
        value="2"
        onChange={() => {}}
      >
        <p>{text}</p>
      </Tabs>
    </Card>
  ),
})

const many = ['Overview', 'Devices', 'Information', 'Work orders', 'Upgrades']

test('arrow keys go around, and the panel is named by its tab', async () => {
  const changed = vi.fn<(value: string) => void>()
  await show(
    <Held start="Overview" onSet={changed}>
      {(value, set) => (
        <Tabs
          label="Areas"
          items={many.map((label) => ({ value: label, label }))}
          value={value}
          onChange={set}
        >
          <p>{value}</p>
        </Tabs>
      )}
    </Held>,
  )
  await userEvent.click(page.getByRole('tab', { name: 'Overview' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(changed.mock.calls.flat()).toEqual([
    'Overview',
    'Devices',
    'Information',
    'Devices',
    'Overview',
    'Upgrades',
  ])
  await expect.element(page.getByRole('tab', { name: 'Upgrades' })).toHaveFocus()
  await expect.element(page.getByRole('tab', { selected: true })).toHaveLength(1)
  await expect.element(page.getByRole('tabpanel', { name: 'Upgrades' })).toHaveTextContent('Upgrades')
})

const tabs = (value: string) => (
  <Tabs
    label="Areas"
    items={many.map((label) => ({ value: label, label }))}
    value={value}
    onChange={() => {}}
  >
    <p>{value}</p>
  </Tabs>
)

test('the chosen tab is in sight, also where the page opens with it', async () => {
  const screen = await show(tabs('Upgrades'))
  await expect.element(page.getByRole('tab', { name: 'Upgrades' })).toBeInViewport({ ratio: 0.95 })
  await screen.rerender(tabs('Overview'))
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toBeInViewport({ ratio: 0.95 })
})

test('buttons beside the tabs keep their place, and the tabs go on below the edge before them', async () => {
  await show(
    <Tabs
      label="Areas"
      items={many.map((label) => ({ value: label, label }))}
      value="Overview"
      onChange={() => {}}
      end={
        <button type="button" style={{ inlineSize: 44, blockSize: 44 }}>
          Filter
        </button>
      }
    >
      <p>Overview</p>
    </Tabs>,
  )
  const filter = page.getByRole('button', { name: 'Filter' })
  await expect.element(filter).toBeInViewport({ ratio: 1 })
  const list = page.getByRole('tablist').element().getBoundingClientRect()
  expect(filter.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(list.right)
  expect(page.getByRole('tablist').element().scrollWidth).toBeGreaterThan(list.width)
})
