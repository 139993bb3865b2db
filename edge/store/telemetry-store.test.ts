import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { type EdgeStore, openEdgeStore } from './open-store.ts'
import { openReserve } from './reserve.ts'
import { openTelemetryStore, type StoreLimits } from './telemetry-store.ts'

const start = Date.UTC(2026, 10, 23)
let folder: string
let store: EdgeStore
let said: string[]
const open = (limits?: StoreLimits): EdgeStore =>
  openEdgeStore(folder, {
    now: start,
    log: (line) => said.push(line),
    ...(limits ? { limits } : {}),
  })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edge-store-'))
  said = []
  store = open()
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const item = (n: number, sn = 'INV1'): TelemetryItem => ({ sn, ts: start + n * 1000, m: { p: n } })
const items = (from: number, to: number): TelemetryItem[] =>
  Array.from({ length: to - from }, (_, index) => item(from + index))
/** As a gateway does it: what is new becomes one message. */
const report = (seq: number, boot = 'b00t'): void => {
  const d = store.telemetry.unreported()
  if (d.length > 0) store.telemetry.push({ v: 1, boot, seq, ts: start, hist: false, d })
}
const takeAll = (settle = true): Telemetry[] => {
  const taken: Telemetry[] = []
  for (let next = store.telemetry.take(); next; next = store.telemetry.take()) {
    taken.push(next)
    if (settle) store.telemetry.delivered(next)
  }
  return taken
}
const numbers = (messages: readonly Telemetry[]) => messages.flatMap(({ d }) => d.map(({ m }) => m.p))
const again = (): void => {
  store.close()
  store = open()
}

describe('telemetry on disk', () => {
  it('E5: what was put stays until it is acknowledged, over deaths, in its order and under the same number', () => {
    store.telemetry.put(items(0, 3))
    report(1)
    store.telemetry.put(items(3, 5))
    report(2)
    const [first] = takeAll(false)
    expect(first).toMatchObject({ boot: 'b00t', seq: 1, hist: false })
    again()
    const left = takeAll(false)
    expect(left.map(({ boot, seq, hist }) => [boot, seq, hist])).toEqual([
      ['b00t', 1, true],
      ['b00t', 2, true],
    ])
    expect(left[0]?.d).toEqual(first?.d)
    for (const one of left) store.telemetry.delivered(one)
    again()
    expect(takeAll()).toEqual([])
    expect(store.telemetry.state()).toMatchObject({ waiting: 0, dropped: 0, oldest: null, trouble: null })
  })

  it('E5: what had no message yet when it died becomes history with the times it was read at', () => {
    store.telemetry.put(items(0, 150))
    again()
    expect(store.telemetry.unreported()).toEqual([])
    const left = takeAll()
    expect(left.every(({ hist, boot }) => hist === true && boot !== 'b00t')).toBe(true)
    expect(left.map(({ seq, d }) => [seq, d.length])).toEqual([
      [1, 60],
      [2, 60],
      [3, 30],
    ])
    expect(left.flatMap(({ d }) => d)).toEqual(items(0, 150))
  })

  it('gives live messages first, then history, oldest first', () => {
    store.telemetry.put(items(0, 1))
    report(1)
    store.telemetry.put(items(1, 2))
    report(2)
    store.telemetry.store()
    store.telemetry.put(items(2, 3))
    report(3)
    expect(takeAll().map(({ seq, hist }) => [seq, hist])).toEqual([
      [3, false],
      [1, true],
      [2, true],
    ])
  })

  it('what came back without a PUBACK waits in its place, and what is under way is not given twice', () => {
    for (const n of [0, 1, 2]) {
      store.telemetry.put(items(n, n + 1))
      report(n)
    }
    const [a, b] = [store.telemetry.take(), store.telemetry.take()]
    if (!a || !b) throw new Error('nothing to take')
    store.telemetry.store()
    expect(store.telemetry.take()?.seq).toBe(2)
    store.telemetry.returned(b)
    store.telemetry.returned(a)
    expect(takeAll().map(({ seq, hist }) => [seq, hist])).toEqual([
      [0, true],
      [1, true],
    ])
  })

  it('the same reading twice is one', () => {
    store.telemetry.put([item(1), item(1), item(2)])
    store.telemetry.put([item(2), item(2, 'INV2')])
    expect(store.telemetry.state().waiting).toBe(3)
    report(1)
    expect(takeAll()[0]?.d).toEqual([item(1), item(2), item(2, 'INV2')])
  })

  it('E5: gives up the oldest when there is too much, counts it for ever, and keeps what is under way', () => {
    store.close()
    store = open({ ageMs: 1e15, bytes: 400_000 })
    const underway: Telemetry[] = []
    for (let n = 0; n < 8_000; n += 40) {
      store.telemetry.put(items(n, n + 40))
      report(n)
      if (n === 0) underway.push(store.telemetry.take() as Telemetry)
    }
    store.telemetry.tidy()
    const { dropped, waiting, oldest } = store.telemetry.state()
    expect(dropped).toBeGreaterThan(1_000)
    expect(dropped + waiting).toBe(8_000)
    expect(said).toContainEqual(expect.stringContaining('given up: the store is full'))
    for (const one of underway) store.telemetry.delivered(one)
    const left = numbers(takeAll())
    expect(left).toEqual(Array.from({ length: 7_960 - dropped }, (_, n) => n + dropped + 40))
    expect(oldest).toBe(start)
    again()
    expect(store.telemetry.state()).toMatchObject({ dropped, waiting: 0 })
  })

  it('E5: gives up what is older than its time, and a clock that leaps costs little', () => {
    store.close()
    store = open({ ageMs: 3_600_000, bytes: 1e9 })
    store.telemetry.put(items(0, 3_000))
    store.telemetry.put([item(365 * 86_400)])
    store.telemetry.tidy()
    expect(store.telemetry.state()).toMatchObject({ dropped: 500, waiting: 2_501 })
  })

  it('E5: gives room back to the disk once it is sent', () => {
    for (let n = 0; n < 40; n += 1) store.telemetry.put(items(n * 1000, (n + 1) * 1000))
    const full = store.telemetry.state().bytes
    store.telemetry.store()
    for (let seq = 1; store.telemetry.unreported().length > 0; seq += 1) report(seq)
    takeAll()
    for (let n = 0; n < 10; n += 1) store.telemetry.tidy()
    expect(store.telemetry.state().bytes).toBeLessThan(full / 2)
  })

  it('E5: a second edge in the same folder is refused', () => {
    expect(() => open()).toThrow(/Another edge uses/)
  })

  it('E5: a damaged file is put aside, and it goes on', () => {
    store.close()
    writeFileSync(join(folder, 'edge.db'), 'no database at all'.repeat(1000))
    rmSync(join(folder, 'edge.db-wal'), { force: true })
    store = open()
    expect(said).toContainEqual(expect.stringContaining('the store was damaged'))
    store.telemetry.put(items(0, 1))
    expect(store.telemetry.state().waiting).toBe(1)
  })

  it('keeps an answer until it is acknowledged, and the end of a command, over deaths', () => {
    const ended = { v: 1, id: 'c1', stage: 'ended', by: 'gateway' } as const
    const done: CommandResponse = { v: 1, id: 'c2', stage: 'done', results: [] }
    store.commands.owe(ended)
    store.commands.remember(done)
    again()
    expect([store.commands.owed(), store.commands.ended('c2'), store.commands.ended('c1')]).toEqual([
      [ended],
      done,
      null,
    ])
    for (const one of store.commands.owed()) store.commands.settle(one)
    again()
    expect(store.commands.owed()).toEqual([])
  })
})

const withPages = (most: number | null) => {
  store.close()
  const database = new DatabaseSync(join(folder, 'edge.db'))
  const telemetry = openTelemetryStore(database, {
    reserve: openReserve(join(folder, 'reserve')),
    log: (line) => said.push(line),
    readDropped: () => 0,
    keepDropped: () => {},
  })
  if (most !== null) database.exec(`PRAGMA max_page_count = ${most}`)
  store = { ...store, telemetry, close: () => database.close() }
  return database
}

describe('telemetry without room on the disk', () => {
  it('E5: gives up the oldest for the new, says so, and loses nothing without counting it', () => {
    withPages(60)
    for (let n = 0; n < 6_000; n += 20) store.telemetry.put(items(n, n + 20))
    const { waiting, dropped, trouble } = store.telemetry.state()
    expect(trouble).toMatch(/The disk is full/)
    expect(dropped).toBeGreaterThan(0)
    expect(waiting + dropped).toBe(6_000)
    report(1)
    expect(numbers(takeAll()).at(-1)).toBe(5_999)
    store.telemetry.tidy()
    expect(store.telemetry.state().trouble).toBeNull()
  })

  it('E5: where nothing can be written readings wait in memory, go out, and to the disk when it takes them', () => {
    const database = withPages(null)
    store.telemetry.put(items(0, 10))
    database.exec('PRAGMA query_only = 1')
    store.telemetry.put(items(10, 20))
    expect(store.telemetry.state()).toMatchObject({ waiting: 20, dropped: 0 })
    expect(store.telemetry.state().trouble).toMatch(/wait in memory/)
    report(1)
    expect(store.telemetry.unreported()).toEqual([])
    const sent = takeAll()
    expect(numbers(sent)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    expect(store.telemetry.unreported()).toEqual([])
    store.telemetry.put(items(20, 30))
    database.exec('PRAGMA query_only = 0')
    store.telemetry.put(items(30, 31))
    expect(store.telemetry.state().trouble).toBeNull()
    report(2)
    expect(numbers(takeAll())).toEqual(Array.from({ length: 11 }, (_, n) => n + 20))
  })

  it('the reserve is there while there is room', () => {
    expect(statSync(join(folder, 'reserve')).size).toBe(8 * 1024 * 1024)
  })
})
