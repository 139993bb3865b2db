import { assert, asyncProperty, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import { brandKey } from '#domain/devices/identity.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeDevice, newSerial } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import { hearAlarm } from '../alarms/hear-alarm.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { applyBirth } from './apply-birth.ts'
import { applyInventory } from './apply-inventory.ts'
import type { DeviceDetailView, DeviceRowView } from './present-device.ts'

const app = await testApp()
const { db, context } = app
const now = app.now()
const boot = 'boot-aaaa'
const [mine, theirs] = [await app.asRole('installer', 'a'), await app.asRole('installer', 'b')]

const newGateway = async (company: string = app.companies.a, name = '') => {
  const stationId = await makeStation(db, now, company)
  const gateway = await makeDevice(db, now, stationId, 'gateway', { name })
  await applyBirth(context, gateway.sn, { v: 1, state: 'online', boot, conn: 1, ts: now }, now)
  return { stationId, ...gateway }
}
let rev = 0
let at = now
/** What a gateway names, each time as a newer revision. */
const names = (gateway: { sn: string }, devices: InventoryDevice[]) =>
  applyInventory(context, gateway.sn, { v: 1, boot, rev: (rev += 1), devices }, (at += 1000))
const inverter = (sn: string, brand?: string): InventoryDevice => ({ sn, t: 'inverter', brand })
const inForce = (sn: string) =>
  db
    .selectFrom('device')
    .select(['id', 'no', 'brand', 'gateway_id'])
    .where('sn', '=', sn)
    .where('removed_at', 'is', null)
    .orderBy('no')
    .execute()
const pageOf = async (caller: Caller, id: string) =>
  (await caller.request(`GET /api/devices/${id}`)).body as DeviceDetailView

const hows = async (id: string) => (await pageOf(mine, id)).elsewhere.map(({ how }) => how)

describe('the same serial of two makers', () => {
  it('is two devices, each measured, with alarms and in lists of its own', async () => {
    const [one, other] = [await newGateway(), await newGateway()]
    const sn = newSerial('inverter')
    expect(await names(one, [inverter(sn, 'SMA')])).toMatchObject({ created: 1, quarantined: 0 })
    expect(await names(other, [inverter(sn, 'Deye')])).toMatchObject({ created: 1, quarantined: 0 })
    const rows = await inForce(sn)
    expect(rows.map(({ brand }) => brand)).toEqual(['SMA', 'Deye'])

    for (const [n, gateway] of [one, other].entries()) {
      const sent = message(n + 1, at, [{ ...item(sn, at, { p: 1000 * (n + 1) }), st: 'grid' }])
      await storeReadings(context, [{ gatewaySn: gateway.sn, message: sent }], at)
    }
    const aid = `${sn}:deye.18:1`
    const raised = {
      v: 1,
      boot,
      seq: 5,
      ev: 'raise',
      aid,
      sn,
      code: 'deye.18',
      lvl: 'important',
      ts: at,
    } as const
    expect(await hearAlarm(context, other.sn, raised, at)).toBe('applied')

    const found = await mine.request(`GET /api/devices?search=${sn}&limit=1`)
    const first = found.body as { devices: DeviceRowView[]; next: string }
    const second = (await mine.request(`GET /api/devices?search=${sn}&limit=1&cursor=${first.next}`))
      .body as typeof first
    const listed = [...first.devices, ...second.devices]
    expect(second.next).toBeNull()
    expect(listed.map(({ brand, powerW }) => [brand, powerW]).toSorted()).toEqual([
      ['Deye', 2000],
      ['SMA', 1000],
    ])
    const alarms = await db.selectFrom('alarm').select('device_id').where('code', '=', 'deye.18').execute()
    expect(alarms).toEqual([{ device_id: rows[1]?.id }])

    // Both pages say so, since it may be one device that two gateways call differently.
    expect((await pageOf(mine, one.id)).elsewhere).toMatchObject([
      {
        how: 'two',
        sn,
        brand: 'SMA',
        otherBrand: 'Deye',
        deviceId: rows[0]?.id,
        at: { gatewayId: other.id },
      },
    ])
    expect((await pageOf(mine, other.id)).elsewhere).toMatchObject([
      { how: 'two', sn, brand: 'Deye', otherBrand: 'SMA', deviceId: rows[1]?.id, at: { gatewayId: one.id } },
    ])
  })

  it('of another company is not told', async () => {
    const [own, foreign] = [await newGateway(), await newGateway(app.companies.b)]
    const sn = newSerial('inverter')
    await names(own, [inverter(sn, 'SMA')])
    await names(foreign, [inverter(sn, 'Deye')])
    expect(await inForce(sn)).toHaveLength(2)
    expect([(await pageOf(mine, own.id)).elsewhere, (await pageOf(theirs, foreign.id)).elsewhere]).toEqual([
      [],
      [],
    ])
  })

  it('behind one gateway is the one that was there, and the other is told until it goes', async () => {
    const gateway = await newGateway()
    const sn = newSerial('inverter')
    await names(gateway, [inverter(sn, 'SMA')])
    const [before] = await inForce(sn)
    expect(await names(gateway, [inverter(sn, 'Deye'), inverter(sn, 'SMA')])).toMatchObject({ created: 0 })
    expect(await inForce(sn)).toEqual([before])
    expect((await pageOf(mine, gateway.id)).link?.quarantine).toMatchObject([{ sn, reason: 'same_serial' }])
    await names(gateway, [inverter(sn, 'SMA')])
    expect((await pageOf(mine, gateway.id)).link?.quarantine).toEqual([])
  })

  it('is typed in once: a label says no maker', async () => {
    const gateway = await newGateway()
    const sn = newSerial('inverter')
    await names(gateway, [inverter(sn, 'SMA')])
    const stationId = await makeStation(db, now, app.companies.a)
    const checked = await mine.request(`POST /api/stations/${stationId}/devices/check`, {
      body: { sns: [sn] },
    })
    expect(checked.body).toMatchObject({ checks: [{ code: 'sn_repeat' }] })
    const login = { id: crypto.randomUUID(), sn, name: '', model: '' }
    const asGateway = await mine.request(`POST /api/stations/${stationId}/gateways`, { body: login })
    expect([asGateway.status, asGateway.text.includes('sn_repeat')]).toEqual([409, true])
  })

  it('a gateway has its serial alone, of whatever maker', async () => {
    const [gateway, other] = [await newGateway(), await newGateway()]
    expect(await names(gateway, [inverter(other.sn, 'SMA')])).toMatchObject({ created: 0, quarantined: 1 })
    expect((await pageOf(mine, gateway.id)).link?.quarantine).toMatchObject([{ reason: 'is_gateway' }])
  })
})

describe('a brand that becomes known later', () => {
  it('is taken on by the row that was there, with all it has measured', async () => {
    const gateway = await newGateway()
    const sn = newSerial('inverter')
    await names(gateway, [inverter(sn)])
    const [before] = await inForce(sn)
    const sent = message(1, at, [{ ...item(sn, at, { p: 700 }), st: 'grid' }])
    await storeReadings(context, [{ gatewaySn: gateway.sn, message: sent }], at)
    expect(await names(gateway, [inverter(sn, 'Fronius International')])).toMatchObject({
      created: 0,
      changed: true,
    })
    expect(await inForce(sn)).toEqual([{ ...before, brand: 'Fronius International' }])
    expect(await names(gateway, [inverter(sn, 'FRONIUS')])).toMatchObject({ created: 0, quarantined: 0 })
    expect(await names(gateway, [inverter(sn)])).toMatchObject({ created: 0, changed: false })
    expect(await inForce(sn)).toEqual([{ ...before, brand: 'FRONIUS' }])
    expect((await pageOf(mine, before?.id ?? '')).latest).toMatchObject({ powerW: 700 })
  })

  it('frees the same serial of another maker, which waited behind its gateway', async () => {
    const [old, other] = [await newGateway(), await newGateway()]
    const sn = newSerial('inverter')
    await names(old, [inverter(sn)])
    expect(await names(other, [inverter(sn, 'Deye')])).toMatchObject({ created: 0, quarantined: 1 })
    await names(old, [inverter(sn, 'SMA')])
    expect(await names(other, [inverter(sn, 'Deye')])).toMatchObject({ created: 1, quarantined: 0 })
    expect((await pageOf(mine, other.id)).link?.quarantine).toEqual([])
  })

  it('is kept back while another gateway has the device of that brand, and both are told', async () => {
    const [holder, gateway] = [await newGateway(), await newGateway()]
    const sn = newSerial('inverter')
    await names(holder, [inverter(sn, 'SMA')])
    await names(gateway, [inverter(sn, 'Deye')])
    const before = await inForce(sn)
    await names(gateway, [inverter(sn, 'SMA')])
    expect(await inForce(sn)).toEqual(before)
    expect([await hows(holder.id), await hows(gateway.id)]).toEqual([
      ['ours', 'two'],
      ['theirs', 'two'],
    ])
  })
})

/** A device that both name; the second one's gateway has a name. */
const twice = async (company = app.companies.a) => {
  const [holder, other] = [await newGateway(), await newGateway(company, 'Roof east')]
  const sn = newSerial('inverter')
  await names(holder, [inverter(sn, 'SMA')])
  await names(other, [inverter(sn, 'SMA Solar')])
  return { holder, other, sn }
}

describe('one device behind two gateways', () => {
  it('is told to both pages, also after readings of it have come, and stays with the one that has it', async () => {
    const { holder, other, sn } = await twice()
    const sent = message(1, at, [{ ...item(sn, at, { p: 900 }), st: 'grid' }])
    await storeReadings(context, [{ gatewaySn: other.sn, message: sent }], at)
    const [row] = await inForce(sn)
    expect(row?.gateway_id).toBe(holder.id)
    expect((await pageOf(mine, holder.id)).elsewhere).toMatchObject([
      {
        how: 'ours',
        sn,
        deviceId: row?.id,
        otherBrand: 'SMA Solar',
        at: { gatewayId: other.id, gateway: 'Roof east' },
      },
    ])
    expect(await pageOf(mine, other.id)).toMatchObject({
      elsewhere: [{ how: 'theirs', sn, deviceId: null, at: { gatewayId: holder.id, gateway: holder.sn } }],
      link: { quarantine: [{ sn, reason: 'other_gateway', readings: 1 }] },
    })
    expect((await pageOf(mine, row?.id ?? '')).latest).toBeNull()
  })

  it('is over when one of them names it no more', async () => {
    const { holder, other } = await twice()
    await names(other, [])
    expect((await pageOf(mine, holder.id)).elsewhere).toEqual([])
    expect((await pageOf(mine, other.id)).elsewhere).toEqual([])
  })

  it('open pages of both stations hear of it once', async () => {
    const [holder, other] = [await newGateway(), await newGateway()]
    const sn = newSerial('inverter')
    await names(holder, [inverter(sn, 'SMA')])
    const heard: string[] = []
    const stop = context.changeEvents.listen((one) => {
      if (one.type === 'changed' && one.what === 'devices') heard.push(one.stationId)
    })
    await names(other, [inverter(sn, 'SMA')])
    await names(other, [inverter(sn, 'SMA')])
    stop()
    expect(heard.toSorted()).toEqual([holder.stationId, other.stationId].toSorted())
  })

  it('Z1: of which one stands in another company is known elsewhere, without a word of where or when', async () => {
    const { holder, other, sn } = await twice(app.companies.b)
    const [own, foreign] = [await pageOf(mine, holder.id), await pageOf(theirs, other.id)]
    const nowhere = { sn, at: null, otherBrand: null, lastAt: null }
    expect(own.elsewhere).toMatchObject([{ how: 'ours', ...nowhere }])
    expect(foreign.elsewhere).toMatchObject([{ how: 'theirs', deviceId: null, ...nowhere }])
    const said = [JSON.stringify(own), JSON.stringify(foreign)]
    for (const secret of [other.id, other.sn, other.stationId, 'Roof east', 'SMA Solar'])
      expect([secret, said[0]?.includes(secret)]).toEqual([secret, false])
    for (const secret of [holder.id, holder.sn, holder.stationId])
      expect([secret, said[1]?.includes(secret)]).toEqual([secret, false])
  })
})

it('the database compares brands as the domain does', async () => {
  const stationId = await makeStation(db, now, app.companies.a)
  const { id } = await makeDevice(db, now, stationId, 'inverter')
  await assert(
    asyncProperty(string({ unit: 'binary' }), async (text) => {
      const brand = text.replaceAll('\0', '').toWellFormed()
      const row = await db
        .updateTable('device')
        .set({ brand })
        .where('id', '=', id)
        .returning('brand_key')
        .executeTakeFirstOrThrow()
      expect(row.brand_key).toBe(brandKey(brand))
    }),
    { numRuns: 300, examples: [['SMA Solar'], [' Power-One'], ['ÉNERGIE'], ["O'Neil & (Co.)"]] },
  )
})
