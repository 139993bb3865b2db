import { sealSecret } from '#contract/mqtt/sealed.ts'
import { wireMap } from '#contract/mqtt/topic-map.ts'
import { deviceUrlTrouble } from '#domain/edges/device-url.ts'
import { ADDRESSES_MAX, LOG_LINES_MAX } from '#domain/edges/limits.ts'
import type { TopicMap } from '#domain/edges/topic-map.ts'
import { rangeSize } from '#domain/edges/private-address.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { refuse } from '../../platform/refusal.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { enqueue, type NewCommand } from '../commands/outbox.ts'
import { checkMap } from './configure-edge.ts'
import { visibleEdgeDevice } from './edge-device-store.ts'
import { type EdgeOfStation, lockEdge } from './edge-store.ts'
import { insertSearch, openQuestion } from './search-store.ts'

type AskContext = Pick<Context, 'db' | 'changeEvents' | 'commands'>
type Question = {
  op: 'discover' | 'diagnose'
  args: NonNullable<NewCommand['args']>
  about: Record<string, unknown>
}

/** A command to the edge itself, one of its kind at a time. Gives its id. @throws Refusal `command_running` */
const ask = async (
  context: AskContext,
  caller: Caller,
  gatewayId: string,
  question: (edge: EdgeOfStation, trx: Db) => Promise<Question>,
): Promise<string> => {
  const { who, now } = caller
  const made = await transact(context.db, async (trx) => {
    const edge = (await lockEdge(trx, gatewayId, visibleStations(who, now))) ?? refuse('not_found')
    mustManage(who, edge)
    const { op, args, about } = await question(edge, trx)
    const running = await openQuestion(trx, gatewayId, op)
    if (running)
      refuse('command_running', {
        current: {
          commandId: running.id,
          op: running.op,
          state: running.state,
          deviceId: gatewayId,
          sn: edge.sn,
          at: running.created_at,
          by: running.by,
        },
      })
    const id = await enqueue(trx, {
      stationId: edge.station_id,
      gatewayId,
      op,
      args,
      targets: [{ id: gatewayId, sn: edge.sn }],
      createdBy: who.accountId,
      now,
    })
    await insertSearch(trx, { commandId: id, gatewayId, now })
    await recordDone(trx, caller, {
      companyId: edge.company_id,
      action: `edge.${op}`,
      objectKind: 'device',
      objectId: gatewayId,
      detail: { commandId: id, ...about },
    })
    return { id, stationId: edge.station_id }
  })
  context.commands.queued.tell(gatewayId)
  for (const what of ['commands', 'edges'] as const)
    context.changeEvents.tell({ type: 'changed', stationId: made.stationId, what })
  return made.id
}

/**
 * Lets an edge search its network: the private networks it stands in, or these ranges.
 * @throws Refusal `not_found`, `forbidden`, `edge_range`, `command_running`
 */
export const searchNetwork = (
  context: AskContext,
  caller: Caller,
  given: { gatewayId: string; ranges: readonly string[] | undefined },
): Promise<string> =>
  ask(context, caller, given.gatewayId, async () => {
    const { ranges } = given
    const sizes = (ranges ?? []).map(rangeSize)
    if (sizes.some((size) => size === null)) refuse('edge_range', { field: 'ranges' })
    if (sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) > ADDRESSES_MAX)
      refuse('edge_range', { field: 'ranges' })
    const wire = ranges?.map((range) => (range.includes('/') ? range : `${range}/32`))
    return {
      op: 'discover',
      args: wire === undefined ? {} : { ranges: wire },
      about: { ranges: wire ?? null },
    }
  })

export type Diagnosis =
  | { what: 'log'; lines: number | undefined }
  | {
      what: 'probe'
      url: string | undefined
      profile: string | null | undefined
      secret: string | null | undefined
      map: TopicMap | null | undefined
    }

/**
 * Asks an edge for the end of its log, or for one reading of an address; a secret is sealed before it is written.
 * @throws Refusal `not_found`, `forbidden`, what `deviceUrlTrouble` finds, `required`, `command_running`
 */
export const diagnoseEdge = (
  context: AskContext,
  caller: Caller,
  gatewayId: string,
  given: Diagnosis,
): Promise<string> =>
  ask(context, caller, gatewayId, async (edge) => {
    if (given.what === 'log') {
      const args = { what: 'log', lines: given.lines ?? LOG_LINES_MAX }
      return { op: 'diagnose', args, about: { what: 'log' } }
    }
    const { url = refuse('required', { field: 'url' }), profile, secret, map } = given
    const trouble = deviceUrlTrouble(url)
    if (trouble !== null) refuse(trouble, { field: 'url' })
    checkMap(url, map)
    const sealed = typeof secret === 'string' ? { secret: await sealSecret(edge.public_key, secret) } : {}
    const args = {
      what: 'probe',
      url,
      ...(profile ? { profile } : {}),
      ...sealed,
      ...(map ? { map: wireMap(map) } : {}),
    }
    return { op: 'diagnose', args, about: { what: 'probe', url } }
  })

/**
 * Asks for registers of a device of the list, as they are.
 * @throws Refusal `not_found`, `forbidden`, `command_running`
 */
export const readRegisters = async (
  context: AskContext,
  caller: Caller,
  given: { id: string; table: 'holding' | 'input'; address: number; count: number },
): Promise<string> => {
  const { id, table, address, count } = given
  const scope = visibleStations(caller.who, caller.now)
  const place = (await visibleEdgeDevice(context.db, id, scope)) ?? refuse('not_found')
  return ask(context, caller, place.gateway_id, async () => ({
    op: 'diagnose',
    args: { what: 'read', device: id, table, address, count },
    about: { what: 'read', edgeDeviceId: id, table, address, count },
  }))
}
