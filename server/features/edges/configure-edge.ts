import { maxMessageBytes } from '#contract/mqtt/topics.ts'
import { sealSecret } from '#contract/mqtt/sealed.ts'
import { deviceUrlTrouble } from '#domain/edges/device-url.ts'
import { mistakesIn, type TopicMap } from '#domain/edges/topic-map.ts'
import { EDGE_DEVICES_MAX } from '#domain/edges/limits.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { refuse } from '../../platform/refusal.ts'
import { lastSaved } from '../accounts/find-last-saved.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { wireDevice } from './desired-config.ts'
import {
  deleteEdgeDevice,
  edgeDevicesOf,
  insertEdgeDevice,
  saveEdgeDevice,
  visibleEdgeDevice,
} from './edge-device-store.ts'
import { type EdgeOfStation, lockEdge } from './edge-store.ts'

type ConfigureContext = Pick<Context, 'db' | 'changeEvents' | 'devices' | 'log'>
export type WantedDevice = {
  url: string
  profile: string | null
  intervalS: number
  /** undefined = as it was, null = none. Never logged, never stored as it is. */
  secret: string | null | undefined
  /** undefined = as it was, null = none. */
  map: TopicMap | null | undefined
}

/** What a message needs beside the list. */
const MESSAGE_HEAD = 200

const lockOwn = async (trx: Db, caller: Caller, gatewayId: string): Promise<EdgeOfStation> => {
  const edge =
    (await lockEdge(trx, gatewayId, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
  mustManage(caller.who, edge)
  return edge
}

const checkUrl = (url: string): void => {
  const trouble = deviceUrlTrouble(url)
  if (trouble !== null) refuse(trouble, { field: 'url' })
}

/** @throws Refusal by the first mistake in a mapping */
export const checkMap = (url: string, map: TopicMap | null | undefined): void => {
  if (map == null) return
  if (!url.startsWith('mqtt:')) refuse('edge_map_scheme', { field: 'map' })
  const [first] = mistakesIn(map)
  if (first === undefined) return
  const { device, value, field, code } = first
  const part = value === null ? '' : value === 'state' ? '.state' : `.values.${value}`
  refuse(code, { field: `map.devices.${device}${part}.${field}` })
}

const sameMachine = (one: string, other: string): boolean => {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && a.host === b.host && (a.host !== '' || a.pathname === b.pathname)
}

/** The whole list goes out in one message. @throws Refusal `edge_devices_full` */
const mustFit = async (trx: Db, gatewayId: string): Promise<void> => {
  const all = await edgeDevicesOf(trx, gatewayId)
  const bytes = Buffer.byteLength(JSON.stringify(all.map(wireDevice)))
  if (all.length > EDGE_DEVICES_MAX || bytes > maxMessageBytes - MESSAGE_HEAD) refuse('edge_devices_full')
}

/** Tells the edge and the open pages. The change stands whether or not the edge can be told: each birth tells it again. */
const afterChange = async (
  { changeEvents, devices, log }: ConfigureContext,
  edge: EdgeOfStation,
): Promise<void> => {
  changeEvents.tell({ type: 'changed', stationId: edge.station_id, what: 'edges' })
  await devices
    .sendConfig(edge.sn)
    .catch((error: unknown) => log.warn({ err: error, gateway: edge.sn }, 'the list could not be sent now'))
}

const note = (
  trx: Db,
  caller: Caller,
  edge: EdgeOfStation,
  action: string,
  detail: Record<string, unknown>,
) =>
  recordDone(trx, caller, {
    companyId: edge.company_id,
    action,
    objectKind: 'device',
    objectId: edge.gateway_id,
    detail,
  })

/**
 * Adds a device to the list of an edge; its secret is sealed before anything else is done with it. The id is the
 * caller's act: the same again adds nothing.
 * @throws Refusal `not_found`, `forbidden`, what `deviceUrlTrouble` finds, `edge_device_repeat`, `edge_devices_full`
 */
export const addEdgeDevice = async (
  context: ConfigureContext,
  caller: Caller,
  given: WantedDevice & { id: string; gatewayId: string },
): Promise<void> => {
  const edge = await transact(context.db, async (trx) => {
    const found = await lockOwn(trx, caller, given.gatewayId)
    checkUrl(given.url)
    checkMap(given.url, given.map)
    const made = await insertEdgeDevice(trx, {
      id: given.id,
      gateway_id: found.gateway_id,
      url: given.url,
      profile: given.profile,
      interval_s: given.intervalS,
      sealed: typeof given.secret === 'string' ? await sealSecret(found.public_key, given.secret) : null,
      map: given.map == null ? null : JSON.stringify(given.map),
      added_by: caller.who.accountId,
      added_at: new Date(caller.now),
      changed_rev: (found.rev ?? 0) + 1,
    })
    if (!made) {
      const there = await visibleEdgeDevice(trx, given.id, visibleStations(caller.who, caller.now))
      return there?.gateway_id === given.gatewayId ? found : refuse('edge_device_repeat', { field: 'url' })
    }
    await mustFit(trx, found.gateway_id)
    await note(trx, caller, found, 'edge.device-add', {
      edgeDeviceId: given.id,
      url: given.url,
      profile: given.profile,
      intervalS: given.intervalS,
      ...mappedIn(given.map),
    })
    return found
  })
  await afterChange(context, edge)
}

/** How much a mapping names: what stands in it would fill the log. */
const mappedIn = (map: TopicMap | null | undefined) =>
  map == null ? {} : { values: map.devices.reduce((sum, { values }) => sum + values.length, 0) }

/**
 * Changes an entry of the list.
 * @throws Refusal as `addEdgeDevice`, `required` for a secret that was typed for another machine, and `version_stale` with the version now and who saved it when
 */
export const changeEdgeDevice = async (
  context: ConfigureContext,
  caller: Caller,
  given: WantedDevice & { id: string; version: number },
): Promise<string> => {
  const scope = visibleStations(caller.who, caller.now)
  const edge = await transact(context.db, async (trx) => {
    const place = (await visibleEdgeDevice(trx, given.id, scope)) ?? refuse('not_found')
    const found = await lockOwn(trx, caller, place.gateway_id)
    const all = await edgeDevicesOf(trx, found.gateway_id)
    const before = all.find(({ id }) => id === given.id) ?? refuse('not_found')
    if (before.version !== given.version)
      refuse('version_stale', {
        current: { version: before.version, ...(await lastSaved(trx, 'edge_device', given.id)) },
      })
    checkUrl(given.url)
    const map = given.map === undefined ? before.map : given.map
    // A mapping that stood here goes with the way it belonged to.
    const keptMap = given.map === undefined && !given.url.startsWith('mqtt:') ? null : map
    checkMap(given.url, keptMap)
    if (all.some(({ id, url }) => id !== given.id && url === given.url))
      refuse('edge_device_repeat', { field: 'url' })
    // What was typed for one machine is sent to no other: whoever may change the list could read it there.
    if (given.secret === undefined && before.sealed !== null && !sameMachine(before.url, given.url))
      refuse('required', { field: 'secret' })
    const secret =
      given.secret === undefined
        ? {}
        : {
            sealed: given.secret === null ? null : await sealSecret(found.public_key, given.secret),
            seal_lost: false,
          }
    await saveEdgeDevice(trx, given.id, {
      url: given.url,
      profile: given.profile,
      interval_s: given.intervalS,
      map: keptMap === null ? null : JSON.stringify(keptMap),
      ...secret,
      changed_rev: (found.rev ?? 0) + 1,
      refused_code: null,
      refused_says: null,
    })
    await mustFit(trx, found.gateway_id)
    await recordDone(trx, caller, {
      companyId: found.company_id,
      action: 'edge.device-edit',
      objectKind: 'edge_device',
      objectId: given.id,
      detail: {
        gatewayId: found.gateway_id,
        url: [before.url, given.url],
        profile: [before.profile, given.profile],
        intervalS: [before.interval_s, given.intervalS],
        ...mappedIn(given.map),
        secret: given.secret === undefined ? 'kept' : given.secret === null ? 'none' : 'new',
      },
    })
    return found
  })
  await afterChange(context, edge)
  return edge.gateway_id
}

/** @throws Refusal `not_found`, `forbidden` */
export const removeEdgeDevice = async (
  context: ConfigureContext,
  caller: Caller,
  id: string,
): Promise<void> => {
  const edge = await transact(context.db, async (trx) => {
    const scope = visibleStations(caller.who, caller.now)
    const place = (await visibleEdgeDevice(trx, id, scope)) ?? refuse('not_found')
    const found = await lockOwn(trx, caller, place.gateway_id)
    const gone = (await edgeDevicesOf(trx, found.gateway_id)).find((row) => row.id === id)
    await deleteEdgeDevice(trx, id)
    await note(trx, caller, found, 'edge.device-remove', { edgeDeviceId: id, url: gone?.url ?? '' })
    return found
  })
  await afterChange(context, edge)
}
