import { Profiler, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { Age } from '../../../app/lists/age.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import type { Home } from '../../home/home-data.ts'
import { WallPower } from './wall-power.tsx'

await words.need('board', 'hero', 'home')

const start = Date.UTC(2026, 5, 21, 8)
const stepMs = 900_000
const ts = Array.from({ length: 96 }, (_, step) => start - (96 - step) * stepMs)
const home = {
  at: start,
  stations: 2,
  attention: [],
  attentionTotal: 0,
  openAlarms: {},
  conditions: { unknown: 0 },
  light: { bright: 2, share: 0.5, compared: 2, clocks: 3 },
  totals: { capacityW: 10_000, powerW: 4_000, powerStations: 2, todayWh: 20_000, income: [] },
  curve: {
    timeZone: 'Asia/Shanghai',
    span: 'last24h',
    from: start - 96 * stepMs,
    to: start,
    stepMs,
    ts,
    powerW: ts.map(() => 4_000),
    coverage: ts.map(() => 1),
    expectedW: ts.map(() => 8_000),
    zone: { utcOffsetMs: 28_800_000, names: { en: 'China Standard Time', zh_CN: '中国标准时间' } },
  },
} as unknown as Home

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

/** How often React has drawn what stands in it. */
const counted = (children: ReactElement): { shown: ReactElement; drawn: () => number } => {
  const commits = vi.fn<() => void>()
  return {
    shown: (
      // What the machine that serves the tests answers would set the clock by its own.
      <Answering answers={{}}>
        <Profiler id="counted" onRender={commits}>
          {children}
        </Profiler>
      </Answering>
    ),
    drawn: () => commits.mock.calls.length,
  }
}

test('a screen left alone draws power and its curve anew when they turn, and not with every step of the clock', async () => {
  const { shown, drawn } = counted(<WallPower home={home} />)
  await show(shown)
  await expect.element(page.getByRole('slider')).toBeVisible()
  // Its curve is drawn by now.
  await vi.advanceTimersByTimeAsync(60_000)
  const before = drawn()
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(drawn()).toBe(before)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drawn()).toBe(before + 1)
  await expect.element(page.getByText('Not current')).toBeVisible()
})

test('an age is drawn when its words turn', async () => {
  const { shown, drawn } = counted(<Age at={start - 60_000} />)
  await show(shown)
  const before = drawn()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(drawn()).toBe(before + 10)
})
