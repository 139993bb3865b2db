// What is full is refused with a sentence; what a list leaves out it says. The bounds are those of the contract, so that every answer here is held against them, too.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { SHARES_MAX } from '#domain/accounts/limits.ts'
import { ITEMS_SHOWN } from '#domain/alarms/limits.ts'
import { AREAS_OF_STATION, DEVICES_OF_GATEWAY, DEVICES_OF_STATION } from '#domain/devices/limits.ts'
import { WEBHOOKS_MAX } from '#domain/messages/limits.ts'
import { CHECK_INS_SHOWN, PAST_PRICES_MAX, STATIONS_SHOWN } from '#domain/stations/limits.ts'
import { SPANS_SHOWN } from '#domain/telemetry/limits.ts'
import { FLOW_SHOWN, HANDLERS_SHOWN, INSTANCES_MAX } from '#domain/work-orders/limits.ts'
import { type Reply, testApp } from './app.ts'
import { testPassword } from './factories/accounts.ts'
import { makeAlarm } from './factories/alarms.ts'
import { makeDevice, setLatest } from './factories/devices.ts'
import { makeStation } from './factories/stations.ts'
import { makeOrder } from './factories/work-orders.ts'

const app = await testApp()
const { db, owner: pool } = app
const company = app.companies.a
const installer = await app.newCaller('installer', 'a')
const administrator = await app.asRole('administrator')
const now = new Date(app.now())

const codeOf = ({ body }: Reply): string | undefined =>
  (body as { error?: { code: string } } | null)?.error?.code
const read = async <T>(path: string): Promise<T> => {
  const reply = await installer.request(`GET ${path}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as T
}
const newStation = (): Promise<string> =>
  makeStation(db, app.now(), company, { ownerAccountId: installer.accountId })

const price = (currency: string) => ({ tariff: { perKwh: 0.7, currency, source: '' } })

/** So many people of nobody's company, or of this one. */
const makePeople = async (count: number, role: 'owner' | 'maintainer', companyId: string | null) =>
  (
    await pool.query<{ id: string }>(
      `INSERT INTO account (id, account, account_key, name, password_hash, role, company_id, created_at)
       SELECT gen_random_uuid(), n, n, 'Many ' || n, $2, $3, $4, $5
         FROM (SELECT $6 || '-' || no AS n FROM generate_series(1, $1::int) AS no) AS many RETURNING id`,
      [count, app.passwordHash, role, companyId, now, randomUUID()],
    )
  ).rows.map(({ id }) => id)

const makeDevices = async (
  stationId: string,
  count: number,
  given: { kind: 'optimizer' | 'gateway'; gatewayId?: string },
): Promise<void> => {
  await pool.query(
    `INSERT INTO device (id, station_id, kind, sn, sn_key, gateway_id, created_at)
     SELECT gen_random_uuid(), $1, $2, sn, sn, $3, $4
       FROM (SELECT upper(left(md5($5 || no), 12)) || 'A1' AS sn FROM generate_series(1, $6::int) AS no) AS many`,
    [stationId, given.kind, given.gatewayId ?? null, now, randomUUID(), count],
  )
}

describe('what is full says so, and is changed by nobody', () => {
  it('devices of a gateway and of a station', async () => {
    const stationId = await newStation()
    const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
    await makeDevices(stationId, DEVICES_OF_GATEWAY - 1, { kind: 'optimizer', gatewayId: gateway.id })
    const add = async (gatewayId: string | null) => {
      const one = { kind: 'inverter', brand: '', model: '', name: '', parentId: null, stringNo: null }
      const sn = `FULL${randomUUID().slice(0, 8).toUpperCase()}9`
      const devices = [{ ...one, id: randomUUID(), sn, gatewayId, position: null }]
      const reply = await installer.request(`POST /api/stations/${stationId}/devices`, { body: { devices } })
      const { added, refused } = reply.body as { added: object[]; refused: { code: string }[] }
      return [added.length, refused.map(({ code }) => code)]
    }
    expect(await add(gateway.id)).toEqual([1, []])
    expect(await add(gateway.id)).toEqual([0, ['devices_full']])
    await makeDevices(stationId, DEVICES_OF_STATION - DEVICES_OF_GATEWAY - 2, { kind: 'optimizer' })
    expect(await add(null)).toEqual([1, []])
    expect(await add(null)).toEqual([0, ['devices_full']])
    const body = { id: randomUUID(), sn: 'GWFULL000001', name: '', model: '' }
    const refused = await installer.request(`POST /api/stations/${stationId}/gateways`, { body })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'devices_full'])
    const other = await newStation()
    const moving = await makeDevice(db, app.now(), other, 'gateway')
    await installer.request('POST /api/session/confirm', { body: { password: testPassword } })
    const moved = await installer.request(`POST /api/devices/${moving.id}/transfer`, { body: { stationId } })
    expect([moved.status, codeOf(moved)]).toEqual([409, 'devices_full'])
  })

  it('areas of a station', async () => {
    const stationId = await newStation()
    await pool.query(
      `INSERT INTO array_area (id, station_id, name, row_count, col_count, created_at)
       SELECT gen_random_uuid(), $1, 'South', 1, 1, $2 FROM generate_series(1, $3::int)`,
      [stationId, now, AREAS_OF_STATION - 1],
    )
    const add = () =>
      installer.request(`POST /api/stations/${stationId}/areas`, {
        body: {
          id: randomUUID(),
          name: 'South',
          rows: 1,
          cols: 1,
          portrait: true,
          tiltDeg: null,
          azimuthDeg: null,
          x: 0,
          y: 0,
        },
      })
    expect((await add()).status).toBe(201)
    expect(codeOf(await add())).toBe('array_full')
    const { areas } = await read<{ areas: object[] }>(`/api/stations/${stationId}/array`)
    expect(areas).toHaveLength(AREAS_OF_STATION)
  })

  it('shares of a station', async () => {
    const owner = await app.newCaller('owner', 'a')
    const stationId = await makeStation(db, app.now(), company, { ownerAccountId: owner.accountId })
    const friend = await app.newCaller('owner', 'b')
    const { account } = await db
      .selectFrom('account')
      .select('account')
      .where('id', '=', friend.accountId)
      .executeTakeFirstOrThrow()
    const people = await makePeople(SHARES_MAX - 1, 'owner', null)
    await pool.query(
      `INSERT INTO station_share (station_id, account_id, rights, granted_at) SELECT $1, p, 'view', $2 FROM unnest($3::uuid[]) AS p`,
      [stationId, now, people],
    )
    await owner.request('POST /api/session/confirm', { body: { password: testPassword } })
    const share = (to: string) =>
      owner.request(`POST /api/stations/${stationId}/shares`, {
        body: { account: to, rights: 'view', untilAt: null },
      })
    expect((await share(account)).status).toBe(201)
    const another = await app.newCaller('owner', 'b')
    const name = await db
      .selectFrom('account')
      .select('account')
      .where('id', '=', another.accountId)
      .executeTakeFirstOrThrow()
    expect(codeOf(await share(name.account))).toBe('shares_full')
    // One that is there is changed all the same.
    expect((await share(account)).status).toBe(201)
    const { body } = await owner.request(`GET /api/stations/${stationId}/shares`)
    expect((body as { shares: object[] }).shares).toHaveLength(SHARES_MAX)
  })

  it('addresses that a company has told', async () => {
    const add = () =>
      administrator.request('POST /api/webhooks', {
        body: {
          url: 'https://hooks.example.com/x',
          secret: 'a-secret-that-is-long-enough-for-it',
          events: ['alarm.raised'],
          companyId: company,
        },
      })
    const statuses: number[] = []
    for (let n = 0; n < WEBHOOKS_MAX; n += 1) statuses.push((await add()).status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(codeOf(await add())).toBe('webhooks_full')
    const { body } = await administrator.request('GET /api/webhooks')
    expect((body as { total: number }).total).toBe(WEBHOOKS_MAX)
  })

  it('past prices of a station, and a currency that there is not', async () => {
    const stationId = await newStation()
    const before = await read<{ station: Record<string, unknown> }>(`/api/stations/${stationId}`)
    const { station } = before
    await pool.query(
      `INSERT INTO past_price (station_id, until_day, per_kwh, currency)
       SELECT $1, '2000-01-01'::date + no, 0.1 + no / 10000.0, 'CNY' FROM generate_series(1, $2::int) AS no`,
      [stationId, PAST_PRICES_MAX],
    )
    const unseen = [
      'id',
      'code',
      'companyName',
      'ownerAccountName',
      'capacityW',
      'createdAt',
      'deletedAt',
      'version',
    ]
    const input = Object.fromEntries(Object.entries(station).filter(([name]) => !unseen.includes(name)))
    const save = (more: object) =>
      installer.request(`PUT /api/stations/${stationId}`, {
        body: { ...input, ...more },
        headers: { 'if-match': `"${String(station['version'])}"` },
      })
    expect(codeOf(await save(price('QQQ')))).toBe('currency_format')
    expect(codeOf(await save(price('CNY')))).toBe('prices_full')
    const { pastPrices } = await read<{ pastPrices: object[] }>(`/api/stations/${stationId}`)
    expect(pastPrices).toHaveLength(PAST_PRICES_MAX)
  })
})

describe('what a list leaves out it says', () => {
  it('people on site, whoever asks among them', async () => {
    const stationId = await newStation()
    const people = await makePeople(CHECK_INS_SHOWN + 3, 'maintainer', company)
    await pool.query(
      `INSERT INTO check_in (id, station_id, account_id, began_at, until_at)
       SELECT gen_random_uuid(), $1, p, $2, $3 FROM unnest($4::uuid[]) AS p`,
      [stationId, new Date(app.now() - 60_000), new Date(app.now() + 3_600_000), people],
    )
    expect((await installer.request(`POST /api/stations/${stationId}/check-in`, { body: {} })).status).toBe(
      201,
    )
    const found = await read<{ checkIns: { mine: boolean }[]; total: number }>(
      `/api/stations/${stationId}/check-ins`,
    )
    expect([found.checkIns.length, found.total]).toEqual([CHECK_INS_SHOWN, CHECK_INS_SHOWN + 4])
    expect(found.checkIns.filter(({ mine }) => mine)).toHaveLength(1)
    const device = await makeDevice(db, app.now(), stationId, 'inverter')
    const body = { act: { op: 'restart' }, deviceIds: [device.id] }
    const preview = await installer.request(`POST /api/stations/${stationId}/control/preview`, { body })
    expect(preview.body).toMatchObject({ workTotal: CHECK_INS_SHOWN + 3 })
  })

  it('whom an order can be given to, of whom the others are found by name', async () => {
    const stationId = await newStation()
    await makePeople(HANDLERS_SHOWN + 5, 'maintainer', company)
    const late = await app.newCaller('maintainer', 'a')
    await db.updateTable('account').set({ name: 'Zz Last' }).where('id', '=', late.accountId).execute()
    type Answer = { handlers: { id: string }[]; total: number }
    const some = await read<Answer>(`/api/stations/${stationId}/handlers`)
    expect(some.handlers).toHaveLength(HANDLERS_SHOWN)
    expect(some.total).toBeGreaterThan(HANDLERS_SHOWN + 5)
    expect(some.handlers.map(({ id }) => id)).not.toContain(late.accountId)
    const found = await read<Answer>(`/api/stations/${stationId}/handlers?search=Zz`)
    expect([found.handlers.map(({ id }) => id), found.total]).toEqual([[late.accountId], 1])
  })

  it('records of an order, of which first and report stay', async () => {
    const stationId = await newStation()
    const { id } = await makeOrder(installer, stationId)
    await pool.query(
      `INSERT INTO order_flow (order_id, note, at, account_id, to_status, text, told)
       SELECT $1, 'changed', $2, $3, 'dispatching', no::text, true FROM generate_series(1, $4::int) AS no`,
      [id, now, installer.accountId, FLOW_SHOWN + 2],
    )
    type Flow = { seq: number; text: string }[]
    const { order } = await read<{ order: { flow: Flow; flowTotal: number; description: string } }>(
      `/api/orders/${id}`,
    )
    expect([order.flow.length, order.flowTotal]).toEqual([FLOW_SHOWN, FLOW_SHOWN + 3])
    expect([order.flow[0], order.flow.at(-1)]).toMatchObject([
      { seq: 4, text: '3' },
      { seq: FLOW_SHOWN + 3, text: String(FLOW_SHOWN + 2) },
    ])
    const alone = await read<{ flow: Flow; total: number }>(`/api/orders/${id}/flow`)
    expect([alone.flow, alone.total]).toEqual([order.flow, order.flowTotal])
  })

  it('instances of an alarm; an order takes those heard of last', async () => {
    const stationId = await newStation()
    const alarm = await makeAlarm(db, app.now(), stationId, { code: '2062' })
    await pool.query(
      `INSERT INTO alarm_item (alarm_id, instance, first_at, last_at, count, readings)
       SELECT $1, 'x' || no, $2, $2::timestamptz - no * interval '1 minute', 1, '{}' FROM generate_series(1, $3::int) AS no`,
      [alarm.id, now, ITEMS_SHOWN + 1],
    )
    const { alarm: told } = await read<{ alarm: { items: object[]; itemsTotal: number } }>(
      `/api/alarms/${alarm.id}`,
    )
    expect([told.items.length, told.itemsTotal]).toEqual([ITEMS_SHOWN, ITEMS_SHOWN + 2])
    const { alarms } = await read<{ alarms: { instances: string[] }[] }>(
      `/api/orders/check?alarmIds=${alarm.id}`,
    )
    expect(alarms[0]?.instances).toHaveLength(INSTANCES_MAX)
    expect(alarms[0]?.instances).toContain('x1')
    expect(alarms[0]?.instances).not.toContain(`x${String(INSTANCES_MAX)}`)
  })

  it('gateways with their checks, page by page', async () => {
    const stationId = await newStation()
    await makeDevices(stationId, PAGE_MAX + 7, { kind: 'gateway' })
    type Answer = { gateways: { id: string }[]; total: number; next: string | null }
    const path = `/api/stations/${stationId}/commissioning`
    const first = await read<Answer>(path)
    const rest = await read<Answer>(`${path}?cursor=${first.next ?? ''}`)
    expect([first.gateways.length, first.total]).toEqual([PAGE_MAX, PAGE_MAX + 7])
    expect([rest.gateways.length, rest.total, rest.next]).toEqual([7, PAGE_MAX + 7, null])
    expect(new Set([...first.gateways, ...rest.gateways].map(({ id }) => id)).size).toBe(PAGE_MAX + 7)
  })

  it('energy that is known only for a stretch, which the total counts', async () => {
    const stationId = await newStation()
    const { no, id } = await makeDevice(db, app.now(), stationId, 'inverter')
    await pool.query(
      `INSERT INTO energy_span (device_no, from_ts, to_ts, from_day, to_day, wh)
       SELECT $1, first + n * interval '1 second', last, first, last, 1
         FROM (SELECT n, '2025-03-31'::date - n % 11 AS first, '2025-04-01'::date + n / 11 AS last
                 FROM generate_series(1, $2::int) AS n) AS days`,
      [no, SPANS_SHOWN + 9],
    )
    type Bars = { spans: { fromDay: string }[]; spansTotal: number; totalWh: number }
    for (const path of [`/api/stations/${stationId}/energy`, `/api/devices/${id}/energy`]) {
      const { spans, spansTotal, totalWh } = await read<Bars>(`${path}?period=year&of=2025`)
      expect([spans.length, spansTotal, totalWh]).toEqual([SPANS_SHOWN, SPANS_SHOWN + 9, SPANS_SHOWN + 9])
    }
  })

  it('stations that stand still on purpose', async () => {
    const many = await app.newCaller('administrator', 'a')
    const stations = STATIONS_SHOWN + 2
    for (let n = 0; n < stations; n += 1) {
      const stationId = await newStation()
      const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
      const { id, no } = await makeDevice(db, app.now(), stationId, 'inverter', { gatewayId: gateway.id })
      await setLatest(db, no, { ts: app.now(), state: 'grid_connected', p: 10 })
      const commandId = randomUUID()
      await pool.query(
        `INSERT INTO command (id, station_id, gateway_id, op, args, state, created_at, expires_at)
         VALUES ($1, $2, $3, 'limit', '{}', 'verified', $4, $4)`,
        [commandId, stationId, gateway.id, now],
      )
      await pool.query(
        `INSERT INTO power_limit (command_id, device_id, gateway_id, station_id, pct, reversion, asked_at, set_at, ends_at)
         VALUES ($1, $2, $3, $4, 50, 'server', $5, $5, $6)`,
        [commandId, id, gateway.id, stationId, now, new Date(app.now() + 3_600_000)],
      )
    }
    const { body } = await many.request('GET /api/attention')
    const { limited, limitedTotal } = body as { limited: object[]; limitedTotal: number }
    expect([limited.length, limitedTotal]).toEqual([STATIONS_SHOWN, stations])
    const troubles = await many.request('GET /api/troubles')
    expect(troubles.body).toMatchObject({ limitedTotal: stations, switchedOffTotal: 0 })
  })
})
