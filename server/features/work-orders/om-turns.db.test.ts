import type { KyselyPlugin } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { type Caller, testApp } from '../../../tests/app.ts'
import { makeDevice } from '../../../tests/factories/devices.ts'
import { stationFor } from '../../../tests/factories/work-orders.ts'

const PATIENCE_MS = 20_000
const app = await testApp()
const chief = await app.asRole('installer')
const station = await stationFor(app, chief)
await makeDevice(app.db, 0, station, 'inverter')
const MONTH = `/api/stations/${station}/om?from=2026-05-22&to=2026-06-20`
const TABLE = MONTH.replace('/om?', '/om/table?')

/** Reads of readings so far, and those among them that wait for the test to let them go on. */
let reads = 0
let held: (() => void)[] = []
let isHolding = true
const ofReadings = new WeakSet<object>()
const gate: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    if (JSON.stringify(node).includes('FROM reading')) ofReadings.add(queryId)
    return node
  },
  transformResult: async ({ result, queryId }) => {
    if (!ofReadings.has(queryId)) return result
    reads += 1
    if (isHolding) await new Promise<void>((go) => held.push(go))
    return result
  },
}
/** Callers whose leaving the server has seen. */
let left = 0
const { maintenanceRecords: turns } = app.context
Object.assign(app.context, {
  db: app.context.db.withPlugin(gate),
  maintenanceRecords: {
    ...turns,
    take: (accountId: string, gone: AbortSignal, work: () => Promise<unknown>) => {
      gone.addEventListener('abort', () => (left += 1))
      return turns.take(accountId, gone, work)
    },
  },
})

const letGo = (): void => {
  isHolding = false
  for (const go of held.splice(0)) go()
}
const until = (seen: () => unknown, wanted: unknown): Promise<void> =>
  vi.waitFor(() => expect(seen()).toEqual(wanted), PATIENCE_MS)
const atWork = () => [turns.working(), turns.waiting()]

afterEach(async () => {
  letGo()
  await until(atWork, [0, 0])
  ;[reads, left, isHolding] = [0, 0, true]
})

it("one account's table waits for its record, two accounts are at work and a third waits", async () => {
  const [other, third] = [await app.newCaller('installer'), await app.newCaller('installer')]
  const answered: string[] = []
  const ask = async (caller: Caller, path: string, name: string): Promise<number> => {
    const { status } = await caller.request(`GET ${path}`)
    answered.push(name)
    return status
  }
  const first = ask(chief, MONTH, 'record')
  await until(atWork, [1, 0])
  const second = ask(chief, TABLE, 'table')
  await until(atWork, [1, 1])
  const beside = ask(other, TABLE, 'beside')
  await until(atWork, [2, 1])
  const last = ask(third, MONTH, 'third')
  await until(atWork, [2, 2])
  await until(() => held.length, 2)
  expect([reads, answered]).toEqual([2, []])
  letGo()
  expect(await Promise.all([first, second, beside, last])).toEqual([200, 200, 200, 200])
  expect(answered.indexOf('record')).toBeLessThan(answered.indexOf('table'))
})

it.each([MONTH, TABLE])('who leaves %s ends it: the next day is not read', async (path) => {
  const leaving = new AbortController()
  const asked = fetch(app.url + path, { headers: { cookie: chief.cookie }, signal: leaving.signal })
  await until(() => held.length, 1)
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await until(() => left, 1)
  letGo()
  await until(atWork, [0, 0])
  expect(reads).toBe(1)
  // Whoever stays has all of it read, day by day.
  expect((await chief.request(`GET ${path}`)).status).toBe(200)
  expect(reads).toBeGreaterThan(30)
})
