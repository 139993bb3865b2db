import { PAGE_MAX } from '#contract/http/lists.ts'
import type { shareRoutes } from '#contract/http/shares.ts'
import { decodeCursor, encodeCursor, instantShape } from '../../platform/page/cursor.ts'
import { mustManage } from '../accounts/managing.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { companyLog, stationLog, type LogRow } from './log-store.ts'
import { sharesOf, type ShareRow } from './share-store.ts'
import { shareStation, takeBackShare } from './share-station.ts'
import { findStation } from './station-store.ts'
import { stationToShare } from './station-to-manage.ts'

const presentShare = (row: ShareRow) => ({
  id: row.id,
  person: { id: row.account_id, name: row.name },
  account: row.account,
  rights: row.rights,
  grantedAt: row.granted_at,
  grantedBy: row.granted_by_name,
  untilAt: row.until_at,
})

const pageOf = (query: { cursor?: string | undefined; limit?: number | undefined }) => {
  const limit = query.limit ?? PAGE_MAX
  const cursor = decodeCursor(query.cursor, [
    instantShape,
    /^(a\d{1,18}|l[0-9-]{10}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  ])
  return { limit, before: cursor === null ? null : { at: Number(cursor[0]), key: cursor[1] ?? '' } }
}

/** `at`: where all of it was done, which need not be named again. */
const presentLog = (rows: readonly LogRow[], limit: number, at?: 'station') => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: page.map((row) => ({
      at: Math.floor(row.at),
      person:
        row.account_id === null || row.person === null ? null : { id: row.account_id, name: row.person },
      action: row.action,
      result: row.result,
      object:
        row.object_kind === null || row.object_kind === at || row.object_name === null
          ? null
          : { kind: row.object_kind, name: row.object_name },
      command:
        row.op === null || row.args === null ? null : { op: row.op, args: row.args, others: row.others },
    })),
    next: rows.length > limit && last ? encodeCursor([String(Math.floor(last.at)), last.key]) : null,
  }
}

export const shareHandlers: Handlers<typeof shareRoutes> = {
  'GET /api/stations/{stationId}/shares': async ({ context, params, who, now }) => {
    const station = await stationToShare(context.db, { who, now }, params.stationId)
    return { shares: (await sharesOf(context.db, station.id)).map(presentShare) }
  },

  'POST /api/stations/{stationId}/shares': async (call) => ({
    share: presentShare(
      await shareStation(call.context, call, { stationId: call.params.stationId, ...call.body }),
    ),
  }),

  'DELETE /api/stations/{stationId}/shares/{shareId}': async (call) => {
    await takeBackShare(call.context, call, call.params)
    return {}
  },

  'GET /api/stations/{stationId}/log': async ({ context, params, query, who, now }) => {
    const station =
      (await findStation(context.db, params.stationId, readableStations(who, now))) ?? refuse('not_found')
    mustManage(who, station)
    const { limit, before } = pageOf(query)
    const rows = await stationLog(context.db, station.id, query.only, { before, limit: limit + 1 })
    return presentLog(rows, limit, 'station')
  },

  'GET /api/audit': async ({ context, query, who }) => {
    const all = who.role === 'administrator'
    const { limit, before } = pageOf(query)
    if (!all && who.companyId === null) return { entries: [], next: null }
    const rows = await companyLog(context.db, all ? null : who.companyId, query.refused === 'true', {
      before,
      limit: limit + 1,
    })
    return presentLog(rows, limit)
  },
}
