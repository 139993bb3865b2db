import type * as z from 'zod/mini'
import type { edgeDeviceView, edgeView } from '#contract/http/edges.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { troubleText } from '#domain/edges/edge-troubles.ts'
import type { Language } from '#domain/errors.ts'
import type { Db } from '../../platform/db/handle.ts'
import { serverVersion } from '../../platform/server-version.ts'
import { may, type Who } from '../accounts/who.ts'
import { devicesBehind, edgeDevicesOf, linksOfEdge } from './edge-device-store.ts'
import type { EdgeOfStation } from './edge-store.ts'
import { presentDiscovery } from './present-search.ts'
import { newestSearch } from './search-store.ts'

export type EdgeView = z.output<typeof edgeView>
export type EdgeDeviceView = z.output<typeof edgeDeviceView>

/** The list of an edge with how each device answers. */
export const presentEdgeDevices = async (
  db: Db,
  gatewayId: string,
  language: Language,
): Promise<EdgeDeviceView[]> => {
  const [rows, links, behind] = await Promise.all([
    edgeDevicesOf(db, gatewayId),
    linksOfEdge(db, gatewayId),
    devicesBehind(db, gatewayId),
  ])
  const linkOf = new Map(links.map((link) => [link.edge_device_id, link]))
  const idOf = new Map(behind.map(({ id, sn_key: key }) => [key, id]))
  const inWords = (code: string, says: string | null) => ({ code, text: troubleText(code, says, language) })
  return rows.map((row): EdgeDeviceView => {
    const link = linkOf.get(row.id)
    const serials = link?.serials ?? []
    return {
      id: row.id,
      url: row.url,
      profile: row.profile,
      intervalS: row.interval_s,
      hasSecret: row.sealed !== null,
      map: row.map,
      addedAt: row.added_at,
      version: row.version,
      refused:
        row.refused_code !== null
          ? inWords(row.refused_code, row.refused_says)
          : row.seal_lost
            ? inWords('secret_again', null)
            : null,
      link: link
        ? {
            asked: link.asked,
            answered: link.answered,
            answerMs: link.answer_ms,
            lastAnswerAt: link.last_answer_at,
            trouble: link.trouble_code === null ? null : inWords(link.trouble_code, link.trouble_says),
          }
        : null,
      deviceIds: serials.flatMap((sn) => idOf.get(serialKey(sn)) ?? []),
      serials,
    }
  })
}

/** What stands in a network is shown to whoever may search it. */
const discoveryFor = async (db: Db, gatewayId: string, asked: { who: Who; now: number }) => {
  const row = may(asked.who, 'device:edge:discover') ? await newestSearch(db, gatewayId) : undefined
  return row ? presentDiscovery(db, row, asked) : null
}

export const presentEdge = async (
  db: Db,
  edge: EdgeOfStation,
  { who, now, language }: { who: Who; now: number; language: Language },
): Promise<EdgeView> => ({
  version: edge.version,
  newestVersion: await serverVersion(),
  builtIn: edge.built_in,
  pairedAt: edge.paired_at,
  settings: {
    rev: edge.rev,
    takenRev: edge.taken_rev,
    refused:
      edge.refused_code === null
        ? null
        : { code: edge.refused_code, text: troubleText(edge.refused_code, null, language) },
  },
  devices: await presentEdgeDevices(db, edge.gateway_id, language),
  store:
    edge.store_waiting === null
      ? null
      : {
          waiting: edge.store_waiting,
          bytes: edge.store_bytes,
          dropped: edge.store_dropped,
          oldestAt: edge.store_oldest_at,
          trouble: edge.store_trouble,
        },
  discovery: await discoveryFor(db, edge.gateway_id, { who, now }),
})
