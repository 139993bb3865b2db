import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../tests/app.ts'
import { makeAccount } from '../../../tests/factories/accounts.ts'
import { makeAlarm } from '../../../tests/factories/alarms.ts'
import { makeDevice } from '../../../tests/factories/devices.ts'
import { orderSorts, type OrderPriority } from '#domain/work-orders/order-states.ts'
import { handlersOf } from './find-handlers.ts'
import {
  act,
  makeOrder,
  makeStringAlarm,
  newOrder,
  orderOf,
  type OrderSeen,
  stationFor,
} from '../../../tests/factories/work-orders.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const stationId = await stationFor(app, chief)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

type List = {
  orders: {
    id: string
    no: string
    priority: string
    status: string
    overdue: boolean
    dueAt: number | null
    initiatedAt: number
    handler: { name: string } | null
    device: { sn: string } | null
    aboutDevice: { sn: string } | null
  }[]
  next: string | null
  counts: Record<string, number>
  mine: Record<string, number>
}
const list = async (caller: Caller, query: string): Promise<List> => {
  const reply = await caller.request(`GET /api/orders?${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply.body as List
}

describe('the list of orders', () => {
  it('is worst first, pages without a gap, and finds by number, name, device and handler', async () => {
    const optimizer = await makeDevice(app.db, app.now(), stationId, 'optimizer', { name: 'East-7' })
    const low = await makeOrder(chief, stationId, { priority: 'low', name: 'Paint the fence 检修100%' })
    const late = await makeOrder(chief, stationId, {
      priority: 'high',
      plannedEndAt: app.now() + HOUR,
      deviceId: optimizer.id,
    })
    const urgent = await makeOrder(chief, stationId, { priority: 'most_urgent' })
    const soon = await makeOrder(chief, stationId, { priority: 'high', plannedEndAt: app.now() + 2 * HOUR })
    const given = orderOf(await act(chief, soon, { no: 1, handlerId: worker.accountId }))
    app.advance(90 * MINUTE)
    const gone = await makeOrder(chief, stationId, { priority: 'most_urgent' })
    await act(chief, gone, { no: 16, reason: 'Twice', confirmation: gone.no })

    const whole = await list(chief, `stationId=${stationId}`)
    expect(whole.orders.map(({ id }) => id)).toEqual([late.id, urgent.id, soon.id, low.id, gone.id])
    expect(whole.orders.map(({ overdue }) => overdue)).toEqual([true, false, false, false, false])
    expect(whole.counts).toMatchObject({ dispatching: 3, receiving: 1, invalid: 1, overdue: 1 })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list(
        chief,
        `stationId=${stationId}&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      paged.push(...page.orders.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null)
    expect(paged).toEqual(whole.orders.map(({ id }) => id))

    const ids = async (caller: Caller, query: string): Promise<string[]> =>
      (await list(caller, query)).orders.map(({ id }) => id)
    expect(await ids(chief, 'overdue=true')).toEqual([late.id])
    for (const part of ['FENCE', '检修', '0%', 'e 检'])
      expect(await ids(chief, `search=${encodeURIComponent(part)}`)).toEqual([low.id])
    expect(await ids(chief, `search=${encodeURIComponent('t%e')}`)).toEqual([])
    expect(await ids(chief, 'status=invalid,receiving')).toEqual([soon.id, gone.id])
    expect(await ids(chief, 'priority=high')).toEqual([late.id, soon.id])
    expect(await ids(chief, `deviceId=${optimizer.id}`)).toEqual([late.id])
    expect(await ids(chief, 'search=East-7')).toEqual([late.id])
    expect(await ids(chief, 'search=fence')).toEqual([low.id])
    expect(await ids(chief, `search=${urgent.no}`)).toEqual([urgent.id])
    expect(await ids(chief, 'search=maintainer-a')).toEqual([soon.id])
    expect(await ids(chief, `from=${app.now() - MINUTE}`)).toEqual([gone.id])
    expect(await ids(worker, 'mine=accept')).toEqual([given.id])
    expect(await ids(worker, 'mine=do')).toEqual([])
    expect(await ids(chief, 'mine=created&status=open')).toHaveLength(4)
    expect((await list(worker, '')).mine).toMatchObject({ accept: 1, do: 0, created: 0, review: 0 })
    expect((await chief.request('GET /api/orders?status=open,rubbish')).status).toBe(400)
    const stranger = await app.asRole('installer', 'b')
    expect((await list(stranger, '')).orders).toEqual([])
    expect((await list(await app.asRole('administrator'), '')).orders).toHaveLength(5)
  })

  it('has the late ones on top, the most late first whatever their priority, also over pages between which more become late', async () => {
    const place = await stationFor(app, chief)
    const made = async (priority: OrderPriority, hours: number | null): Promise<string> =>
      (
        await makeOrder(chief, place, {
          priority,
          ...(hours !== null && { plannedEndAt: app.now() + hours * HOUR }),
        })
      ).id
    const lessLate = await made('most_urgent', 3)
    const mostLate = await made('low', 1)
    const late = await made('middle', 2)
    const whenever = await made('most_urgent', null)
    const soon = await made('high', 5)
    const later = await made('high', 9)
    const calm = await made('low', null)
    app.advance(4 * HOUR)
    const worstFirst = [mostLate, late, lessLate, whenever, soon, later, calm]
    const query = `stationId=${place}`
    expect((await list(chief, query)).orders.map(({ id }) => id)).toEqual(worstFirst)
    expect((await list(chief, `${query}&overdue=true`)).orders.map(({ id }) => id)).toEqual(
      worstFirst.slice(0, 3),
    )
    const onPages = async (size: number, moves: boolean): Promise<string[]> => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: List = await list(chief, `${query}&limit=${size}${cursor ? `&cursor=${cursor}` : ''}`)
        seen.push(...page.orders.map(({ id }) => id))
        cursor = page.next
        if (moves && seen.length <= 4) app.advance(2 * HOUR)
      } while (cursor !== null)
      return seen
    }
    for (const size of [1, 2, 3, 6]) expect([size, await onPages(size, false)]).toEqual([size, worstFirst])
    expect(await onPages(2, true)).toEqual(worstFirst)
    expect((await list(chief, query)).orders.map(({ id }) => id)).toEqual([
      mostLate,
      late,
      lessLate,
      soon,
      whenever,
      later,
      calm,
    ])
  })

  it('is sorted by what somebody chose, up and down, page by page without a gap', async () => {
    const place = await stationFor(app, chief)
    const given = [HOUR, 3 * HOUR, null, 2 * HOUR, null]
    for (const due of given) {
      app.advance(MINUTE)
      const order = await makeOrder(chief, place, {
        priority: due === null ? 'low' : 'high',
        ...(due !== null && { plannedEndAt: app.now() + due }),
      })
      if (due === HOUR) await act(chief, order, { no: 1, handlerId: worker.accountId })
    }
    const sorted = async (query: string): Promise<List['orders']> => {
      const seen: List['orders'] = []
      let cursor: string | null = null
      do {
        const page: List = await list(
          chief,
          `stationId=${place}&${query}&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
        )
        seen.push(...page.orders)
        cursor = page.next
      } while (cursor !== null)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(given.length)
      expect(seen).toHaveLength(given.length)
      return seen
    }
    for (const sort of orderSorts)
      for (const order of ['rising', 'falling']) {
        const seen = await sorted(`sort=${sort}&order=${order}`)
        const whole = await list(chief, `stationId=${place}&sort=${sort}&order=${order}`)
        expect(whole.orders.map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
      }
    const initiated = (await sorted('sort=initiated&order=rising')).map((one) => one.initiatedAt)
    expect(initiated).toEqual(initiated.toSorted((one, two) => one - two))
    const dues = (await sorted('sort=due')).map((one) => one.dueAt)
    expect(dues.slice(0, 3)).toEqual(dues.slice(0, 3).toSorted((one, two) => Number(two) - Number(one)))
    expect(dues.slice(3)).toEqual([null, null])
    expect((await sorted('sort=handler'))[0]?.handler).not.toBeNull()
    expect((await sorted('sort=priority'))[0]).toMatchObject({ priority: 'high' })
    const { next } = await list(chief, `stationId=${place}&sort=due&limit=2`)
    for (const other of ['', 'sort=due&order=rising&', 'sort=no&'])
      expect((await chief.request(`GET /api/orders?${other}cursor=${next}`)).status).toBe(400)
    for (const [by, key] of [
      ['due falling', '=x'],
      ['due falling', '1.5'],
      ['no falling', '=\0'],
      ['no falling', '7'],
    ] as const) {
      const forged = Buffer.from(JSON.stringify([by, key, place])).toString('base64url')
      const query = `sort=${by.split(' ')[0]}&cursor=${forged}`
      expect([query, (await chief.request(`GET /api/orders?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('names the inverter that a repair of its station is about', async () => {
    const place = await stationFor(app, chief)
    const inverter = await makeDevice(app.db, app.now(), place, 'inverter')
    const alarm = await makeAlarm(app.db, app.now(), place, { deviceId: inverter.id })
    await makeOrder(chief, place, { aboutAlarmId: alarm.id })
    await makeOrder(chief, place)
    const { orders } = await list(chief, `stationId=${place}`)
    expect(orders.map(({ device, aboutDevice }) => [device, aboutDevice?.sn ?? null])).toEqual(
      expect.arrayContaining([
        [null, inverter.sn],
        [null, null],
      ]),
    )
  })

  it('finds the orders of an alarm', async () => {
    const alarmId = await makeStringAlarm(app, stationId)
    const order = await makeOrder(chief, stationId, {
      type: 'alarm',
      alarms: [{ alarmId, instances: ['1'] }],
    })
    const found = await list(chief, `alarmId=${alarmId}`)
    expect(found.orders.map(({ id }) => id)).toEqual([order.id])
  })
})

describe('whom an order can be given to', () => {
  it('names who repairs first, of those whoever has least to do, and administrators last', async () => {
    const administrator = await makeAccount(app.db, app.now(), {
      role: 'administrator',
      companyId: app.companies.a,
      passwordHash: '-',
    })
    const idle = await makeAccount(app.db, app.now(), {
      role: 'maintainer',
      companyId: app.companies.a,
      passwordHash: '-',
    })
    const order = await makeOrder(chief, stationId)
    await act(chief, order, { no: 1, handlerId: worker.accountId })
    const found = await handlersOf(app.db, stationId, app.now())
    const places = [idle.id, worker.accountId, chief.accountId, administrator.id].map((id) =>
      found.findIndex((one) => one.id === id),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
  })
})

describe('the name of an order', () => {
  it('of a device without an alarm says in each language what is wrong with it, of an inverter, too', async () => {
    const place = await stationFor(app, chief)
    const inverter = await makeDevice(app.db, app.now(), place, 'inverter')
    const silent = { deviceId: inverter.id, reason: 'device_silent' as const }
    const order = await makeOrder(chief, place, { silent })
    const { orders } = await list(chief, `stationId=${place}`)
    expect(orders.find(({ id }) => id === order.id)).toMatchObject({
      device: null,
      names: { en: `Device silent, ${inverter.sn}`, zh_CN: `设备失联 ${inverter.sn}` },
    })
    const other = await stationFor(app, chief)
    const refused = await chief.request('POST /api/orders', { body: newOrder(other, { silent }) })
    expect(refused.status).toBe(404)
  })

  it('that the program gave is in the language of each reader, and is found in both; a name of a person stays', async () => {
    const place = await stationFor(app, chief)
    const alarm = await makeAlarm(app.db, app.now(), place)
    const made = await chief.request('POST /api/orders', {
      body: newOrder(place, { aboutAlarmId: alarm.id }),
      headers: { 'accept-language': 'zh-CN' },
    })
    type Named = OrderSeen & { name: string; names: { en: string; zh_CN: string } | null }
    const order = orderOf(made) as Named
    const { sn } = await app.db
      .selectFrom('device')
      .select('sn')
      .where('id', '=', alarm.deviceId)
      .executeTakeFirstOrThrow()
    expect(order.names?.en).toContain(sn)
    expect(order.names?.zh_CN).toBe(order.name)
    expect(order.names?.en).not.toBe(order.names?.zh_CN)
    for (const text of [order.names?.en, order.names?.zh_CN])
      expect(
        (await list(chief, `stationId=${place}&search=${encodeURIComponent((text ?? '').slice(0, 20))}`))
          .orders,
      ).toHaveLength(1)
    const change = async (name: string, version: number): Promise<Named> =>
      orderOf(
        await chief.request(`PUT /api/orders/${order.id}`, {
          body: { name },
          headers: { 'if-match': `"${version}"` },
        }),
      ) as Named
    // A form that gives back what it was shown has named nothing.
    const kept = await change(order.names?.en ?? '', order.version)
    expect(kept.names).toEqual(order.names)
    expect(await change('Roof of Ann', kept.version)).toMatchObject({ name: 'Roof of Ann', names: null })
  })
})
