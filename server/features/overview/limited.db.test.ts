import { describe, expect, it } from 'vitest'
import { ask, controlApp, type Site } from '#tests/control-app.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import { keepLimits } from '../commands/keep-limits.ts'
import { actOn } from '../stations/commanded.ts'
import { readActs } from '../stations/find-acts.ts'
import { storeReadings } from '../telemetry/store-readings.ts'

const { app, makeSite, goOut, done } = await controlApp()
const { context, db } = app
const installer = await app.asRole('installer')

let seq = 0
const report = async ({ gateway, inverter }: Site, p: number): Promise<void> => {
  const ts = app.now()
  const d = [{ ...item(inverter.sn, ts, { p }), st: 'grid' as const }]
  await storeReadings(context, [{ gatewaySn: gateway.sn, message: message((seq += 1), ts, d) }], ts)
}
const limit = async (
  site: Site,
  act: { pct: number } | { w: number },
  after: Record<string, number>,
): Promise<void> => {
  const reply = await ask(installer, site, [site.inverter.id], site.inverter.sn, {
    act: { op: 'limit', ...act },
  })
  if (reply.status !== 201) throw new Error(reply.text)
  for (const op of ['limit', 'read']) {
    const [out] = await goOut(site)
    expect(out?.message.op).toBe(op)
    await done(site.gateway, out?.message.id ?? '', [{ sn: site.inverter.sn, ok: true, after }])
  }
  await keepLimits(context, app.now())
}

type Limited = {
  devices: number
  pct: number | null
  w: number | null
  at: number
  endsAt: number
  by: string
}
type Shown = { condition: string; attention: number; limited: Limited | null }
const read = async <T>(path: string): Promise<T> => (await installer.request(`GET ${path}`)).body as T
const looks = async ({ stationId, inverter }: Site) => {
  const [{ live }, { stations }, { pins }, { limited }, device] = await Promise.all([
    read<{ live: Shown }>(`/api/stations/${stationId}`),
    read<{ stations: (Shown & { id: string })[] }>('/api/stations?limit=100'),
    read<{ pins: { id: string; condition: string }[] }>('/api/station-pins'),
    read<{ limited: (Limited & { stationId: string })[] }>('/api/attention'),
    read<{ limited: object | null }>(`/api/devices/${inverter.id}`),
  ])
  const listed = stations.find(({ id }) => id === stationId)
  expect(listed).toMatchObject({ condition: live.condition, limited: live.limited })
  expect(pins.find(({ id }) => id === stationId)?.condition ?? live.condition).toBe(live.condition)
  return {
    condition: live.condition,
    attention: live.attention,
    limited: live.limited,
    told: limited.filter((one) => one.stationId === stationId).length,
    device: device.limited,
  }
}
const free = { condition: 'producing', attention: 0, limited: null, told: 0, device: null }

describe('what is held down by a limit that somebody set', () => {
  it('is curtailed and no fault: station, list, map, attention and device say to what, by whom and until when', async () => {
    const site = await makeSite(0)
    await report(site, 6_000)
    expect(await looks(site)).toEqual(free)
    await limit(site, { pct: 30 }, { limit_pct: 30, p: 3_000 })
    await report(site, 3_000)
    const { limited, ...shown } = await looks(site)
    const until = { pct: 30, w: null, at: app.now(), endsAt: app.now() + 4 * 3_600_000, by: limited?.by }
    expect(typeof limited?.by).toBe('string')
    expect(limited).toEqual({ ...until, devices: 1 })
    expect(shown).toEqual({ condition: 'curtailed', attention: 0, told: 1, device: until })
    app.advance(60_000)
    await limit(site, { pct: 100 }, { limit_pct: 100, p: 6_000 })
    await report(site, 6_000)
    expect(await looks(site)).toEqual(free)
  })

  it('is known to the rules also when it was given in watts, and let go when the device has let go', async () => {
    const site = await makeSite(0)
    await report(site, 6_000)
    await limit(site, { w: 3_000 }, { limit_w: 3_000, p: 3_000 })
    const standing = async () => {
      const acts = await readActs(db, [site.stationId], app.now())
      return actOn(acts.get(site.inverter.id), app.now()).limitPct
    }
    const { rows } = await app.owner.query<{ rated_w: number }>('SELECT rated_w FROM device WHERE id = $1', [
      site.inverter.id,
    ])
    expect(await standing()).toBeCloseTo((100 * 3_000) / (rows[0]?.rated_w ?? 0), 6)
    await app.owner.query('UPDATE device SET rated_w = NULL, shown_w = NULL WHERE id = $1', [
      site.inverter.id,
    ])
    // Of an unknown share it is held down all the same, and not off.
    expect(await standing()).toBe(5)
    expect((await looks(site)).condition).toBe('curtailed')
    await app.owner.query(`UPDATE power_limit SET ended_at = $2, ended_by = 'device' WHERE device_id = $1`, [
      site.inverter.id,
      new Date(app.now()),
    ])
    expect([await standing(), await looks(site)]).toEqual([null, free])
  })
})
