import type * as z from 'zod/mini'
import type { diagnosisView, discoveryView, foundView } from '#contract/http/edges.ts'
import { outcomeOf } from '#domain/commands/command-states.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { brandKey, maySame } from '#domain/devices/identity.ts'
import type { Db } from '../../platform/db/handle.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { edgeDevicesOf } from './edge-device-store.ts'
import { knownAmong, type SearchRow } from './search-store.ts'

type Asked = { who: Who; now: number }
type Found = z.output<typeof foundView>

const stateOf = (row: SearchRow): 'running' | 'done' | 'failed' => {
  const outcome = outcomeOf(row.state)
  return outcome === 'in_progress' ? 'running' : outcome === 'success' ? 'done' : 'failed'
}

/** What of it is read already: through this edge, or through another gateway that the caller sees, too. */
const presentFound = async (db: Db, row: SearchRow, { who, now }: Asked): Promise<Found[]> => {
  const serials = row.found.flatMap(({ devices }) =>
    devices.flatMap(({ sn }) => (sn === null ? [] : [serialKey(sn)])),
  )
  const [own, known] = await Promise.all([
    edgeDevicesOf(db, row.gateway_id),
    knownAmong(db, serials, visibleStations(who, now)),
  ])
  const urls = new Set(own.map(({ url }) => url))
  const knownOf = Map.groupBy(known, (one) => one.sn_key)
  return row.found.map((one): Found => {
    const gateways = one.devices.flatMap(({ sn }) => {
      const same = sn === null ? [] : (knownOf.get(serialKey(sn)) ?? [])
      return same
        .filter((row) => maySame(row.brand_key, brandKey(one.brand ?? '')))
        .map((row) => row.gateway_id)
    })
    const here = urls.has(one.url) || gateways.includes(row.gateway_id)
    const takenBy = here ? 'this' : gateways.length > 0 ? 'other' : null
    return {
      url: one.url,
      profile: one.profile,
      brand: one.brand ?? null,
      model: one.model ?? null,
      devices: one.devices.map(({ sn, t, p, model }) => ({
        sn,
        kind: t,
        powerW: p ?? null,
        model: model ?? null,
      })),
      mapped: one.mapped?.map(({ value, trouble }) => ({ value, trouble: trouble ?? null })) ?? null,
      taken: takenBy !== null,
      takenBy,
    }
  })
}

export const presentDiscovery = async (
  db: Db,
  row: SearchRow,
  asked: Asked,
): Promise<z.output<typeof discoveryView>> => ({
  id: row.command_id,
  state: stateOf(row),
  code: row.code,
  done: row.done,
  total: row.total,
  tried: row.tried,
  startedAt: row.asked_at,
  found: await presentFound(db, row, asked),
})

export const presentDiagnosis = async (
  db: Db,
  row: SearchRow,
  asked: Asked,
): Promise<z.output<typeof diagnosisView>> => ({
  id: row.command_id,
  state: stateOf(row),
  code: row.code,
  lines: row.lines,
  found: await presentFound(db, row, asked),
})
