import { describe, expect, it } from 'vitest'
import type { commandRoutes } from '#contract/http/commands.ts'
import type { controlRoutes } from '#contract/http/control.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import type { DeviceState } from '#domain/devices/fields.ts'
import { setLatest, setLink } from '#tests/factories/devices.ts'
import { ask, type Board, controlApp, idOf, type Site } from '#tests/control-app.ts'

const { app, makeSite, goOut, done } = await controlApp()
const { db } = app
const installer = await app.asRole('installer')
const owner = await app.asRole('owner')
const boardOf = async (site: Site): Promise<Board> =>
  (await installer.request(`GET /api/stations/${site.stationId}/shutdown-board`)).body as Board

type Facts = { closed: boolean | null; keepalive: boolean | null; uOut: number | null; agoMs?: number }
/** The newest report of a shutdown device. */
const report = async (part: { no: number }, { closed, keepalive, uOut, agoMs = 0 }: Facts) => {
  const state: DeviceState = closed === true ? 'normal' : 'shutdown'
  await setLatest(db, part.no, { ts: app.now() - agoMs, state })
  await db
    .updateTable('latest')
    .set({ closed, keepalive, u_out: uOut })
    .where('device_no', '=', part.no)
    .execute()
}
const opened = { closed: false, keepalive: false, uOut: 1 }
const closed = { closed: true, keepalive: true, uOut: 40 }
const after = (facts: Facts) => ({ closed: facts.closed, keepalive: facts.keepalive, u_out: facts.uOut })

describe('the shutdown board', () => {
  it('counts as safe what a fresh reading says in every respect, and nothing else', async () => {
    const site = await makeSite(8)
    const facts: (Facts | null)[] = [
      opened,
      closed,
      { ...opened, uOut: 30 },
      { ...opened, uOut: null },
      { ...opened, keepalive: null },
      { ...opened, closed: null },
      { ...opened, agoMs: 11 * 60_000 },
      null,
    ]
    for (const [n, one] of facts.entries()) {
      const part = site.parts[n]
      if (one && part) await report(part, one)
    }
    const board = await boardOf(site)
    expect(board.counts).toEqual({ total: 8, safe: 1, live: 2, unknown: 5 })
    expect(board.devices.map(({ verdict, reasons }) => [verdict, ...reasons])).toEqual([
      ['safe'],
      ['live', 'keepalive', 'closed', 'voltage'],
      ['live', 'voltage'],
      ['unknown', 'voltage_unknown'],
      ['unknown', 'keepalive_unknown'],
      ['unknown', 'switch_unknown'],
      ['unknown', 'stale'],
      ['unknown', 'never_heard'],
    ])
    expect(board.devices[0]).toMatchObject({ volts: 1, closed: false, readAt: app.now(), outcome: null })
    expect(board.last).toBeNull()
  })

  it('has its devices by name or number, 2 before 10', async () => {
    const site = await makeSite(3)
    for (const [n, name] of ['Roof 10', 'Roof 2', 'Roof 1'].entries())
      await db
        .updateTable('device')
        .set({ name })
        .where('no', '=', site.parts[n]?.no ?? 0)
        .execute()
    const { devices } = await boardOf(site)
    expect(devices.map(({ name }) => name)).toEqual(['Roof 1', 'Roof 2', 'Roof 10'])
  })

  it('knows nothing of devices whose gateway is gone', async () => {
    const site = await makeSite(1)
    if (site.parts[0]) await report(site.parts[0], opened)
    expect((await boardOf(site)).counts.safe).toBe(1)
    await setLink(db, site.gateway.id, { connected: false, birthAt: app.now() - 1, goneAt: app.now() })
    expect((await boardOf(site)).counts).toMatchObject({ safe: 0, unknown: 1 })
  })

  it('says how many are confirmed and after how long: 2 of 4 after 24 s', async () => {
    const site = await makeSite(4)
    for (const part of site.parts) await report(part, closed)
    const reply = await ask(
      installer,
      site,
      site.parts.map(({ id }) => id),
      site.gateway.sn,
    )
    const [switched] = await goOut(site)
    const sentAt = app.now()
    const [a, b, liar, silent] = site.parts
    if (!a || !b || !liar || !silent) throw new Error('no parts')
    app.advance(20_000)
    const said = site.parts.map(({ sn }) =>
      sn === silent.sn ? { sn, ok: false, code: 'no_answer' } : { sn, ok: true, after: { closed: false } },
    )
    await done(site.gateway, switched?.message.id ?? '', said)
    const [read] = await goOut(site)
    app.advance(4_000)
    await done(site.gateway, read?.message.id ?? '', [
      { sn: a.sn, ok: true, after: after(opened) as never },
      { sn: b.sn, ok: true, after: after(opened) as never },
      { sn: liar.sn, ok: true, after: after(closed) as never },
      { sn: silent.sn, ok: false, code: 'no_answer' },
    ])
    const board = await boardOf(site)
    expect(board.last).toEqual({
      controlId: idOf(reply),
      on: false,
      by: { id: installer.accountId, name: expect.any(String) },
      askedAt: sentAt,
      sentAt,
      total: 4,
      confirmed: 2,
      afterMs: 24_000,
    })
    // What was read for the proof is the newest that is known of a device.
    expect(
      board.devices.map(({ verdict, outcome, confirmedAfterMs }) => [verdict, outcome, confirmedAfterMs]),
    ).toEqual([
      ['safe', 'success', 24_000],
      ['safe', 'success', 24_000],
      ['live', 'abnormal', null],
      ['live', 'abnormal', null],
    ])
    // Confirmed once, closed again since: it counts no more.
    app.advance(60_000)
    await report(b, closed)
    expect((await boardOf(site)).last).toMatchObject({ confirmed: 1 })
  })

  it('is for everybody who sees the station, and for nobody else', async () => {
    const site = await makeSite(1)
    const path = `GET /api/stations/${site.stationId}/shutdown-board`
    expect((await owner.request(path)).status).toBe(404)
    await db
      .updateTable('station')
      .set({ owner_account_id: owner.accountId })
      .where('id', '=', site.stationId)
      .execute()
    expect((await owner.request(path)).status).toBe(200)
  })
})

describe('the ledger', () => {
  it('filters by station, device, operation, result and time, page by page', async () => {
    const site = await makeSite(3)
    const given: string[] = []
    const from = app.now() + 1
    for (const part of site.parts) {
      app.advance(1_000)
      given.push(idOf(await ask(installer, site, [part.id], part.sn)))
    }
    const ledger = async (query: string) =>
      (await installer.request(`GET /api/commands?stationId=${site.stationId}&${query}`)).body as {
        commands: { batchId: string; steps: { step: string }[] }[]
        next: string | null
      }
    const batches = async (query: string) => (await ledger(query)).commands.map(({ batchId }) => batchId)
    const newestFirst = given.toReversed()
    expect(await batches('')).toEqual(newestFirst)
    expect(await batches(`deviceId=${site.parts[1]?.id ?? ''}`)).toEqual([given[1]])
    expect(await batches('op=restart')).toEqual([])
    expect(await batches('op=switch&outcome=in_progress')).toEqual(newestFirst)
    expect(await batches('outcome=success')).toEqual([])
    expect(await batches(`from=${from + 1_999}&to=${from + 2_000}`)).toEqual([given[1]])
    const first = await ledger('limit=2')
    const second = await ledger(`limit=2&cursor=${first.next ?? ''}`)
    expect([...first.commands, ...second.commands].map(({ batchId }) => batchId)).toEqual(newestFirst)
    expect(second.next).toBeNull()
    expect(first.commands[0]?.steps).toEqual([{ step: 'queued', at: app.now() }])
  })

  it('names the first few devices of a command and counts all, which the command by itself tells of', async () => {
    const site = await makeSite(7)
    const ids = site.parts.map(({ id }) => id)
    const sent = idOf(await ask(installer, site, ids, site.gateway.sn))
    const [row] = (
      (await installer.request(`GET /api/commands?stationId=${site.stationId}`)).body as AnswerOf<
        (typeof controlRoutes)['GET /api/commands']
      >
    ).commands
    const serials = site.parts.map(({ sn }) => sn).toSorted()
    expect(row).toMatchObject({
      batchId: sent,
      total: 7,
      counts: { success: 0, fail: 0, in_progress: 7, abnormal: 0 },
      named: serials.slice(0, 3).map((sn) => ({ sn, kind: 'shutdown' })),
      ends: [],
    })
    expect(row).not.toHaveProperty('targets')
    const { command } = (await installer.request(`GET /api/commands/${row?.id ?? ''}`)).body as AnswerOf<
      (typeof commandRoutes)['GET /api/commands/{commandId}']
    >
    expect([command.total, command.targets.map(({ sn }) => sn)]).toEqual([7, serials])
  })
})
