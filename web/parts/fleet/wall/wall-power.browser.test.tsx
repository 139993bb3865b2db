import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { useClock } from '../../../kit/time/now.ts'
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

/** What was read of home so far: drawing reads it. */
const counted = (of: Home): { home: Home; reads: () => number } => {
  const read = vi.fn<() => void>()
  const get = (from: Home, key: string | symbol): unknown => {
    read()
    return Reflect.get(from, key)
  }
  return { home: new Proxy(of, { get }), reads: () => read.mock.calls.length }
}

test('a screen left alone draws power and its curve anew when they turn, and not with every step of the clock', async () => {
  const { home: seen, reads } = counted(home)
  await show(
    // What the machine that serves the tests answers would set the clock by its own.
    <Answering answers={{}}>
      <WallPower home={seen} />
    </Answering>,
  )
  await expect.element(page.getByRole('slider')).toBeVisible()
  // Its curve is drawn by now.
  await vi.advanceTimersByTimeAsync(60_000)
  const before = reads()
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(reads()).toBe(before)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads()).toBeGreaterThan(before)
  await expect.element(page.getByText('Not current')).toBeVisible()
})

test('what is read off the clock of ages is drawn when it turns', async () => {
  const drawn = vi.fn<(minutes: number) => void>()
  function Minutes() {
    const minutes = useClock((now) => Math.floor((now - start) / 60_000))
    useEffect(() => drawn(minutes))
    return minutes
  }
  await show(<Minutes />)
  drawn.mockClear()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(drawn.mock.calls.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
