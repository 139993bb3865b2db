import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../card.tsx'
import { themes } from '../theme.ts'
import { TimeChart } from './time-chart.tsx'
import type { TimeChartProps } from './chart-props.ts'

const hour = 3_600_000
const from = Date.UTC(2026, 5, 20, 16)
const step = 300_000
const ts = Array.from({ length: 289 }, (_, no) => from + no * step)
const curve = (most: number) => ts.map((_, no) => Math.max(0, Math.sin(((no - 72) / 144) * Math.PI)) * most)
const power = curve(90_000)
const given: TimeChartProps = {
  title: 'Power, June 21',
  from,
  to: from + 24 * hour,
  timeZone: 'Asia/Shanghai',
  ts,
  series: [{ label: 'Power', values: power, tone: 1, area: true }],
  measure: 'power',
}
/** Nothing was known from noon to three. */
const withGap = power.map((value, no) => (no > 144 && no < 180 ? null : value))

componentStates('TimeChart', {
  usual: (
    <Card>
      <TimeChart
        {...given}
        expected={curve(95_000)}
        sun={{ label: 'Sun', riseAt: from + 5 * hour, setAt: from + 19 * hour, at: from + 11 * hour }}
        marks={[from + 9 * hour]}
        marksTold="One alarm."
      />
    </Card>
  ),
  empty: (
    <Card>
      <TimeChart {...given} ts={[]} series={[{ label: 'Power', values: [], tone: 1 }]} />
    </Card>
  ),
  loading: 'a skeleton stands in its place, and its own frame until the drawing comes',
  stale: (
    <Card>
      <TimeChart {...given} series={[{ label: 'Power', values: withGap, tone: 1 }]} gapAfterMs={3 * step} />
    </Card>
  ),
  error: 'ErrorState stands in its place',
  long: ({ name }) => (
    <Card>
      <TimeChart
        {...given}
        title={name}
        series={([1, 2, 3, 4, 5, 6] as const).map((tone) => ({
          label: `${name} ${tone}`,
          values: curve(tone * 20_000),
          tone,
        }))}
      />
    </Card>
  ),
})

test('the arc of the sun is named, until something is pointed at, of which it has no figure', async () => {
  const sun = { label: 'Sun', riseAt: from + 5 * hour, setAt: from + 19 * hour, at: null }
  await show(<TimeChart {...given} sun={sun} />)
  await expect.element(page.getByText('Sun', { exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('slider'))
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText('Sun', { exact: true })).not.toBeInTheDocument()
  await show(<TimeChart {...given} sun={null} />)
  await expect.element(page.getByText('Sun', { exact: true })).not.toBeInTheDocument()
})

test('the highest that the sentence tells stands in the table below it', async () => {
  await show(<TimeChart {...given} />)
  await expect.element(page.getByRole('rowheader', { name: '12:00', exact: true })).toBeInTheDocument()
})

const plot = page.getByRole('slider')
const canvas = (): HTMLCanvasElement => {
  const found = document.querySelector('canvas')
  if (!found) throw new Error('nothing is drawn')
  return found
}

/** How many pixels of the drawing are like a colour of the theme. */
const painted = (name: string, within: [left: number, right: number] = [0, 1]): number => {
  const probe = document.createElement('canvas').getContext('2d')
  const board = canvas()
  const source = board.getContext('2d')
  if (!probe || !source) throw new Error('no canvas')
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  probe.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data
  const first = Math.round(board.width * within[0])
  const { data } = source.getImageData(first, 0, Math.round(board.width * within[1]) - first, board.height)
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if (
      (data[at + 3] ?? 0) > 200 &&
      Math.abs((data[at] ?? 0) - red) +
        Math.abs((data[at + 1] ?? 0) - green) +
        Math.abs((data[at + 2] ?? 0) - blue) <
        12
    )
      count += 1
  return count
}

/** Whether anything is drawn by now: on a busy machine the frame stands before that. */
const hasInk = (): boolean => {
  const { width, height } = canvas()
  return (
    canvas()
      .getContext('2d')
      ?.getImageData(0, 0, width, height)
      .data.some((one) => one > 0) ?? false
  )
}

const shown = async (props: Partial<TimeChartProps> = {}) => {
  const screen = await show(
    <Card>
      <TimeChart {...given} {...props} />
    </Card>,
  )
  await expect.element(plot).toBeVisible()
  await expect.poll(hasInk).toBe(true)
  await drawn()
  return screen
}

/** Where a sample is drawn, as a share of the width: left of all stand 40 px of numbers, right of it 18. */
const at = (no: number): number => (40 + (no / 288) * (canvas().clientWidth - 58)) / canvas().clientWidth

describe('what is drawn', () => {
  const two = [
    { label: 'Roof', values: power, tone: 1 as const },
    { label: 'Garden', values: curve(40_000), tone: 2 as const },
  ]
  test('a line for each series, in its colour, and no other', async () => {
    await shown({ series: two })
    await expect.poll(() => painted('--chart-1')).toBeGreaterThan(200)
    expect(painted('--chart-2')).toBeGreaterThan(200)
    expect(painted('--chart-3')).toBe(0)
  })
  test('a day as fine at first as it is when it is drawn anew', async () => {
    // No two samples alike: what is left out of it changes the picture.
    const restless = ts.map((_, no) => (no * 7919) % 90_000)
    const series = () => [{ label: 'Power', values: [...restless], tone: 1 as const }]
    const screen = await shown({ series: series() })
    const first = painted('--chart-1')
    await screen.rerender(
      <Card>
        <TimeChart {...given} series={series()} />
      </Card>,
    )
    await drawn()
    expect(first).toBeGreaterThan(1000)
    expect(painted('--chart-1')).toBe(first)
  })
  test('a gap where nothing is known: no line, and none to 0', async () => {
    await shown({ series: [{ label: 'Power', values: withGap, tone: 1 }] })
    expect(painted('--chart-1', [at(146), at(178)])).toBe(0)
    expect(painted('--chart-1', [at(110), at(142)])).toBeGreaterThan(30)
    expect(painted('--chart-1', [at(182), at(214)])).toBeGreaterThan(30)
  })
  test('samples too far apart are not joined', async () => {
    const few = [0, 1, 2, 200, 201, 202].map((no) => from + no * step)
    const series = [{ label: 'Power', values: few.map(() => 50_000), tone: 1 as const }]
    await shown({ ts: few, series })
    const joined = painted('--chart-1')
    await shown({ ts: few, series, gapAfterMs: 3 * step })
    expect(painted('--chart-1')).toBeLessThan(joined / 4)
  })
  test('a limit is drawn in the colour of faults', async () => {
    await shown({ series: [{ label: 'Limit', values: ts.map(() => 60_000), tone: 1, limit: true }] })
    await expect.poll(() => painted('--fault')).toBeGreaterThan(50)
    expect(painted('--chart-1')).toBe(0)
    const key = document.querySelector('[class*=limitKey]')
    expect(key && getComputedStyle(key).backgroundImage).toContain('repeating-linear-gradient')
  })
  test('the colours follow the theme while it is open', async () => {
    await shown()
    const light = painted('--chart-1')
    themes.choose('dark')
    await expect.poll(() => painted('--chart-1')).toBeGreaterThan(light / 2)
  })
  test('nothing at all is an axis without a line', async () => {
    await shown({ ts: [], series: [{ label: 'Power', values: [], tone: 1 }] })
    expect(painted('--chart-1')).toBe(0)
    await expect.element(plot).toHaveAccessibleName('Power, June 21. Power: no data')
  })
})

describe('what is told', () => {
  test('the highest of each series in words, and a table with a dash for what is unknown', async () => {
    const { container } = await shown({
      ts: [from, from + hour, from + 2 * hour],
      series: [{ label: 'Power', values: [100, null, 2500], tone: 1 }],
      marks: [from + hour],
      marksTold: 'One alarm.',
    })
    await expect
      .element(plot)
      .toHaveAccessibleName('Power, June 21. Power: highest 2.50\u00a0kW at 02:00. One alarm.')
    const rows = [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
    expect(rows).toEqual([
      ['00:00', '100\u00a0W'],
      ['01:00', '–'],
      ['02:00', '2.50\u00a0kW'],
    ])
  })
  test('arrow keys move along the curve and say what is there; Escape leaves it', async () => {
    await shown({
      ts: [from, from + hour, from + 2 * hour],
      series: [{ label: 'Power', values: [100, null, 2500], tone: 1 }],
    })
    await expect.element(plot).toHaveAttribute('aria-valuetext', 'none chosen')
    plot.element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(plot).toHaveAttribute('aria-valuetext', '00:00: Power 100\u00a0W')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(plot).toHaveAttribute('aria-valuetext', '01:00: Power –')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(plot).toHaveAttribute('aria-valuetext', '02:00: Power 2.50\u00a0kW')
    await userEvent.keyboard('{Escape}')
    await expect.element(plot).toHaveAttribute('aria-valuetext', 'none chosen')
  })
})

const touch = (type: 'pointerdown' | 'pointermove' | 'pointerup', share: number): void => {
  const over = document.querySelector('.u-over')
  if (!over) throw new Error('nothing is drawn')
  const { left, top, width, height } = over.getBoundingClientRect()
  over.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 7,
      pointerType: 'touch',
      clientX: left + width * share,
      clientY: top + height / 2,
    }),
  )
}

describe('a finger', () => {
  // No hand is there to be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  test('is followed along the curve', async () => {
    await shown()
    touch('pointerdown', 0.25)
    await expect.element(plot).toHaveAttribute('aria-valuetext', expect.stringMatching(/^06:00/))
    touch('pointermove', 0.75)
    await expect.element(plot).toHaveAttribute('aria-valuetext', expect.stringMatching(/^18:00/))
    touch('pointerup', 0.75)
  })

  test('is not lost when the chart is drawn anew beneath it', async () => {
    await shown()
    touch('pointerdown', 0.25)
    await expect.element(plot).toHaveAttribute('aria-valuetext', expect.stringMatching(/^06:00/))
    const before = canvas()
    themes.choose('dark')
    await expect.poll(() => canvas() === before).toBe(false)
    touch('pointermove', 0.5)
    await expect.element(plot).toHaveAttribute('aria-valuetext', expect.stringMatching(/^12:00/))
    touch('pointerup', 0.5)
  })
})

const mouse = (type: 'pointerdown' | 'pointermove' | 'pointerup', share: number): void => {
  const over = document.querySelector('.u-over')
  if (!over) throw new Error('nothing is drawn')
  const { left, top, width, height } = over.getBoundingClientRect()
  over.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      pointerType: 'mouse',
      buttons: type === 'pointerup' ? 0 : 1,
      clientX: left + width * share,
      clientY: top + height / 2,
    }),
  )
}

describe('a mouse', () => {
  const whole = page.getByRole('button', { name: 'Whole day' })
  test('shows values without a press; what it is dragged over is zoomed into, and a double click resets', async () => {
    await shown()
    mouse('pointermove', 0.25)
    await expect.element(plot).toHaveAttribute('aria-valuetext', expect.stringMatching(/^06:00/))
    mouse('pointerdown', 0.25)
    mouse('pointermove', 0.75)
    await expect.poll(() => document.querySelector<HTMLElement>('.u-select')?.offsetWidth).toBeGreaterThan(50)
    mouse('pointerup', 0.75)
    await expect.element(whole).toBeVisible()
    await expect.poll(() => document.querySelector<HTMLElement>('.u-select')?.style.width).toBe('0px')
    // The left edge is now where a quarter of the day was.
    mouse('pointermove', 0)
    await expect.element(plot).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0[56]:/))
    for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'] as const) mouse(type, 0.5)
    await expect.element(whole).not.toBeInTheDocument()
  })
  test('shows the whole day again, also after the chart was drawn anew', async () => {
    await shown()
    mouse('pointerdown', 0.25)
    mouse('pointermove', 0.75)
    mouse('pointerup', 0.75)
    await expect.element(whole).toBeVisible()
    const before = canvas()
    themes.choose('dark')
    await expect.poll(() => canvas() === before).toBe(false)
    await userEvent.click(whole)
    await expect.element(whole).not.toBeInTheDocument()
  })
  test('a click with an unsteady hand zooms nothing', async () => {
    await shown()
    mouse('pointerdown', 0.5)
    mouse('pointermove', 0.505)
    mouse('pointerup', 0.505)
    await expect.element(whole).not.toBeInTheDocument()
  })
})

test('a second quantity has the axis at the right, its own unit in the figures and in words', async () => {
  await shown({
    ts: [from, from + hour],
    series: [
      { label: 'Power', values: [1000, 2000], tone: 1 },
      { label: 'Temperature', values: [20, 31.5], tone: 3, right: true },
    ],
    right: { measure: 'temperature', fit: true },
  })
  expect([...document.querySelectorAll('[data-unit]')].map((one) => one.textContent)).toEqual(['kW', '°C'])
  plot.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect
    .element(plot)
    .toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/Power 2\.00\skW, Temperature \(right\) 31\.5\s?°C$/),
    )
})
