import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import type { edgeRoutes } from '#contract/http/edges.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { isNewerProgram } from '#domain/edges/newer-program.ts'
import { createIntake } from '#server/entrances/mqtt/intake.ts'
import { createIntakeCounters } from '#server/entrances/mqtt/intake-counters.ts'
import { intakeHandlers } from '#server/entrances/mqtt/intake-handlers.ts'
import { createReadingIntake } from '#server/features/telemetry/reading-intake.ts'
import { advanceUpgrades } from '#server/features/upgrades/advance-upgrades.ts'
import { serverVersion } from '#server/platform/server-version.ts'
import { testApp } from '#tests/app.ts'
import { keepLog } from '#tests/device-transport.ts'
import { makeEdge } from '#tests/factories/edges.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { desiredConfig } from './desired-config.ts'

type Edge = AnswerOf<(typeof edgeRoutes)['GET /api/gateways/{gatewayId}/edge']>

/** What the server sends to gateways, in its order. */
const sent: string[] = []
const sends = (what: string) => async () => {
  sent.push(what)
  return 'sent' as const
}
const app = await testApp({
  context: {
    devices: { sendConfig: async () => void sent.push('settings'), sendCommand: sends('command') },
  },
})
const { db } = app
const context = {
  ...app.context,
  firmware: { ...app.context.firmware, sendOffer: sends('offer'), sendChunk: sends('chunk') },
}
const installer = await app.asRole('installer', 'a')
const readings = createReadingIntake(context)
app.onStop(() => readings.close())
const intake = createIntake({
  ...intakeHandlers(context, readings),
  now: app.now,
  log: keepLog(),
  counters: createIntakeCounters(new Registry()),
  dropped: () => {},
})
type MadeEdge = Awaited<ReturnType<typeof makeEdge>>

let boots = 0
/** The edge starts and connects, with the program of this version. */
const starts = async ({ sn, keys }: MadeEdge, version: string): Promise<void> => {
  app.advance(60_000)
  boots += 1
  const edge = { key: keys.publicKey, version }
  const online = { v: 1, state: 'online', boot: `boot-${1000 + boots}`, conn: 1, ts: app.now(), sn, proto: 2 }
  const said = { ...online, model: 'Edge', sw: version, edge }
  const payload = new TextEncoder().encode(JSON.stringify(said))
  const message = { gateway: sn, channel: 'status' as const, payload, retained: false, arrivedAt: app.now() }
  expect(await intake.receive(message)).toBe('ok')
}
/** What its page says. */
const shown = async ({ id }: MadeEdge) => {
  const { status, body } = await installer.request(`GET /api/gateways/${id}/edge`)
  expect(status).toBe(200)
  const { version, newestVersion } = body as Edge
  return { version, newestVersion, offered: isNewerProgram(newestVersion, version) }
}
const newest = await serverVersion()
const OLDER = '0.0.9'

it('an older edge is offered the program of this server until it starts with it; nothing is sent to it by itself', async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const [old, same] = [await makeEdge(db, app.now(), stationId), await makeEdge(db, app.now(), stationId)]
  await starts(old, OLDER)
  await starts(same, newest)
  expect(await shown(old)).toEqual({ version: OLDER, newestVersion: newest, offered: true })
  expect(await shown(same)).toEqual({ version: newest, newestVersion: newest, offered: false })
  // What the command fetches is that version.
  expect((await installer.request('GET /api/edge/program')).body).toMatchObject({ version: newest })

  // Settings are all that an edge is sent when it comes, whatever it runs; they say nothing of programs.
  await advanceUpgrades(context, app.now())
  expect(sent).toEqual(['settings', 'settings'])
  const settings = await Promise.all([old, same].map(({ sn }) => desiredConfig(db, sn, app.now())))
  expect(settings.map((one) => Object.keys(one ?? {}))).toEqual([
    ['v', 'rev', 'report_s', 'devices'],
    ['v', 'rev', 'report_s', 'devices'],
  ])
  expect(await db.selectFrom('command').select('id').execute()).toEqual([])
  expect(await db.selectFrom('upgrade_task').select('id').execute()).toEqual([])

  // Started again as it was it is offered it still, with the new one no longer.
  await starts(old, OLDER)
  expect((await shown(old)).offered).toBe(true)
  await starts(old, newest)
  expect(await shown(old)).toEqual({ version: newest, newestVersion: newest, offered: false })
  await advanceUpgrades(context, app.now())
  expect(sent).toEqual(Array.from({ length: 4 }, () => 'settings'))
})
