import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { drain } from '#server/features/telemetry/roll-up.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { item, type LiveReader, makeSite, message, readLive, type Site } from '#tests/factories/telemetry.ts'
import { makeShare } from '#tests/factories/shares.ts'

const app = await testApp()
const { db, context, live: hub } = app
const NOW = app.now()

let seq = 0
const report = async ({ gateway, inverters }: Site, p: number): Promise<void> => {
  seq += 1
  const ts = NOW - 60_000 + seq
  const sent = message(seq, ts, [{ ...item(inverters[0]!.sn, ts, { p, e_tot: 1000 + seq }), st: 'grid' }])
  await storeReadings(context, [{ gatewaySn: gateway.sn, message: sent }], NOW)
}
const listen = async (caller: Caller): Promise<LiveReader> => {
  const reader = await readLive(app.url, caller.cookie)
  app.onStop(() => reader.close())
  await reader.streamId()
  return reader
}
/** Everything that was to be sent has been sent and read: a marker about a station all of them may see has come. */
const settled = async (site: Site, readers: readonly LiveReader[], by = 'station'): Promise<void> => {
  seq += 1
  const marker = 5_000 + seq
  await report(site, marker)
  await hub.flush()
  await Promise.all(
    readers.map(async (reader) =>
      reader.until((event) => event.type === by && event.type === 'station' && event.live.powerW === marker),
    ),
  )
}
const stationsHeard = (events: readonly LiveEvent[]): string[] => [
  ...new Set(
    events.flatMap((event) =>
      event.type === 'station'
        ? [event.live.stationId]
        : event.type === 'changed'
          ? [event.stationId]
          : event.type === 'device'
            ? [event.device.stationId]
            : [],
    ),
  ),
]
const watch = async (caller: Caller, streamId: string, stations: string[]): Promise<number> =>
  (await caller.request(`PUT /api/live/${streamId}`, { body: { stations } })).status
const share = async (stationId: string, accountId: string, untilAt: number | null = null): Promise<void> => {
  await makeShare(db, NOW, { stationId, accountId, untilAt })
}

describe('the live stream', () => {
  it('Z19: each hears of the stations they may see, and a raw client of another company of none of them', async () => {
    const ours = await makeSite(db, NOW, { companyId: app.companies.a })
    const theirs = await makeSite(db, NOW, { companyId: app.companies.b })
    const all = await Promise.all([
      listen(await app.asRole('installer', 'a')),
      listen(await app.asRole('installer', 'b')),
      listen(await app.asRole('administrator')),
      listen(await app.newCaller('owner', 'a')),
    ])
    const [mine, foreign, everybody, owner] = all
    await report(ours, 4321)
    await drain(context, NOW)
    await hub.flush()
    const heard = await mine.until((event) => event.type === 'station')
    expect(heard).toMatchObject({ live: { stationId: ours.stationId, powerW: 4321, condition: 'producing' } })
    await settled(theirs, [foreign, everybody])
    expect(stationsHeard(mine.events)).toEqual([ours.stationId])
    expect(stationsHeard(foreign.events)).toEqual([theirs.stationId])
    expect(stationsHeard(everybody.events).toSorted()).toEqual([ours.stationId, theirs.stationId].toSorted())
    expect(owner.events.map(({ type }) => type)).toEqual(['hello'])
    // Nobody asked for single devices.
    expect(all.flatMap(({ events }) => events).some(({ type }) => type === 'device')).toBe(false)
    for (const reader of all) reader.close()
  })

  it('Z19: only the own stream can be told what to watch, and only stations one may see', async () => {
    const ours = await makeSite(db, NOW, { companyId: app.companies.a })
    const theirs = await makeSite(db, NOW, { companyId: app.companies.b })
    const [installer, other] = [await app.asRole('installer', 'a'), await app.asRole('maintainer', 'a')]
    const [mine, colleague] = [await listen(installer), await listen(other)]
    const streamId = await mine.streamId()
    expect(await watch(installer, streamId, [theirs.stationId])).toBe(404)
    expect(await watch(installer, streamId, [ours.stationId, theirs.stationId])).toBe(404)
    expect(await watch(other, streamId, [ours.stationId])).toBe(404)
    expect(await watch(installer, streamId, [ours.stationId])).toBe(200)

    await report(ours, 77)
    await report(theirs, 78)
    await hub.flush()
    const device = await mine.until(
      (event) => event.type === 'device' && event.device.id === ours.inverters[0]!.id,
    )
    expect(device).toMatchObject({ device: { powerW: 77 }, latest: { powerW: 77 }, link: null })
    await settled(ours, [mine, colleague])
    expect(stationsHeard(mine.events)).toEqual([ours.stationId])
    expect(colleague.events.some(({ type }) => type === 'device')).toBe(false)
    for (const reader of [mine, colleague]) reader.close()
  })

  it('Z18: what is taken back is heard of no more, in the very next event', async () => {
    const [shared, own] = [
      await makeSite(db, NOW, { companyId: app.companies.b }),
      await makeSite(db, NOW, { companyId: app.companies.b }),
    ]
    const guest = await app.newCaller('owner', 'a')
    await share(shared.stationId, guest.accountId)
    await share(own.stationId, guest.accountId)
    const reader = await listen(guest)
    await report(shared, 10)
    await hub.flush()
    await reader.until((event) => event.type === 'station' && event.live.stationId === shared.stationId)
    const before = reader.events.length

    await db.deleteFrom('station_share').where('station_id', '=', shared.stationId).execute()
    await report(shared, 11)
    context.changeEvents.tell({ type: 'changed', stationId: shared.stationId, what: 'station' })
    await hub.flush()
    await settled(own, [reader])
    expect(stationsHeard(reader.events.slice(before))).toEqual([own.stationId])

    // A share that runs out by itself ends the same way, on a stream that has heard of the station until then.
    await share(shared.stationId, guest.accountId, NOW + 1_000)
    const during = reader.events.length
    await report(shared, 12)
    await hub.flush()
    await settled(own, [reader])
    expect(stationsHeard(reader.events.slice(during)).toSorted()).toEqual(
      [shared.stationId, own.stationId].toSorted(),
    )
    app.advance(1_000)
    const later = reader.events.length
    await report(shared, 13)
    await hub.flush()
    await settled(own, [reader])
    expect(stationsHeard(reader.events.slice(later))).toEqual([own.stationId])
    reader.close()
  })

  it('A6: the stream of a disabled account ends at once, others go on', async () => {
    const site = await makeSite(db, NOW, { companyId: app.companies.a })
    const [victim, witness] = [await app.newCaller('maintainer', 'a'), await app.asRole('installer', 'a')]
    const [gone, stays] = [await listen(victim), await listen(witness)]
    await db
      .updateTable('account')
      .set({ disabled_at: new Date(NOW) })
      .where('id', '=', victim.accountId)
      .execute()
    context.accountChanged.tell(victim.accountId)
    await gone.ended
    await report(site, 1)
    await hub.flush()
    await settled(site, [stays])
    expect(gone.events.map(({ type }) => type)).toEqual(['hello'])
    stays.close()
  })

  it('Z18: a person whose role is taken away hears nothing more', async () => {
    const site = await makeSite(db, NOW, { companyId: app.companies.a })
    const [loser, witness] = [await app.newCaller('maintainer', 'a'), await app.asRole('installer', 'a')]
    const [reader, stays] = [await listen(loser), await listen(witness)]
    await db.updateTable('account').set({ role: null }).where('id', '=', loser.accountId).execute()
    context.accountChanged.tell(loser.accountId)
    await new Promise((resolve) => setImmediate(resolve))
    // The pipeline reads the rights again; asking through it once proves that this has happened.
    const asked = await loser.request('GET /api/home')
    expect(asked.status).toBe(403)
    await report(site, 5)
    await hub.flush()
    await settled(site, [stays])
    expect(stationsHeard(reader.events)).toEqual([])
    for (const one of [reader, stays]) one.close()
  })
})
