import { PAGE_MAX } from '#contract/http/lists.ts'
import type { shareRoutes } from '#contract/http/shares.ts'
import { instantPart, readPage, textPart, type Page, type PageAsked } from '../../platform/page/page.ts'
import { mustManage } from '../accounts/managing.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { companyLog, stationLog, type LogPage, type LogRow } from './log-store.ts'
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

const byMoment = {
  at: instantPart,
  key: textPart(/^(a\d{1,18}|l[0-9-]{10}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
}

const pageOfLog = (query: PageAsked, read: (page: LogPage) => Promise<readonly LogRow[]>) =>
  readPage(query, {
    order: byMoment,
    size: PAGE_MAX,
    read: (before, limit) => read({ before, limit }),
    placeOf: ({ at, key }) => ({ at: Math.floor(at), key }),
  })

/** `at`: where all of it was done, which need not be named again. */
const presentLog = ({ rows, next }: Page<LogRow>, at?: 'station') => ({
  entries: rows.map((row) => ({
    at: Math.floor(row.at),
    person: row.account_id === null || row.person === null ? null : { id: row.account_id, name: row.person },
    action: row.action,
    result: row.result,
    object:
      row.object_kind === null || row.object_kind === at || row.object_name === null
        ? null
        : { kind: row.object_kind, name: row.object_name },
    command: row.op === null || row.args === null ? null : { op: row.op, args: row.args, others: row.others },
  })),
  next,
})

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
    const page = await pageOfLog(query, (part) => stationLog(context.db, station.id, query.only, part))
    return presentLog(page, 'station')
  },

  'GET /api/audit': async ({ context, query, who }) => {
    const all = who.role === 'administrator'
    const refused = query.refused === 'true'
    return presentLog(
      await pageOfLog(query, async (part) =>
        all || who.companyId !== null
          ? companyLog(context.db, all ? null : who.companyId, refused, part)
          : [],
      ),
    )
  },
}
