import type { KyselyPlugin } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import type { ExpensiveReads } from '../../platform/expensive-reads.ts'
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
const { expensive } = app.context
const gated: ExpensiveReads = {
  ...expensive,
  run: (who, gone, read) => {
    gone.addEventListener('abort', () => (left += 1))
    return expensive.run(who, gone, (db, over) => read(db.withPlugin(gate), over))
  },
}
Object.assign(app.context, { expensive: gated })

const letGo = (): void => {
  isHolding = false
  for (const go of held.splice(0)) go()
}
const until = (seen: () => unknown, wanted: unknown): Promise<void> =>
  vi.waitFor(() => expect(seen()).toEqual(wanted), PATIENCE_MS)
const atWork = () => [expensive.working(), expensive.waiting()]

afterEach(async () => {
  letGo()
  await until(atWork, [0, 0])
  ;[reads, left, isHolding] = [0, 0, true]
})

it("one account's table waits for its record, another of its company too, and another company's does not", async () => {
  const [other, stranger] = [await app.newCaller('installer'), await app.asRole('installer', 'b')]
  const elsewhere = await stationFor(app, stranger)
  await makeDevice(app.db, 0, elsewhere, 'inverter')
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
  await until(atWork, [1, 2])
  const last = ask(stranger, MONTH.replace(station, elsewhere), 'stranger')
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
