import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { EventStream } from '../../call.ts'
import { createLog } from '../../platform/log.ts'
import { createNotice } from '../../platform/notice.ts'
import { createLiveHub, LIVE_GAP_MOST_MS, LIVE_GAP_MS } from './live-hub.ts'
import type { ChangeEvent } from '../../events.ts'

const STATION = '00000000-0000-4000-8000-000000000001'
const who = {
  accountId: 'a',
  name: 'A',
  role: 'administrator',
  permissions: ['*:*:*'],
  companyId: null,
  sessionId: 's',
  managedStations: [],
  provenAt: 0,
} as const

/** A database in which every station asked for may be seen. */
const seesEverything = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, rows: [{ id: STATION }] }),
      },
    ],
  })

const stream = (takes: (event: LiveEvent) => boolean): EventStream<LiveEvent> => ({
  send: takes,
  end: () => {},
  closed: new AbortController().signal,
  lastEventId: null,
  who: () => who,
})

/** `takes`: how long the figures of a sending take, ms. */
const hubWith = (takes = 0) => {
  let now = 0
  const changeEvents = createNotice<ChangeEvent>()
  const turns: { work: () => void; ms: number }[] = []
  let asked = 0
  const hub = createLiveHub(
    { db: seesEverything(), clock: () => now, log: createLog('silent'), changeEvents },
    {
      sources: {
        stations: async (ids) => {
          asked += 1
          now += takes
          return ids.map((stationId) => ({ stationId }) as never)
        },
        devices: async () => [],
      },
      later: (work, ms) => {
        const turn = { work, ms }
        turns.push(turn)
        return () => void (turns.includes(turn) && turns.splice(turns.indexOf(turn), 1))
      },
    },
  )
  return { hub, changeEvents, turns, asked: () => asked }
}

describe('live hub', () => {
  it('gathers a storm of readings into one event a station and a sending, computed once for all listeners', async () => {
    const { hub, changeEvents, turns, asked } = hubWith()
    const sent: LiveEvent[][] = [[], []]
    for (const events of sent)
      hub.join(
        `stream${sent.indexOf(events)}`,
        stream((event) => events.push(event) > 0),
      )
    for (let storm = 0; storm < 500; storm += 1)
      changeEvents.tell({ type: 'device', stationId: STATION, deviceId: 'd' })
    expect(turns.map(({ ms }) => ms)).toEqual([LIVE_GAP_MS])
    turns[0]!.work()
    await hub.flush()
    expect(asked()).toBe(1)
    for (const events of sent) expect(events.map(({ type }) => type)).toEqual(['hello', 'station'])
    changeEvents.tell({ type: 'figures', stationId: STATION })
    expect(turns.map(({ ms }) => ms)).toContain(LIVE_GAP_MS)
    await hub.stop()
  })

  it.each([
    [20, LIVE_GAP_MS],
    [150, 450],
    [5_000, LIVE_GAP_MOST_MS],
  ])('after a sending that took %i ms the next one waits %i ms', async (takes, waits) => {
    const { hub, changeEvents, turns } = hubWith(takes)
    hub.join(
      'stream',
      stream(() => true),
    )
    changeEvents.tell({ type: 'figures', stationId: STATION })
    await hub.flush()
    changeEvents.tell({ type: 'figures', stationId: STATION })
    expect(turns.map(({ ms }) => ms)).toEqual([waits])
    await hub.stop()
  })

  it('computes nothing when nobody listens', async () => {
    const { hub, changeEvents, turns, asked } = hubWith()
    changeEvents.tell({ type: 'figures', stationId: STATION })
    await hub.flush()
    expect([asked(), turns.length]).toEqual([0, 0])
    await hub.stop()
  })

  it('gives a stream that was cut nothing more and the others all', async () => {
    const { hub, changeEvents } = hubWith()
    const events: string[] = []
    let offered = 0
    hub.join(
      'slow',
      stream((event) => {
        offered += event.type === 'hello' ? 0 : 1
        return event.type === 'hello'
      }),
    )
    hub.join(
      'quick',
      stream((event) => events.push(event.type) > 0),
    )
    changeEvents.tell({ type: 'figures', stationId: STATION })
    changeEvents.tell({ type: 'changed', stationId: STATION, what: 'devices' })
    changeEvents.tell({ type: 'changed', stationId: STATION, what: 'devices' })
    await hub.flush()
    expect(offered).toBe(1)
    expect(events).toEqual(['hello', 'station', 'changed'])
    await hub.stop()
  })

  it('ends its streams when it stops', async () => {
    const { hub, changeEvents } = hubWith()
    let ended = 0
    hub.join('one', { ...stream(() => true), end: () => void (ended += 1) })
    await hub.stop()
    changeEvents.tell({ type: 'figures', stationId: STATION })
    hub.join('late', { ...stream(() => true), end: () => void (ended += 1) })
    expect([ended, hub.listeners()]).toEqual([2, 0])
  })
})
