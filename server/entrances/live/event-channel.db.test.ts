import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/open.ts'
import { createLog } from '#server/platform/log.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message, readLive } from '#tests/factories/telemetry.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { openEventChannel } from './event-channel.ts'
import { createNotice } from '../../platform/notice.ts'
import { type Looks, readNews } from './news.ts'
import type { ChangeEvent } from '../../events.ts'

const log = createLog('silent')
const { url } = await testDatabase()
const line = `SELECT pid FROM pg_stat_activity WHERE application_name = 'sunkeeper line' AND datname = current_database()`

/** A server of the database at `where`, as far as change events go. */
const server = async (where: string, greetingMs?: number) => {
  const { db, pool, close } = await openDatabase({ url: where }, log)
  const context = makeContext({ db, pool, log: createLog('silent'), clock: () => 0 })
  const warned = vi.spyOn(context.log, 'warn')
  const [heard, accounts, told]: [ChangeEvent[], string[], { rereads: number }] = [[], [], { rereads: 0 }]
  context.changeEvents.listen((one) => heard.push(one))
  context.accountChanged.listen((id) => accounts.push(id))
  const looksChanged = createNotice<void>()
  let looked: Looks = { streams: false, stations: new Set() }
  const changeEvents = openEventChannel(context, {
    url: where,
    reread: () => (told.rereads += 1),
    looks: () => looked,
    looksChanged: looksChanged.listen,
    ...(greetingMs !== undefined && { greetingMs }),
  })
  await changeEvents.flush()
  return {
    context,
    heard,
    accounts,
    told,
    warned,
    changeEvents,
    /** Its people open pages that follow the devices of these stations, or close all. */
    look: (stations: readonly string[] | null) => {
      looked = { streams: stations !== null, stations: new Set(stations) }
      looksChanged.tell()
    },
    pool,
    close: async () => {
      await changeEvents.close()
      await close()
    },
  }
}

/** What a client of its own hears of news; what makes no sense, nothing. */
const heardBy = (client: Client): unknown[] => {
  const words: unknown[] = []
  client.on('notification', ({ payload }) => words.push(...(readNews(payload ?? '')?.words ?? [])))
  return words
}

describe('change events between the servers of one database', () => {
  it('reach every other server once and come back to nobody', async () => {
    const [one, two, three] = [await server(url), await server(url), await server(url)]
    for (let n = 0; n < 400; n += 1)
      one.context.changeEvents.tell({
        type: 'device',
        stationId: crypto.randomUUID(),
        deviceId: crypto.randomUUID(),
      })
    one.context.changeEvents.tell({ type: 'changed', stationId: 'station-1', what: 'energy' })
    one.context.changeEvents.tell({ type: 'changed', stationId: 'station-1', what: 'energy' })
    one.context.accountChanged.tell('account-1')
    two.context.changeEvents.tell({ type: 'figures', stationId: 'station-2' })
    await Promise.all([one, two, three].map(({ changeEvents }) => changeEvents.flush()))
    // 402 of their own, one of the other's; what was told twice travels once.
    await expect.poll(() => [one.heard.length, two.heard.length, three.heard.length]).toEqual([403, 402, 402])
    expect([two.accounts, three.accounts]).toEqual([['account-1'], ['account-1']])
    expect(new Set(three.heard.map((changeEvents) => JSON.stringify(changeEvents)))).toEqual(
      new Set([...one.heard].map((changeEvents) => JSON.stringify(changeEvents))),
    )
    expect([one, two, three].map(({ told }) => told.rereads)).toEqual([0, 0, 0])
    await Promise.all([one, two, three].map(({ close }) => close()))
  })

  it('L3: are carried again after the connection was cut, and everybody is told to read again', async () => {
    const [one, two] = [await server(url), await server(url)]
    await one.pool.query(`SELECT pg_terminate_backend(pid) FROM (${line}) AS lines`)
    await expect.poll(() => Math.min(one.told.rereads, two.told.rereads)).toBeGreaterThan(0)
    one.context.changeEvents.tell({ type: 'figures', stationId: 'after' })
    await one.changeEvents.flush()
    await expect.poll(() => two.heard.some((changeEvents) => changeEvents.stationId === 'after')).toBe(true)
    await Promise.all([one.close(), two.close()])
  })

  it('travel where somebody looks, and as far as they do: news of figures in full only of stations that are followed', async () => {
    const [one, two, three] = [await server(url, 0), await server(url, 0), await server(url, 0)]
    const client = new Client({ connectionString: url })
    const travelled = heardBy(client)
    await client.connect()
    await client.query('LISTEN sunkeeper_news')
    const { changeEvents: news, accountChanged } = one.context
    const storm = async (): Promise<void> => {
      for (let n = 0; n < 400; n += 1)
        news.tell({ type: 'device', stationId: `station-${n % 4}`, deviceId: `device-${n}` })
      await one.changeEvents.flush()
    }
    await storm()
    accountChanged.tell('account-1')
    news.tell({ type: 'changed', stationId: 'station-0', what: 'orders' })
    await one.changeEvents.flush()
    await expect.poll(() => [two.accounts.length, three.heard.length]).toEqual([1, 1])
    // Nobody has a page open: what is no figure travels alone. This connection may hear it after the servers.
    await expect.poll(() => travelled.length).toBeGreaterThan(1)
    expect(travelled).toEqual([
      ['a', 'account-1'],
      ['c', 'station-0', 'orders'],
    ])

    two.look(['station-1'])
    // What was kept back comes after all, as far as it is of use.
    const of = (type: string) => two.heard.filter((event) => event.type === type)
    await expect.poll(() => [of('figures').length, of('device').length]).toEqual([3, 100])
    expect(new Set(of('device').map(({ stationId }) => stationId))).toEqual(new Set(['station-1']))
    travelled.length = 0
    await storm()
    await expect.poll(() => travelled.length).toBe(103)

    three.look(['station-2'])
    await expect.poll(() => of('device').length).toBe(300)
    two.look(null)
    await three.close()
    await storm()
    await one.changeEvents.flush()
    const before = travelled.length
    await expect
      .poll(async () => {
        const already = travelled.length
        await storm()
        return travelled.length - already
      })
      .toBe(0)
    expect(travelled.length).toBeGreaterThanOrEqual(before)
    await Promise.all([one.close(), two.close(), client.end()])
  })

  it('reach a server of the version before, which does not say what its people look at, in full', async () => {
    const older = new Client({ connectionString: url, application_name: 'sunkeeper events' })
    const heard = heardBy(older)
    await older.connect()
    await older.query('LISTEN sunkeeper_news')
    const one = await server(url, 0)
    one.context.changeEvents.tell({ type: 'device', stationId: 'station-1', deviceId: 'device-1' })
    await one.changeEvents.flush()
    await expect.poll(() => heard).toEqual([['d', 'station-1', 'device-1']])
    await Promise.all([one.close(), older.end()])
  })

  it('are passed over when they make no sense, which is told once, and those after them are heard', async () => {
    const one = await server(url)
    const client = new Client({ connectionString: url })
    await client.connect()
    const strange = ['', '{', 'null', '[]', '{"from":"x","words":[["z"]]}', '{"from":7,"words":[["f","no"]]}']
    for (const channel of ['sunkeeper_news', 'sunkeeper_looks']) {
      await client.query(`NOTIFY ${channel}`)
      for (const text of strange) await client.query('SELECT pg_notify($1, $2)', [channel, text])
    }
    await client.query("SELECT pg_notify('sunkeeper_news', $1)", ['{"from":"x","words":[["f","ok"]]}'])
    await client.end()
    await expect.poll(() => one.heard).toEqual([{ type: 'figures', stationId: 'ok' }])
    expect(one.warned.mock.calls).toHaveLength(1)
    expect(one.warned.mock.calls[0]?.[0]).toEqual({ channel: 'sunkeeper_news', bytes: 0 })
    await one.close()
  })
})

it('a reading stored by one server moves the figure on a page that hangs on another, for those who may see it', async () => {
  const app = await testApp()
  const { rows } = await app.context.pool.query<{ name: string }>('SELECT current_database() AS name')
  const where = url.replace(/^(.*\/)[^/?]*(\?.*)?$/, `$1${rows[0]?.name}$2`)
  const hub = app.live
  const here = openEventChannel(app.context, {
    url: where,
    reread: () => hub.reread(),
    looks: hub.looks,
    looksChanged: hub.looksChanged,
  })
  const there = await server(where, 0)
  const site = await makeSite(app.db, app.now(), { companyId: app.companies.a })
  const [mine, foreign] = await Promise.all(
    (['a', 'b'] as const).map(async (tenant) =>
      readLive(app.url, (await app.asRole('installer', tenant)).cookie),
    ),
  )
  if (mine === undefined || foreign === undefined) throw new Error('no readers')
  app.onStop(() => [mine, foreign].forEach((reader) => reader.close()))
  await Promise.all([mine.streamId(), foreign.streamId(), here.flush()])

  const ts = app.now() - 1000
  const sent = message(1, ts, [{ ...item(site.inverters[0]!.sn, ts, { p: 4321 }), st: 'grid' }])
  await storeReadings(there.context, [{ gatewaySn: site.gateway.sn, message: sent }], app.now())
  await there.changeEvents.flush()
  const event = await mine.until(({ type }) => type === 'station')
  expect(event).toMatchObject({ live: { stationId: site.stationId, powerW: 4321 } })
  hub.reread()
  await mine.until((one) => one.type === 'hello' && mine.events.indexOf(one) > 0)
  await foreign.until((one) => one.type === 'hello' && foreign.events.indexOf(one) > 0)
  expect(foreign.events.map(({ type }) => type)).toEqual(['hello', 'hello'])
  for (const reader of [mine, foreign]) reader.close()
  await Promise.all([here.close(), there.close()])
})
