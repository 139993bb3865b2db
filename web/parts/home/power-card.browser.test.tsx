import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { Age } from '../../app/lists/age.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import type { Home } from './home-data.ts'
import { PowerCard } from './power-card.tsx'

await words.need('chart', 'hero', 'home')

const stepMs = 900_000
/** An evening in Shanghai, and the day there until then. */
const now = Date.UTC(2026, 5, 21, 13)
const from = Date.UTC(2026, 5, 20, 16)
const ts = Array.from({ length: (now - from) / stepMs }, (_, step) => from + step * stepMs)
const home = {
  at: now,
  stations: 2,
  only: null,
  attention: [],
  attentionTotal: 0,
  openAlarms: {},
  conditions: { unknown: 0 },
  light: {
    bright: 0,
    share: null,
    compared: 0,
    clocks: 1,
    lastDay: { wh: 40_000, coverage: 1, income: [] },
    nextSunrise: { at: Date.UTC(2026, 5, 21, 20, 53), timeZone: 'Asia/Shanghai', station: 'Quay' },
  },
  totals: {
    capacityW: 10_000,
    powerW: 0,
    powerStations: 2,
    powerAt: now,
    todayWh: 40_000,
    income: [],
    coverage: { today: 1 },
  },
  curve: {
    timeZone: 'Asia/Shanghai',
    span: 'day',
    from,
    to: from + 86_400_000,
    stepMs,
    ts,
    powerW: ts.map(() => 4_000),
    coverage: ts.map(() => 1),
    expectedW: ts.map(() => 8_000),
    zone: { utcOffsetMs: 28_800_000, names: { en: 'China Standard Time', zh_CN: '中国标准时间' } },
  },
} as unknown as Home

test('in the dark the hour of the sunrise is written without asking the browser for its tables of zones', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  try {
    // The clock of ages begins with the first who looks at it.
    await show(<Age at={now} />)
    await show(<PowerCard home={home} stale={false} />)
    await expect.element(page.getByText(/04:53/)).toBeVisible()
    expect(asked).not.toHaveBeenCalled()
  } finally {
    asked.mockRestore()
    vi.useRealTimers()
  }
})
