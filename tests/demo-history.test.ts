import { expect, it, vi } from 'vitest'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import type { Context } from '#server/context.ts'
import { world } from '#simulator/world.ts'
import { writeHistory } from '../scripts/demo/demo-history.ts'

vi.mock('#server/features/telemetry/store-readings.ts', () => ({
  storeReadings: vi.fn<typeof storeReadings>(),
}))

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 21, 4)

it('a year of the station with the most gateways comes in portions: no transaction is long', async () => {
  const [most] = world.toSorted((a, b) => b.gateways.length - a.gateways.length)
  if (!most) throw new Error('no station')
  // Of what is written by the minute a slow reporter has little, and as many midnights.
  await writeHistory({} as Context, { ...most, reportMin: 60 }, NOW, [], [])
  const portions = vi.mocked(storeReadings).mock.calls.map(([, messages, now]) => ({ messages, now }))
  const midnights = portions
    .flatMap(({ messages }) => messages)
    .filter(({ message }) => message.boot === 'history-year')
  expect(midnights.length).toBeGreaterThan(most.gateways.length * 330)
  expect(midnights.length).toBeGreaterThan(400)
  for (const { messages, now } of portions) {
    expect(messages.length).toBeLessThanOrEqual(400)
    // Each at its own time: nothing of it lies ahead.
    expect(now).toBe(messages.at(-1)?.receivedAt)
  }
  expect(Math.max(...portions.map(({ now }) => now))).toBeGreaterThan(NOW - DAY)
})
