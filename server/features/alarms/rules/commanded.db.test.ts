import { describe, expect, it } from 'vitest'
import { ask, controlApp, type Site } from '#tests/control-app.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import { storeReadings } from '../../telemetry/store-readings.ts'
import { collect } from './collect.ts'
import { STEP_MS } from './load-windows.ts'
import { actOn } from '../../stations/commanded.ts'
import { readActs } from '../../stations/find-acts.ts'

const { app, makeSite, goOut, say, done } = await controlApp()
const { db, context } = app
const MINUTE = 60_000
const installer = await app.asRole('installer')
const opened = { closed: false, keepalive: true, u_out: 1 }
const closed = { closed: true, keepalive: true, u_out: 40 }

/** Tells the shutdown devices of a site to open or close; `proves` is what the reading afterwards says. */
const turn = async (site: Site, on: boolean, proves: typeof opened): Promise<void> => {
  const reply = await ask(
    installer,
    site,
    site.parts.map(({ id }) => id),
    site.gateway.sn,
    { act: { op: 'switch', on } },
  )
  if (reply.status !== 201) throw new Error(reply.text)
  const results = site.parts.map(({ sn }) => ({ sn, ok: true, after: proves }))
  for (const op of ['switch', 'read']) {
    const [out] = await goOut(site)
    expect(out?.message.op).toBe(op)
    await say(site.gateway, { id: out?.message.id, stage: 'accepted' })
    await done(site.gateway, out?.message.id ?? '', results)
  }
}
let seq = 0
const report = async (site: Site, ts: number, own: typeof opened): Promise<void> => {
  const d = [item(site.inverter.sn, ts, { p: 6000 }), ...site.parts.map(({ sn }) => item(sn, ts, own))]
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), ts, d) }], ts)
}
const codesOf = async ({ stationId }: Site): Promise<string[]> =>
  (
    await db.selectFrom('alarm').select('code').where('station_id', '=', stationId).orderBy('code').execute()
  ).map(({ code }) => code)
const standing = async (site: Site): Promise<(number | null)[]> => {
  const acts = await readActs(db, [site.stationId], app.now())
  return site.parts.map(({ id }) => actOn(acts.get(id), app.now()).offSince)
}

describe('what somebody switched off', () => {
  it('raises no alarm while it is off, and one when it will not go on again', async () => {
    const [told, untold] = [await makeSite(2), await makeSite(2)]
    await turn(told, false, opened)
    const start = Math.ceil(app.now() / STEP_MS) * STEP_MS
    for (let step = 0; step <= 8; step += 1) {
      const ts = start + step * STEP_MS
      for (const site of [told, untold]) await report(site, ts, opened)
      await collect(context, ts + MINUTE, AbortSignal.timeout(60_000))
    }
    const both = ['RULE-SHUTDOWN-OPEN', 'RULE-SHUTDOWN-OPEN']
    expect([await codesOf(told), await codesOf(untold)]).toEqual([[], both])
  })

  it('counts from the reading that proves it, and ends with the order to go on, obeyed or not', async () => {
    const [site, liar] = [await makeSite(2), await makeSite(2)]
    expect(await standing(site)).toEqual([null, null])
    await turn(site, false, opened)
    await turn(liar, false, closed)
    expect(await standing(site)).toEqual([app.now(), app.now()])
    expect(await standing(liar)).toEqual([null, null])
    app.advance(MINUTE)
    await turn(site, true, opened)
    expect(await standing(site)).toEqual([null, null])
  })
})
