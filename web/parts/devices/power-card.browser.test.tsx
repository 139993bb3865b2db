import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import type { DeviceDetail } from './device-facts.ts'
import { PowerCard } from './power-card.tsx'

await words.need('device')

const HOUR = 3_600_000
const today = new Date().toISOString().slice(0, 10)
const from = Date.parse(`${today}T00:00:00Z`)
const energy = { todayWh: 9_400, yesterdayWh: 8_000, coverage: { today: 1, month: 1, year: 1, lifetime: 1 } }
const detail = (device: object, more: object = {}) =>
  ({
    device: {
      id: 'i1',
      kind: 'inverter',
      sn: 'A1',
      name: '',
      brand: '',
      model: '',
      ratedW: 10_000,
      beyondRatedW: null,
      online: true,
      state: 'grid_connected',
      powerW: 5_000,
      todayWh: 9_400,
      night: null,
      lastAt: Date.now(),
      removedAt: null,
      ...device,
    },
    switchedOff: null,
    ranAt: null,
    limited: null,
    placeId: null,
    latest: null,
    gateway: null,
    station: { id: 's1', name: 'Roof', timeZone: 'UTC', reportMin: 5, dark: false },
    energy,
    ...more,
  }) as unknown as DeviceDetail
const curve = (values: (number | null)[]) => ({
  timeZone: 'UTC',
  day: today,
  from,
  to: from + 24 * HOUR,
  ts: values.map((_, no) => from + 8 * HOUR + no * 300_000),
  flags: values.map(() => 0),
  hist: values.map(() => false),
  series: [{ metric: 'powerW', index: null, unit: 'W', values }],
})
const card = (of: DeviceDetail, values: (number | null)[]) => (
  <Answering answers={{ 'GET /api/devices/{deviceId}/curve': curve(values) as never }}>
    <PowerCard detail={of} />
  </Answering>
)
const lines = () => document.querySelectorAll('svg path[d]').length

test('the day so far stands beside the power as a line', async () => {
  await show(card(detail({}), [0, 2_000, 5_000]))
  await expect.element(page.getByText('5.00', { exact: true })).toBeVisible()
  await expect.poll(lines).toBeGreaterThan(0)
})

test('of a day without power there is no line', async () => {
  await show(card(detail({ powerW: 0 }), [0, 0]))
  await expect.element(page.getByText(/^50%|0% of/)).toBeVisible()
  expect(lines()).toBe(0)
})

test('what is shut down says when it ran last, unless somebody switched it off', async () => {
  const shut = { state: 'shutdown', powerW: 0 }
  const ranAt = Date.now() - 26 * HOUR
  const screen = await show(card(detail(shut, { ranAt }), []))
  await expect.element(page.getByText(/last ran 26 h ago|last ran yesterday/)).toBeVisible()
  await screen.rerender(card(detail(shut, { ranAt, switchedOff: { at: ranAt, by: 'Li' } }), []))
  await expect.element(page.getByText(/last ran/)).not.toBeInTheDocument()
})
