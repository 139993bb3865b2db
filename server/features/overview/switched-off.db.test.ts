import { describe, expect, it } from 'vitest'
import { ask, controlApp, type Site } from '#tests/control-app.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'

const { app, makeSite, goOut, say, done } = await controlApp()
const { db, context } = app
const MINUTE = 60_000
const installer = await app.asRole('installer')

let seq = 0
/** The inverter says that it is shut down, or runs; its switches say that they are open or closed. */
const report = async (site: Site, runs: boolean, open: readonly number[] = []): Promise<void> => {
  const ts = app.now()
  const d = [
    {
      ...item(site.inverter.sn, ts, { p: runs ? 6000 : 0 }),
      st: runs ? ('grid' as const) : ('shutdown' as const),
    },
    ...site.parts.map(({ sn }, index) => ({
      ...item(sn, ts, { closed: !open.includes(index), keepalive: true }),
      st: open.includes(index) ? ('shutdown' as const) : ('normal' as const),
    })),
  ]
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), ts, d) }], ts)
}
/** The installer switches these, and the readings afterwards prove it. */
const turn = async (
  site: Site,
  devices: readonly { id: string; sn: string }[],
  on: boolean,
): Promise<void> => {
  const reply = await ask(
    installer,
    site,
    devices.map(({ id }) => id),
    // Of one device its own last characters are typed, of several those of the gateway.
    (devices.length === 1 ? devices[0] : site.gateway)?.sn ?? '',
    { act: { op: 'switch', on } },
  )
  if (reply.status !== 201) throw new Error(reply.text)
  const after = on
    ? { closed: true, u_out: 40, p: 6000, st: 'grid' }
    : { closed: false, u_out: 1, p: 0, st: 'shutdown' }
  for (const op of ['switch', 'read']) {
    const [out] = await goOut(site)
    expect(out?.message.op).toBe(op)
    await say(site.gateway, { id: out?.message.id, stage: 'accepted' })
    const results = devices.map(({ sn }) => ({ sn, ok: true, after }))
    await done(site.gateway, out?.message.id ?? '', results)
  }
}

type Off = { devices: number; at: number; by: string | null }
type Shown = { condition: string; attention: number; switchedOff: Off | null }
const read = async <T>(path: string): Promise<T> => (await installer.request(`GET ${path}`)).body as T

/** How the station looks on its page, in the list, on the map, at home and among what needs a look. */
const looks = async ({ stationId, inverter }: Site) => {
  const [{ live }, { stations }, { pins }, home, { devices, switchedOff }] = await Promise.all([
    read<{ live: Shown }>(`/api/stations/${stationId}`),
    read<{ stations: (Shown & { id: string })[] }>('/api/stations?limit=100'),
    read<{ pins: { id: string; condition: string }[] }>('/api/station-pins'),
    read<{ attention: { id: string }[] }>('/api/home'),
    read<{
      devices: { id: string; reason: string; since: number }[]
      switchedOff: (Off & { stationId: string })[]
    }>('/api/attention?limit=100'),
  ])
  const listed = stations.find(({ id }) => id === stationId)
  expect(listed).toMatchObject({
    condition: live.condition,
    attention: live.attention,
    switchedOff: live.switchedOff,
  })
  expect(pins.find(({ id }) => id === stationId)?.condition ?? live.condition).toBe(live.condition)
  const found = devices.find(({ id }) => id === inverter.id)
  return {
    condition: live.condition,
    attention: live.attention,
    off: live.switchedOff,
    home: home.attention.some(({ id }) => id === stationId),
    told: switchedOff.flatMap(({ stationId: of, devices: count, at, by }) =>
      of === stationId ? [{ devices: count, at, by }] : [],
    ),
    reason: found === undefined ? null : [found.reason, found.since],
  }
}
const name = async (): Promise<string> => {
  const row = await db
    .selectFrom('command')
    .innerJoin('account', 'account.id', 'command.created_by')
    .select('account.name')
    .executeTakeFirstOrThrow()
  return row.name
}

const fault = { condition: 'fault', attention: 1, off: null, home: true }

describe('what was switched off on purpose', () => {
  it('is no fault on station, home, list, map and attention: by whom and when stands there instead', async () => {
    const site = await makeSite(0)
    await report(site, false)
    expect(await looks(site)).toEqual({ ...fault, told: [], reason: ['shutdown', app.now()] })
    await report(site, true)
    await turn(site, [site.inverter], false)
    const at = app.now()
    app.advance(MINUTE)
    await report(site, false)
    const by = await name()
    expect(await looks(site)).toEqual({
      condition: 'switched_off',
      attention: 0,
      off: { devices: 1, at, by },
      home: false,
      reason: null,
      told: [{ devices: 1, at, by }],
    })
    // So does the page of the device itself.
    const page = async () =>
      read<{ device: { state: string }; switchedOff: unknown }>(`/api/devices/${site.inverter.id}`)
    expect(await page()).toMatchObject({ device: { state: 'shutdown' }, switchedOff: { at, by } })
    // Told to go on, it is off against somebody's will.
    app.advance(MINUTE)
    await turn(site, [site.inverter], true)
    await report(site, false)
    expect(await looks(site)).toMatchObject({
      condition: 'fault',
      off: null,
      reason: ['shutdown', app.now()],
    })
    expect(await page()).toMatchObject({ device: { state: 'shutdown' }, switchedOff: null })
  })

  it('is an inverter, too, whose switches were opened so, and what hangs on one that is off', async () => {
    const site = await makeSite(2)
    await report(site, false, [0, 1])
    expect(await looks(site)).toMatchObject({ condition: 'fault', attention: 3 })
    await report(site, true)
    await turn(site, site.parts, false)
    app.advance(MINUTE)
    await report(site, false, [0, 1])
    expect(await looks(site)).toMatchObject({ condition: 'switched_off', attention: 0, off: { devices: 3 } })
  })

  it('is a fault again when it has run since and stands still by itself', async () => {
    const site = await makeSite(0)
    await turn(site, [site.inverter], false)
    app.advance(20 * MINUTE)
    await db
      .insertInto('analysis_memory')
      .values({ device_id: site.inverter.id, kind: 'ran_since', value: JSON.stringify({ at: app.now() }) })
      .execute()
    await report(site, false)
    expect(await looks(site)).toMatchObject(fault)
  })
})
