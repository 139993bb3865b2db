import { describe, expect, it } from 'vitest'
import { orderStatuses, orderTypes } from '#domain/work-orders/order-states.ts'
import { rolePermissions } from '#domain/accounts/permissions.ts'
import { pastIncidents } from '../scripts/demo/demo-incidents.ts'
import { writeOrderUnderWay, writePastOrders } from '../scripts/demo/demo-orders.ts'
import { testApp } from './app.ts'
import { makeAccount } from './factories/accounts.ts'
import { makeAlarm } from './factories/alarms.ts'
import { makeDevice, setLink } from './factories/devices.ts'
import { makeStation } from './factories/stations.ts'

// Four in the morning in Shanghai: what was made hours ago was made the day before.
const app = await testApp({ now: Date.UTC(2026, 10, 22, 20) })

describe('the orders of the demonstration', () => {
  it('stand in every status and are of every type, and no device has to be there but those of the world', async () => {
    const { db, companies, passwordHash } = app
    const people: Record<string, string> = {}
    for (const role of ['installer', 'maintainer', 'owner'] as const) {
      const companyId = role === 'owner' ? null : companies.a
      people[role] = (await makeAccount(db, app.now(), { role, companyId, passwordHash, account: role })).id
    }
    for (const serials of [['A2304110002', 'A2304110003'], ['A2112250013']]) {
      const given = serials.length > 1 ? { ownerAccountId: people['owner'] ?? null } : {}
      const station = await makeStation(db, app.now(), companies.a, given)
      const gateway = await makeDevice(db, app.now(), station, 'gateway')
      await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
      for (const sn of serials)
        await makeDevice(db, app.now(), station, 'inverter', { sn, gatewayId: gateway.id })
    }
    const administrator = await app.asRole('administrator')
    const who = {
      accountId: administrator.accountId,
      name: 'A',
      role: 'administrator' as const,
      permissions: rolePermissions.administrator,
      companyId: companies.a,
      managedStations: [],
      sessionId: 's',
      provenAt: 0,
    }
    await writePastOrders(app.context, who, app.now(), pastIncidents(app.now()))
    const orders = await db
      .selectFrom('work_order')
      .select(['status', 'type', 'due_at', 'initiated_at', 'actual_start_at'])
      .execute()
    expect([...new Set(orders.map(({ status }) => status))].sort()).toEqual([...orderStatuses].sort())
    expect([...new Set(orders.map(({ type }) => type))].sort()).toEqual([...orderTypes].sort())
    const hours = orders
      .flatMap((order) => [order.initiated_at, order.actual_start_at ?? order.initiated_at])
      .map((ts) => Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO('Asia/Shanghai').hour)
    expect(hours.filter((hour) => hour < 8 || hour >= 18)).toEqual([])
    expect(orders.some(({ due_at: due }) => due !== null && due < app.now())).toBe(true)

    // What the rules have found of a blown fuse is being worked at, and says so.
    const blown = await db
      .selectFrom('device')
      .select(['id', 'station_id'])
      .where('sn', '=', 'A2304110002')
      .executeTakeFirstOrThrow()
    const code = 'RULE-STRING-CURRENT'
    await makeAlarm(db, app.now(), blown.station_id, { code, deviceId: blown.id })
    expect(await writeOrderUnderWay(app.context, who, app.now())).toBe(true)
    const workedAt = await db
      .selectFrom('work_order')
      .innerJoin('order_alarm', 'order_alarm.order_id', 'work_order.id')
      .innerJoin('alarm', 'alarm.id', 'order_alarm.alarm_id')
      .select(['work_order.status as order', 'alarm.code', 'alarm.status'])
      .where('work_order.status', '=', 'in_progress')
      .execute()
    expect(workedAt).toEqual([{ order: 'in_progress', code, status: 'processing' }])
  })
})
