import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../card.tsx'
import { BarChart, type Bar } from './bar-chart.tsx'

const day = (no: number): string => `2026-06-${String(no).padStart(2, '0')}`
const june: Bar[] = Array.from({ length: 30 }, (_, no) => ({
  key: day(no + 1),
  value: no === 6 ? null : no === 7 ? 0 : no > 22 ? null : 210_000 + 130_000 * Math.sin(no * 2.1),
  shared: no > 11 && no < 15,
  ...(no === 17 && { known: [0.5] }),
  ahead: no > 22,
}))

componentStates('BarChart', {
  usual: (
    <Card>
      <BarChart title="Energy, June" bars={june} measure="energy" onOpen={() => {}} />
    </Card>
  ),
  empty: (
    <Card>
      <BarChart title="Energy, June" bars={june.map(({ key }) => ({ key, value: null }))} measure="energy" />
      <BarChart title="Energy" bars={[]} measure="energy" />
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: (
    <Card>
      <BarChart title="Energy, June" bars={june.map((bar) => ({ ...bar, known: [0.3] }))} measure="energy" />
    </Card>
  ),
  error: 'ErrorState stands in its place',
  long: ({ name }) => (
    <Card>
      <BarChart
        title={name}
        names={[name, `${name} 2`, `${name} 3`]}
        bars={june.map((bar) => ({ ...bar, others: [90_000, null] }))}
        measure="energy"
      />
    </Card>
  ),
  more: {
    parts: (
      <Card>
        <BarChart
          title="Energy, June"
          bars={june.map((bar) => ({
            ...bar,
            ...(bar.value !== null && { parts: [bar.value / 3, bar.value / 2] }),
          }))}
          parts={[
            { label: 'Used here', tone: 3 },
            { label: 'Fed in', tone: 4 },
          ]}
          measure="energy"
        />
      </Card>
    ),
    years: (
      <Card>
        <BarChart
          title="Energy"
          bars={[2022, 2023, 2024, 2025, 2026].map((year) => ({
            key: String(year),
            value: year * 9_999_999,
          }))}
          measure="energy"
        />
      </Card>
    ),
  },
})

const chart = page.getByRole('slider')
/** Bars are drawn once the width is known; lines of the scale may stand there before. */
const drawnOf = async (container: Element) => {
  await expect.poll(() => container.querySelector('svg > g:not(:has(line)) > rect')).not.toBeNull()
  const groups = [...container.querySelectorAll('svg > g')].filter((one) => !one.querySelector('line'))
  return {
    bars: groups.flatMap((one) => [...one.querySelectorAll(':scope > rect')]),
    unknown: groups.flatMap((one) => [...one.querySelectorAll('circle')]),
    shared: groups.flatMap((one) => [...one.querySelectorAll('g > rect[fill]')]),
  }
}

describe('what is drawn', () => {
  test('known, unknown, 0, shared, partly known and still to come look different', async () => {
    const bars: Bar[] = [
      { key: day(1), value: 100_000 },
      { key: day(2), value: null },
      { key: day(3), value: 0 },
      { key: day(4), value: 50_000, shared: true },
      { key: day(5), value: 50_000, known: [0.5] },
      { key: day(6), value: null, ahead: true },
    ]
    const { container } = await show(<BarChart title="Energy" bars={bars} measure="energy" />)
    const { bars: whole, unknown, shared } = await drawnOf(container)
    expect([whole.length, unknown.length, shared.length]).toEqual([3, 1, 1])
    const heights = whole.map((one) => one.getBoundingClientRect().height)
    expect(heights[1]).toBeLessThan(2)
    expect(heights[0]).toBeGreaterThan((heights[2] ?? 0) * 1.9)
    const solid = whole.map((one) => getComputedStyle(one).fillOpacity)
    expect(solid).toEqual(['1', '1', '0.45'])
  })
  test('beside each other in the colours of their names, an unknown one as a dot in its place', async () => {
    const { container } = await show(
      <BarChart
        title="Energy"
        names={['Roof', 'Garden']}
        bars={[
          { key: '2026-06', value: 10, others: [20] },
          { key: '2026-07', value: 10, others: [null] },
        ]}
        measure="energy"
      />,
    )
    const { bars, unknown } = await drawnOf(container)
    expect(bars.map((one) => getComputedStyle(one).getPropertyValue('--tone'))).toEqual(
      ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-1)'].map((name) =>
        getComputedStyle(document.documentElement).getPropertyValue(name.slice(4, -1)),
      ),
    )
    expect(unknown).toHaveLength(1)
  })
})

describe('what is told', () => {
  const bars: Bar[] = [
    { key: day(1), value: 1000 },
    { key: day(2), value: null },
    { key: day(3), value: 4000, shared: true },
    { key: day(4), value: null, ahead: true },
  ]
  test('the highest in words, how many are known of those that are over, and a table', async () => {
    const { container } = await show(<BarChart title="Energy, June" bars={bars} measure="energy" />)
    await expect
      .element(chart)
      .toHaveAccessibleName('Energy, June. Highest: 4.00\u00a0kWh, Jun 3, 2026. 2 of 3 known.')
    const cells = [...container.querySelectorAll('tbody td')].map((cell) => cell.textContent)
    expect(cells).toEqual(['1.00\u00a0kWh', 'no data', '4.00\u00a0kWh, Known only together with other days'])
  })
  test('arrow keys choose, never what is still to come; Enter opens it, Escape leaves it', async () => {
    const opened = vi.fn<(key: string) => void>()
    await show(<BarChart title="Energy" bars={bars} measure="energy" onOpen={opened} />)
    chart.element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.element(chart).toHaveAttribute('aria-valuenow', '2')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(chart).toHaveAttribute('aria-valuetext', 'Jun 2, 2026: no data')
    await userEvent.keyboard('{Enter}')
    expect(opened).toHaveBeenCalledWith(day(2))
    await userEvent.keyboard('{Escape}')
    await expect.element(chart).toHaveAttribute('aria-valuetext', 'none chosen')
  })
})

test('a press chooses the bar under it, a second one opens it, one elsewhere lets it go', async () => {
  const opened = vi.fn<(key: string) => void>()
  await show(
    <>
      <BarChart title="Energy" bars={june} measure="energy" onOpen={opened} />
      <p>elsewhere</p>
    </>,
  )
  const { width } = chart.element().getBoundingClientRect()
  const position = { x: 40 + ((width - 40) / 30) * 4.5, y: 100 }
  const touch = (type: string): void => {
    const { left, top } = chart.element().getBoundingClientRect()
    const given = { clientX: left + position.x, clientY: top + position.y, pointerType: 'touch' }
    chart.element().dispatchEvent(new PointerEvent(type, { bubbles: true, ...given }))
  }
  touch('pointerdown')
  await expect.element(chart).toHaveAttribute('aria-valuenow', '4')
  touch('pointerdown')
  expect(opened.mock.calls).toEqual([[day(5)]])
  page
    .getByText('elsewhere')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expect.element(chart).toHaveAttribute('aria-valuetext', 'none chosen')
})

test('a bar of parts shows each in its share of the whole and says them; what is not whole is not taken apart', async () => {
  await show(
    <Card>
      <BarChart
        title="Energy, June"
        bars={[
          { key: day(1), value: 8_000, parts: [6_000, 2_000] },
          { key: day(2), value: 8_000, parts: [4_000, 2_000] },
          { key: day(3), value: 8_000, parts: [4_000, 4_000], known: [0.5] },
          { key: day(4), value: 8_000 },
        ]}
        parts={[
          { label: 'Used here', tone: 3 },
          { label: 'Fed in', tone: 4 },
        ]}
        measure="energy"
      />
    </Card>,
  )
  await expect.element(page.getByText('Used here').first()).toBeVisible()
  const stacks = [...document.querySelectorAll('figure svg g g')].filter(
    (one) => one.querySelectorAll('rect').length > 1,
  )
  const heights = stacks.map((one) =>
    [...one.querySelectorAll('rect')].map((rect) => Math.round(Number(rect.getAttribute('height')))),
  )
  expect(heights).toHaveLength(2)
  const [whole = 0] = heights[0] ?? []
  expect(whole).toBeGreaterThan(40)
  expect(heights[0]?.slice(1)).toEqual([Math.round(whole * 0.75), Math.round(whole * 0.25)])
  expect(heights[1]?.slice(1)).toEqual([Math.round(whole * 0.5), Math.round(whole * 0.25)])
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.lastElementChild?.textContent)
  expect(rows[0]).toBe('8.00\u00a0kWh, Used here 6.00\u00a0kWh, Fed in 2.00\u00a0kWh')
  expect(rows[2]).not.toContain('Used here')
  expect(rows[3]).toBe('8.00\u00a0kWh')
})

test('what was a year before stands pale behind, and is told with how much more or less it is', async () => {
  const { container } = await show(
    <BarChart
      title="Energy, 2025"
      measure="energy"
      beforeName="2024"
      bars={[
        { key: '2025-01', value: 110_000, before: 100_000 },
        { key: '2025-02', value: 90_000, before: null },
        { key: '2025-03', value: null, before: 50_000 },
      ]}
    />,
  )
  await expect.poll(() => container.querySelectorAll('[data-before]').length).toBe(2)
  const bars = page.getByRole('slider')
  bars.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .element(bars)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/110\skWh, 2024 100\skWh \(\+10\s?%\)$/))
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .element(bars)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/90\.0\skWh, 2024 no data$/))
})
