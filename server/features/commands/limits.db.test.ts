import { describe, expect, it } from 'vitest'
import type { controlRoutes } from '#contract/http/control.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { Abilities } from '#domain/devices/abilities.ts'
import { LIMIT_LONGEST_S, LIMIT_USUAL_S, TIMER_S } from '#domain/commands/power-limits.ts'
import { ask, control, controlApp, errorOf, idOf, type Site } from '#tests/control-app.ts'
import type { Caller } from '#tests/app.ts'
import { applyInventory } from '../devices/apply-inventory.ts'
import { readActs } from '../stations/find-acts.ts'
import { expireCommands } from './expire-commands.ts'
import { hearLimitEnded, keepLimits } from './keep-limits.ts'

type Limits = AnswerOf<(typeof controlRoutes)['GET /api/stations/{stationId}/limits']>

const { app, makeSite, goOut, done } = await controlApp()
const { db, context } = app
const HOUR = 3_600_000

/** Somebody whose password was just entered. */
const someone = (): Promise<Caller> => app.newCaller('installer', 'a')
const able = async (site: Site, can: Abilities): Promise<void> => {
  await db
    .updateTable('device')
    .set({ can: JSON.stringify(can) })
    .where('id', '=', site.inverter.id)
    .execute()
}
const timed = (reversion: 'device' | 'gateway'): Abilities => ({
  limit: { min_pct: 10, units: ['pct', 'w'], reversion },
})
const limit = async (site: Site, act: object) =>
  ask(await someone(), site, [site.inverter.id], site.inverter.sn, { act: { op: 'limit', ...act } })
/** The gateway does what it was told, and the device reads so afterwards. */
const obey = async (site: Site, after: Record<string, number>) => {
  await keepLimits(context, app.now())
  const [command] = await goOut(site)
  const id = command?.message.id ?? ''
  await done(site.gateway, id, [{ sn: site.inverter.sn, ok: true }])
  const [read] = await goOut(site)
  await done(site.gateway, read?.message.id ?? '', [{ sn: site.inverter.sn, ok: true, after }])
  await keepLimits(context, app.now())
  return command?.message
}
const limits = async (site: Site): Promise<Limits> =>
  (await (await someone()).request(`GET /api/stations/${site.stationId}/limits`)).body as Limits
const ended = (site: Site, id: string, by: string) =>
  hearLimitEnded(
    context,
    site.gateway.sn,
    { v: 1, id, stage: 'ended', by } as Extract<CommandResponse, { stage: 'ended' }>,
    app.now(),
  )
const connect = (site: Site, connected: boolean) =>
  db.updateTable('gateway_link').set({ connected }).where('device_id', '=', site.gateway.id).execute()
const lifted = async (site: Site) => {
  const acts = await readActs(db, [site.stationId], app.now())
  return acts.get(site.inverter.id)?.findLast(({ pct }) => pct !== null)?.pct
}

describe('a limit of power', () => {
  it('E4: lasts as long as it is wanted from when the device has taken it, like the timer that was set with it', async () => {
    const site = await makeSite(0)
    await able(site, timed('device'))
    idOf(await limit(site, { pct: 60, for_s: 900 }))
    const askedAt = app.now()
    expect((await limits(site)).inForce).toMatchObject([{ endsAt: askedAt + 900_000, setAt: null }])
    app.advance(40_000)
    await obey(site, { limit_pct: 60 })
    const endsAt = app.now() + 900_000
    expect((await limits(site)).inForce).toMatchObject([{ endsAt, timerAt: endsAt, setAt: app.now() }])
  })

  it('E4: no timer reaches beyond the end: what is nearly over is not renewed', async () => {
    const site = await makeSite(0)
    await able(site, timed('device'))
    idOf(await limit(site, { pct: 60, for_s: TIMER_S + 3_600 }))
    await obey(site, { limit_pct: 60 })
    await connect(site, false)
    app.advance((TIMER_S + 3_600) * 1000 - 59_000)
    await connect(site, true)
    await keepLimits(context, app.now())
    expect(await goOut(site)).toEqual([])
  })

  it('E4: its end is heard also when nobody knows whether the renewal had arrived', async () => {
    const site = await makeSite(0)
    await able(site, timed('device'))
    idOf(await limit(site, { pct: 60, for_s: 2 * TIMER_S }))
    await obey(site, { limit_pct: 60 })
    app.advance(TIMER_S * 500)
    await keepLimits(context, app.now())
    const [renewal] = await goOut(site)
    // The gateway took it, and its answer was lost.
    app.advance(HOUR)
    await expireCommands(context, app.now())
    await keepLimits(context, app.now())
    expect((await limits(site)).inForce).toHaveLength(1)
    expect(await ended(site, renewal?.message.id ?? '', 'device')).toBe(true)
    expect((await limits(site)).ended).toMatchObject([{ endedBy: 'device' }])
  })

  it('says in the ledger and on the act who ended it: by name, and whether another came into its place', async () => {
    const site = await makeSite(0)
    const names: string[] = []
    const acts: string[] = []
    for (const pct of [60, 40, 100]) {
      const person = await someone()
      names.push(person.accountId)
      app.advance(1_000)
      const sent = await ask(person, site, [site.inverter.id], site.inverter.sn, {
        act: { op: 'limit', pct },
      })
      acts.push(idOf(sent))
      await obey(site, { limit_pct: pct })
    }
    const told = await Promise.all(
      acts.map(async (id) => (await control(await someone(), id)).devices[0]?.limit?.ender ?? null),
    )
    expect(told.map((one) => one && [one.id, one.lifted])).toEqual([
      [names[1], false],
      [names[2], true],
      null,
    ])
    const ledger = (await (await someone()).request(`GET /api/commands?stationId=${site.stationId}&op=limit`))
      .body as AnswerOf<(typeof controlRoutes)['GET /api/commands']>
    expect(
      ledger.commands.map(({ args, ends }) => [
        args['pct'],
        ends.map((end) => [end.count, end.ender?.lifted]),
      ]),
    ).toEqual([
      [100, []],
      [40, [[1, true]]],
      [60, [[1, false]]],
    ])
  })

  it('E4: what a device can, is told before anything is asked of it', async () => {
    const site = await makeSite(0)
    const preview = async () =>
      (
        await (
          await someone()
        ).request(`POST /api/stations/${site.stationId}/control/preview`, {
          body: { act: { op: 'limit', pct: 50 }, deviceIds: [site.inverter.id] },
        })
      ).body as AnswerOf<(typeof controlRoutes)['POST /api/stations/{stationId}/control/preview']>
    expect((await preview()).devices).toMatchObject([{ can: null }])
    await able(site, { ...timed('device'), switch: {} })
    expect((await preview()).devices).toMatchObject([
      {
        can: {
          switch: true,
          restart: false,
          limit: { minPct: 10, units: ['pct', 'w'], reversion: 'device' },
        },
      },
    ])
    const [one] = (await preview()).devices
    const ratedW = one?.ratedW ?? 0
    expect(ratedW).toBeGreaterThan(0)
    // What it is rated for would hold nothing back, and no timer would run.
    expect(errorOf(await limit(site, { w: ratedW }))).toMatchObject({ code: 'limit_too_high' })
    expect((await limit(site, { w: ratedW - 1 })).status).toBe(201)
  })

  it('ends: after four hours unless said, lifted by the server where nobody else would', async () => {
    const site = await makeSite(0)
    const id = idOf(await limit(site, { pct: 60 }))
    const told = await obey(site, { limit_pct: 60 })
    // A gateway that knows no timer is told of none.
    expect(told?.args).toEqual({ pct: 60 })
    const endsAt = app.now() + LIMIT_USUAL_S * 1000
    expect(await limits(site)).toMatchObject({
      inForce: [
        { pct: 60, w: null, reversion: 'server', endsAt, timerAt: null, setAt: app.now(), controlId: id },
      ],
      ended: [],
    })
    app.advance(LIMIT_USUAL_S * 1000 - 1)
    await keepLimits(context, app.now())
    expect(await goOut(site)).toEqual([])
    app.advance(1)
    expect((await obey(site, { limit_pct: 100 }))?.args).toEqual({ pct: 100 })
    const after = await limits(site)
    expect([after.inForce, after.ended]).toMatchObject([[], [{ endedBy: 'server', endedAt: app.now() }]])
    const { devices } = await control(await someone(), id)
    expect(devices[0]?.limit).toMatchObject({ endsAt, reversion: 'server', endedBy: 'server' })
    expect(await lifted(site)).toBe(100)
  })

  it('is tried again until the device has let go, and only while its gateway is there', async () => {
    const site = await makeSite(0)
    idOf(await limit(site, { pct: 60, for_s: 60 }))
    await obey(site, { limit_pct: 60 })
    await connect(site, false)
    app.advance(HOUR)
    await keepLimits(context, app.now())
    await connect(site, true)
    expect(await goOut(site)).toEqual([])
    await keepLimits(context, app.now())
    const [first] = await goOut(site)
    await done(site.gateway, first?.message.id ?? '', [{ sn: site.inverter.sn, ok: false, code: 'busy' }])
    await keepLimits(context, app.now())
    expect([await goOut(site), (await limits(site)).inForce.length]).toEqual([[], 1])
    app.advance(60_000)
    expect((await obey(site, { limit_pct: 100 }))?.args).toEqual({ pct: 100 })
    expect((await limits(site)).ended).toMatchObject([{ endedBy: 'server' }])
  })

  it('has the timer of the device set anew while it is wanted, and is over when the device says so', async () => {
    const site = await makeSite(0)
    await able(site, timed('device'))
    idOf(await limit(site, { w: 5_000, for_s: 10 * 3_600 }))
    expect((await obey(site, { limit_w: 5_000 }))?.args).toEqual({ w: 5_000, rvrt_s: TIMER_S })
    const [one] = (await limits(site)).inForce
    expect(one).toMatchObject({ w: 5_000, reversion: 'device', timerAt: app.now() + TIMER_S * 1000 })
    app.advance(2 * HOUR)
    const renewed = await obey(site, { limit_w: 5_000 })
    expect(renewed?.args).toEqual({ w: 5_000, rvrt_s: TIMER_S })
    expect((await limits(site)).inForce).toMatchObject([{ timerAt: app.now() + TIMER_S * 1000 }])
    for (const left of [6, 4]) {
      app.advance(2 * HOUR)
      expect((await obey(site, { limit_w: 5_000 }))?.args).toEqual({
        w: 5_000,
        rvrt_s: Math.min(TIMER_S, left * 3_600),
      })
    }
    // The last timer ends with the limit: nothing is set anew any more.
    app.advance(4 * HOUR)
    await keepLimits(context, app.now())
    expect(await goOut(site)).toEqual([])
    const { rows } = await app.owner.query<{ last_id: string }>(
      'SELECT last_id FROM power_limit WHERE device_id = $1',
      [site.inverter.id],
    )
    expect(await ended(site, rows[0]?.last_id ?? '', 'device')).toBe(true)
    expect(await limits(site)).toMatchObject({
      inForce: [],
      ended: [{ endedBy: 'device', endedAt: app.now() }],
    })
    expect(await lifted(site)).toBe(100)
    // What was over does not end again.
    expect(await ended(site, rows[0]?.last_id ?? '', 'gateway')).toBe(false)
  })

  it('is lifted by the server when gateway or device say nothing of its end', async () => {
    const site = await makeSite(0)
    await able(site, timed('gateway'))
    idOf(await limit(site, { pct: 30, for_s: 600 }))
    expect((await obey(site, { limit_pct: 30 }))?.args).toEqual({ pct: 30, rvrt_s: 600 })
    app.advance(600_000)
    await keepLimits(context, app.now())
    expect(await goOut(site)).toEqual([])
    app.advance(5 * 60_000)
    expect((await obey(site, { limit_pct: 100 }))?.args).toEqual({ pct: 100 })
    expect((await limits(site)).ended).toMatchObject([{ reversion: 'gateway', endedBy: 'server' }])
  })

  it('is ended by a person who takes it away or sets another, and was never one when the device did not take it', async () => {
    const site = await makeSite(0)
    idOf(await limit(site, { pct: 60 }))
    await obey(site, { limit_pct: 60 })
    app.advance(1_000)
    idOf(await limit(site, { pct: 40 }))
    await obey(site, { limit_pct: 40 })
    expect(await limits(site)).toMatchObject({
      inForce: [{ pct: 40 }],
      ended: [{ pct: 60, endedBy: 'person' }],
    })
    app.advance(1_000)
    idOf(await limit(site, { pct: 100 }))
    await obey(site, { limit_pct: 100 })
    const over = await limits(site)
    expect([over.inForce, over.ended.map(({ pct, endedBy }) => [pct, endedBy])]).toEqual([
      [],
      [
        [40, 'person'],
        [60, 'person'],
      ],
    ])
    app.advance(1_000)
    idOf(await limit(site, { pct: 20 }))
    app.advance(HOUR)
    await expireCommands(context, app.now())
    await keepLimits(context, app.now())
    expect((await limits(site)).inForce).toEqual([])
    expect((await limits(site)).ended).toHaveLength(2)
  })

  it('E4: its time begins when the device has it, and it ended when the gateway says, however late that comes', async () => {
    const site = await makeSite(0)
    await able(site, timed('device'))
    const asked = app.now()
    idOf(await limit(site, { pct: 60, for_s: 600 }))
    app.advance(20_000)
    const told = await obey(site, { limit_pct: 60 })
    const { inForce } = await limits(site)
    expect(inForce).toMatchObject([
      { endsAt: asked + 620_000, timerAt: asked + 620_000, setAt: asked + 20_000 },
    ])
    app.advance(HOUR)
    const at = asked + 619_000
    const over = { v: 1, id: told?.id ?? '', stage: 'ended', by: 'device', ts: at } as const
    expect(await hearLimitEnded(context, site.gateway.sn, over as never, app.now())).toBe(true)
    expect((await limits(site)).ended).toMatchObject([{ endedAt: at, endedBy: 'device' }])
  })

  it('E4: lasts a minute at least and seven days at most', async () => {
    const site = await makeSite(0)
    for (const act of [
      { pct: 50, for_s: 59 },
      { pct: 50, for_s: LIMIT_LONGEST_S + 1 },
    ])
      expect(errorOf(await limit(site, act))).toMatchObject({ code: 'limit_time' })
    for (const act of [{}, { pct: 50, w: 5_000 }, { w: -1 }])
      expect(errorOf(await limit(site, act))).toMatchObject({ code: 'limit_range' })
    expect((await limit(site, { pct: 50, for_s: LIMIT_LONGEST_S })).status).toBe(201)
  })

  it('E4: of a kind that the device cannot take is refused before it is sent', async () => {
    const site = await makeSite(0)
    const inventory = (can: Abilities) => ({
      v: 1 as const,
      boot: 'boot-0001',
      rev: 1,
      devices: [{ sn: site.inverter.sn, t: 'inverter' as const, can }],
    })
    const say = (can: Abilities) =>
      applyInventory(context, site.gateway.sn, inventory(can) as never, app.now())
    await say({ limit: { min_pct: 20, units: ['pct'], reversion: 'none' } })
    expect(errorOf(await limit(site, { pct: 10 }))).toMatchObject({ code: 'limit_too_low' })
    expect(errorOf(await limit(site, { w: 5_000 }))).toMatchObject({ code: 'limit_unit' })
    await say({ restart: {} })
    expect(errorOf(await limit(site, { pct: 50 }))).toMatchObject({ code: 'op_unsupported' })
    const off = await ask(await someone(), site, [site.inverter.id], site.inverter.sn)
    expect(errorOf(off)).toMatchObject({ code: 'op_unsupported' })
    expect(await goOut(site)).toEqual([])
    const { rows } = await app.owner.query('SELECT 1 FROM power_limit WHERE device_id = $1', [
      site.inverter.id,
    ])
    expect(rows).toEqual([])
  })

  it('C4: is ended by the word of no other gateway', async () => {
    const [site, other] = [await makeSite(0), await makeSite(0)]
    idOf(await limit(site, { pct: 60 }))
    const told = await obey(site, { limit_pct: 60 })
    expect(await ended(other, told?.id ?? '', 'device')).toBe(false)
    expect(await ended(site, 'no-command', 'device')).toBe(false)
    expect((await limits(site)).inForce).toHaveLength(1)
  })
})
