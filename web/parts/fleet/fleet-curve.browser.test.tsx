import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { phoneZone } from '../../kit/words/wall-clock.ts'
import type { Home } from '../home/home-data.ts'
import { FleetCurve } from './fleet-curve.tsx'

await words.need('board', 'home')

const stepMs = 900_000
const steps = 96
const to = Date.UTC(2026, 5, 21, 8, 15)
const from = to - steps * stepMs

/** Half of what the sky allows, and none of it known but for the last hour. */
const curve = (span: Home['curve']['span']): Home['curve'] => {
  const ts = Array.from({ length: steps }, (_, step) => from + step * stepMs)
  return {
    timeZone: 'Asia/Shanghai',
    span,
    from,
    to,
    stepMs,
    ts,
    powerW: ts.map((_, step) => (step < steps - 4 ? null : 4_000)),
    coverage: ts.map(() => 1),
    expectedW: ts.map(() => 8_000),
    zone: { utcOffsetMs: 8 * 3_600_000, names: { en: 'China Standard Time', zh_CN: '中国标准时间' } },
  }
}
const home = (span: Home['curve']['span'], clocks: number) =>
  ({ curve: curve(span), totals: { capacityW: 10_000 }, light: { clocks } }) as Home

const told = (): string => document.querySelector('figure')?.textContent ?? ''
const clockAt = (ts: number, timeZone: string): string =>
  new Date(ts).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })

test('over several clocks it is the last 24 hours by the clock of whoever looks', async () => {
  await show(<FleetCurve of={home('last24h', 3)} />)
  await expect.element(page.getByText(/Last 24 hours, by your own clock/)).toBeVisible()
  await expect.element(page.getByText(/China Standard Time/)).not.toBeInTheDocument()
  await expect.poll(told).toContain(`50%`)
  // The axis ends with now, on the clock that stands in the head of a wall.
  expect(phoneZone()).not.toBe('Asia/Shanghai')
  await expect.poll(told).toContain(clockAt(to - 4 * stepMs, phoneZone()))
})

test('more than is expected is all of it, as above the curve', async () => {
  const of = home('last24h', 3)
  const much = { ...of, curve: { ...of.curve, powerW: of.curve.ts.map(() => 9_000) } }
  await show(<FleetCurve of={much} />)
  await expect.poll(told).toContain('highest 100%')
})

test('the crosshair stays as the window goes on', async () => {
  const screen = await show(<FleetCurve of={home('last24h', 3)} />)
  const slider = page.getByRole('slider')
  await expect.element(slider).toBeVisible()
  const before = slider.element()
  const next = home('last24h', 3)
  const moved = {
    ...next,
    curve: {
      ...next.curve,
      from: from + stepMs,
      to: to + stepMs,
      ts: next.curve.ts.map((ts) => ts + stepMs),
    },
  }
  await screen.rerender(<FleetCurve of={moved} />)
  await expect.poll(told).toContain(clockAt(to - 3 * stepMs, phoneZone()))
  expect(slider.element()).toBe(before)
})

test('over one clock it is the day there, with its zone', async () => {
  await show(<FleetCurve of={home('day', 1)} />)
  await expect.element(page.getByText(/China Standard Time \(Asia\/Shanghai\)/)).toBeVisible()
})
