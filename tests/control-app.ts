import type { CommandAnswer } from '#contract/mqtt/command.ts'
import type { controlRoutes } from '#contract/http/control.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import { tailOf } from '#domain/commands/control-limits.ts'
import type { Context } from '#server/context.ts'
import { type Caller, type Reply, testApp } from './app.ts'
import { type MadeDevice, makeDevice, setLink } from './factories/devices.ts'
import { makeStation } from './factories/stations.ts'
import { applyAnswer } from '#server/features/commands/apply-answer.ts'
import { sendQueued } from '#server/features/commands/send-commands.ts'

export type Control = AnswerOf<(typeof controlRoutes)['GET /api/control/{controlId}']>['control']
export type Preview = AnswerOf<(typeof controlRoutes)['POST /api/stations/{stationId}/control/preview']>
export type Board = AnswerOf<(typeof controlRoutes)['GET /api/stations/{stationId}/shutdown-board']>
export type Sent = {
  gateway: string
  message: { id: string; op: string; targets: string[]; args: object; exp: number }
}
export type Site = { stationId: string; gateway: MadeDevice; inverter: MadeDevice; parts: MadeDevice[] }
type After = Record<string, string | number | boolean>

export const errorOf = (reply: Reply) =>
  (reply.body as { error: { code: string; field?: string; current?: Record<string, unknown> } }).error

export const ask = (
  caller: Caller,
  { stationId }: Pick<Site, 'stationId'>,
  deviceIds: readonly string[],
  sn: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  caller.request(`POST /api/stations/${stationId}/control`, {
    body: { act: { op: 'switch', on: false }, deviceIds, tail: tailOf(sn), ...more },
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  })
export const control = async (caller: Caller, id: string): Promise<Control> =>
  ((await caller.request(`GET /api/control/${id}`)).body as { control: Control }).control
export const idOf = (reply: Reply): string => {
  if (reply.status !== 201) throw new Error(`not given: ${reply.text}`)
  return (reply.body as { control: Control }).control.id
}

/** An app whose gateways are played by the test: what goes out to them is kept, what they say is given. */
export const controlApp = async (given: Partial<Context> = {}) => {
  const sent: Sent[] = []
  const app = await testApp({
    context: {
      ...given,
      devices: {
        sendConfig: async () => {},
        sendCommand: async (gateway, message) => {
          sent.push({ gateway, message })
          return 'sent'
        },
      },
    },
  })
  const { db, context } = app

  /** A connected gateway, an inverter and shutdown devices on its string 1. */
  const makeSite = async (parts: number, ratedW = 10_000, capacityW?: number): Promise<Site> => {
    const stationId = await makeStation(db, app.now(), app.companies.a)
    if (capacityW !== undefined)
      await db.updateTable('station').set({ capacity_w: capacityW }).where('id', '=', stationId).execute()
    const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
    await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
    const inverter = await makeDevice(db, app.now(), stationId, 'inverter', { gatewayId: gateway.id, ratedW })
    const made: MadeDevice[] = []
    for (let n = 1; n <= parts; n += 1)
      made.push(
        await makeDevice(db, app.now(), stationId, 'shutdown', {
          gatewayId: gateway.id,
          parentId: inverter.id,
          stringNo: 1,
          position: n,
        }),
      )
    return { stationId, gateway, inverter, parts: made }
  }
  /** Sends what is queued, and gives what went to this site. */
  const goOut = async (site?: Pick<Site, 'gateway'>): Promise<Sent[]> => {
    const before = sent.length
    await sendQueued(context, app.now())
    return sent.slice(before).filter(({ gateway }) => site === undefined || gateway === site.gateway.sn)
  }
  const say = (gateway: MadeDevice, response: object, at = app.now()) =>
    applyAnswer(context, gateway.sn, { v: 1, ...response } as CommandAnswer, at)
  const done = (
    gateway: MadeDevice,
    id: string,
    results: readonly { sn: string; ok: boolean; code?: string; after?: After }[],
    at?: number,
  ) => say(gateway, { id, stage: 'done', results }, at)
  return { app, makeSite, goOut, say, done }
}
