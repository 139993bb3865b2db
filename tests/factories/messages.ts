import { randomUUID } from 'node:crypto'
import type { messageRoutes } from '#contract/http/messages.ts'
import type { BodyInput } from '#contract/http/route.ts'
import type { FactoryFile, Ids } from './objects.ts'
import { makeStation } from './stations.ts'

type Bodies<Key extends keyof typeof messageRoutes> = BodyInput<(typeof messageRoutes)[Key]>

export const objects: NonNullable<FactoryFile['objects']> = {
  message: async (app, caller) => {
    const id = randomUUID()
    const at = new Date(app.now())
    const station_id = await makeStation(app.db, app.now(), caller.companyId ?? '')
    const row = { id, account_id: caller.accountId, kind: 'alarm_raised', station_id, at, due_at: at }
    const nothing = { alarm_id: null, order_id: null, flow_id: null }
    await app.db
      .insertInto('message')
      .values({ ...row, ...nothing })
      .execute()
    return id
  },
  webhook: async (app, caller) => {
    const id = randomUUID()
    await app.db
      .insertInto('webhook')
      .values({
        id,
        url: 'https://hooks.example.com/sunkeeper',
        secret: 'a-secret-of-sixteen-or-more',
        company_id: caller.companyId,
        events: ['alarm.raised'],
        created_by: caller.accountId,
        created_at: new Date(app.now()),
      })
      .execute()
    return id
  },
}

export const bodies = {
  'PUT /api/messages/read': (ids: Ids): Bodies<'PUT /api/messages/read'> => ({
    ids: [ids['body.ids'] ?? randomUUID()],
  }),
  'PUT /api/notifications': (ids: Ids): Bodies<'PUT /api/notifications'> => ({
    levels: ['very_urgent', 'emergent'],
    stations: [ids['body.stations'] ?? randomUUID()],
    orders: true,
    reports: false,
    quiet: { from: 22 * 60, to: 7 * 60 },
    zone: 'Asia/Shanghai',
  }),
  'POST /api/webhooks': (ids: Ids): Bodies<'POST /api/webhooks'> => ({
    url: 'https://hooks.example.com/sunkeeper',
    secret: 'a-secret-of-sixteen-or-more',
    events: ['alarm.raised', 'order.changed'],
    companyId: ids['body.companyId'] ?? null,
  }),
  'PUT /api/webhooks/{webhookId}': (): Bodies<'PUT /api/webhooks/{webhookId}'> => ({ enabled: false }),
}
