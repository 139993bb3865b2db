import { describe, expect, it } from 'vitest'
import type { Inventory, InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { Birth } from '#contract/mqtt/status.ts'
import { createNotice } from '#server/platform/notice.ts'
import type { ChangeEvent } from '#server/events.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeDevice, newSerial } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { applyBirth } from './apply-birth.ts'
import { applyConfigAck } from './apply-config-ack.ts'
import { applyInventory } from './apply-inventory.ts'
import { applyWill } from './apply-will.ts'
import { desiredSettings, linkOf } from './device-store.ts'

const { db, pool } = await testDatabase()
const changeEvents = createNotice<ChangeEvent>()
const context = makeContext({ db, pool, changeEvents, log: createLog('silent'), clock: () => now })
const heard: ChangeEvent[] = []
changeEvents.listen((one) => void heard.push(one))
const now = Date.UTC(2026, 5, 21, 4)
const company = await makeCompany(db, now)
const rival = await makeCompany(db, now)

const newGateway = async (companyId = company) => {
  const stationId = await makeStation(db, now, companyId)
  return { stationId, ...(await makeDevice(db, now, stationId, 'gateway')) }
}
const birth = (given: Partial<Birth> = {}): Birth => ({
  v: 1,
  state: 'online',
  boot: 'boot-aaaa',
  conn: 1,
  ts: now,
  ...given,
})
const inventory = (devices: InventoryDevice[], given: Partial<Inventory> = {}): Inventory => ({
  v: 1,
  boot: 'boot-aaaa',
  rev: 1,
  devices,
  ...given,
})
const rowOf = async (sn: string) =>
  db
    .selectFrom('device')
    .selectAll()
    .where('sn', '=', sn)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
const strangersOf = async (gatewayId: string) =>
  db
    .selectFrom('quarantine')
    .select(['sn', 'reason', 'readings'])
    .where('gateway_id', '=', gatewayId)
    .orderBy('sn')
    .execute()

describe('numbers as large as the contract allows', () => {
  it('D12: are taken, so that a gateway that counts in milliseconds is not asked for the same again for ever', async () => {
    const gateway = await newGateway()
    const last = { boot: 'boot-bbbb', conn: 4_294_967_295 }
    const said = birth({ ...last, queue: Number.MAX_SAFE_INTEGER })
    expect(await applyBirth(context, gateway.sn, said, now)).toBe(true)
    const of = (rev: number, sn: string) =>
      applyInventory(context, gateway.sn, inventory([{ sn, t: 'inverter' }], { boot: last.boot, rev }), now)
    expect(await of(now, newSerial('inverter'))).toMatchObject({ created: 1 })
    expect(await of(now + 60_000, newSerial('inverter'))).toMatchObject({ created: 1, missing: 1 })
    expect(await applyWill(context, gateway.sn, { v: 1, state: 'offline', ...last }, now + 1)).toBe(true)
  })
})

describe('a birth', () => {
  it('says what the gateway is and how it is connected, and activates nothing', async () => {
    const gateway = await newGateway()
    const net = { mode: '4g', sim: '8986001', csq: 21 }
    const said = birth({
      ts: now - 3000,
      model: 'EMU-2',
      sw: '2.1.7',
      hw: 'B',
      soc: '1.4',
      net,
      report_s: 300,
      queue: 7,
    })
    expect(await applyBirth(context, gateway.sn, said, now, 'sun.example:8883')).toBe(true)
    expect(await rowOf(gateway.sn)).toMatchObject({
      model: 'EMU-2',
      sw: '2.1.7',
      hw: 'B',
      soc_version: '1.4',
      sim: '8986001',
      net_mode: '4g',
      report_server: 'sun.example:8883',
      activated_at: null,
      version: 1,
    })
    expect(await linkOf(db, gateway.id)).toMatchObject({
      boot: 'boot-aaaa',
      conn: 1,
      connected: true,
      birth_at: now,
      csq: 21,
      queue: 7,
      clock_offset_ms: -3000,
      report_s: 300,
    })
    expect(heard.at(-1)).toEqual({ type: 'device', stationId: gateway.stationId, deviceId: gateway.id })
  })

  it('keeps what a shorter one does not say, and takes 99 as no signal known', async () => {
    const gateway = await newGateway()
    await applyBirth(context, gateway.sn, birth({ sw: '2.1.7', hw: 'B' }), now)
    await applyBirth(context, gateway.sn, birth({ conn: 2, sw: '2.1.8', net: { csq: 99 } }), now + 1000)
    expect(await rowOf(gateway.sn)).toMatchObject({ sw: '2.1.8', hw: 'B' })
    expect(await linkOf(db, gateway.id)).toMatchObject({ conn: 2, csq: null, birth_at: now + 1000 })
  })

  it('is refused from nobody, and an older connection changes nothing', async () => {
    const gateway = await newGateway()
    expect(await applyBirth(context, 'GW99999999', birth(), now)).toBe(false)
    await applyBirth(context, gateway.sn, birth({ conn: 5 }), now)
    expect(await applyBirth(context, gateway.sn, birth({ conn: 4, sw: 'old' }), now)).toBe(false)
    expect(await linkOf(db, gateway.id)).toMatchObject({ conn: 5 })
  })

  it("is answered with the station's reporting time, and the gateway's word for it is kept", async () => {
    const gateway = await newGateway()
    expect(await desiredSettings(db, gateway.sn)).toEqual({ report_s: 300 })
    expect(await desiredSettings(db, 'GW99999999')).toBeNull()
    expect(await applyConfigAck(context, gateway.sn, { v: 1, rev: 1, ok: false, report_s: 60 })).toBe(false)
    expect(await applyConfigAck(context, gateway.sn, { v: 1, rev: 1, ok: true, report_s: 300 })).toBe(true)
    expect(await linkOf(db, gateway.id)).toMatchObject({ report_s: 300 })
  })
})

describe('a will', () => {
  it('ends the connection in force only', async () => {
    const gateway = await newGateway()
    const will = { v: 1, state: 'offline', boot: 'boot-aaaa', conn: 1, reason: 'lwt' } as const
    expect(await applyWill(context, gateway.sn, will, now)).toBe(false)
    await applyBirth(context, gateway.sn, birth({ conn: 2 }), now)
    expect(await applyWill(context, gateway.sn, will, now + 1)).toBe(false)
    expect(await applyWill(context, gateway.sn, { ...will, boot: 'boot-bbbb', conn: 2 }, now + 1)).toBe(false)
    expect(await linkOf(db, gateway.id)).toMatchObject({ connected: true, gone_at: null })
    expect(await applyWill(context, gateway.sn, { ...will, conn: 2 }, now + 2)).toBe(true)
    expect(await applyWill(context, gateway.sn, { ...will, conn: 2 }, now + 3)).toBe(false)
    expect(await linkOf(db, gateway.id)).toMatchObject({ connected: false, gone_at: now + 2 })
  })
})

describe('an inventory', () => {
  const inverterSn = newSerial('inverter')
  const optimizerSn = newSerial('optimizer')
  const devices: InventoryDevice[] = [
    { sn: optimizerSn, t: 'optimizer', parent: inverterSn, string: 1, pos: 7, sw: '1.0.9' },
    { sn: inverterSn, t: 'inverter', brand: 'SolarEdge', model: 'SE17K', sw: '4.21', mppt: 2 },
  ]

  it('makes the children, in any order, with what the list of models knows of them', async () => {
    const gateway = await newGateway()
    await applyBirth(context, gateway.sn, birth(), now)
    const outcome = await applyInventory(context, gateway.sn, inventory(devices), now)
    expect(outcome).toMatchObject({ stationId: gateway.stationId, created: 2, missing: 0, quarantined: 0 })
    const inverter = await rowOf(inverterSn)
    expect(inverter).toMatchObject({
      kind: 'inverter',
      station_id: gateway.stationId,
      gateway_id: gateway.id,
      reported_by_gateway: true,
      model: 'SE17K',
      rated_w: 17_000,
      mppt_count: 2,
      string_count: 4,
      activated_at: null,
    })
    const place = { parent_id: inverter.id, string_no: 1, position: 7, sw: '1.0.9' }
    expect(await rowOf(optimizerSn)).toMatchObject(place)

    heard.length = 0
    expect(await applyInventory(context, gateway.sn, inventory(devices), now + 1)).toMatchObject({
      changed: false,
    })
    expect(heard).toEqual([])

    const changed = inventory([{ sn: inverterSn, t: 'inverter', sw: '4.22' }], { rev: 2 })
    expect(await applyInventory(context, gateway.sn, changed, now + 2)).toMatchObject({
      missing: 1,
      changed: true,
    })
    expect(await rowOf(inverterSn)).toMatchObject({ sw: '4.22', model: 'SE17K', missing_since: null })
    expect(await rowOf(optimizerSn)).toMatchObject({ ...place, missing_since: now + 2 })
    expect(heard).toEqual([{ type: 'changed', stationId: gateway.stationId, what: 'devices' }])

    expect(await applyInventory(context, gateway.sn, inventory(devices), now + 3)).toBeNull()
    const back = inventory(devices, { rev: 3 })
    expect(await applyInventory(context, gateway.sn, back, now + 4)).toMatchObject({
      created: 0,
      changed: true,
    })
    expect(await rowOf(optimizerSn)).toMatchObject({ missing_since: null })
  })

  it('computes the energy of an inverter anew when its rated power is another', async () => {
    const gateway = await newGateway()
    const sn = newSerial('inverter')
    const told = (rated_w: number, rev: number) =>
      applyInventory(context, gateway.sn, inventory([{ sn, t: 'inverter', rated_w }], { rev }), now)
    await applyBirth(context, gateway.sn, birth(), now)
    await told(27.6, 1)
    const { no } = await rowOf(sn)
    const due = () => db.selectFrom('energy_due').select('marked').where('device_no', '=', no).execute()
    await db.updateTable('device').set({ shown_w: 26_000 }).where('no', '=', no).execute()
    await told(27.6, 2)
    expect([(await rowOf(sn)).shown_w, await due()]).toEqual([26_000, []])
    await told(27_600, 3)
    expect([(await rowOf(sn)).shown_w, await due()]).toEqual([null, [{ marked: 1 }]])
  })

  it('counts revisions anew after a new boot', async () => {
    const gateway = await newGateway()
    const sn = newSerial('inverter')
    await applyBirth(context, gateway.sn, birth(), now)
    await applyInventory(context, gateway.sn, inventory([], { rev: 9 }), now)
    await applyBirth(context, gateway.sn, birth({ boot: 'boot-bbbb' }), now)
    const after = inventory([{ sn, t: 'inverter' }], { boot: 'boot-bbbb', rev: 1 })
    expect(await applyInventory(context, gateway.sn, after, now)).toMatchObject({ created: 1 })
  })

  it('D4: does not take what another gateway reported; it is quarantined', async () => {
    const [honest, liar] = [await newGateway(), await newGateway(rival)]
    const sn = newSerial('inverter')
    await applyInventory(context, honest.sn, inventory([{ sn, t: 'inverter' }]), now)
    const before = await rowOf(sn)
    const told: InventoryDevice[] = [
      { sn, t: 'inverter', model: 'STOLEN' },
      { sn: honest.sn, t: 'inverter' },
      { sn: 'A+BC', t: 'optimizer' },
    ]
    expect(await applyInventory(context, liar.sn, inventory(told), now)).toMatchObject({
      created: 0,
      quarantined: 3,
    })
    expect(await rowOf(sn)).toEqual(before)
    expect(await strangersOf(liar.id)).toEqual(
      [
        { sn: 'A+BC', reason: 'serial', readings: 0 },
        { sn: honest.sn, reason: 'is_gateway', readings: 0 },
        { sn, reason: 'other_gateway', readings: 0 },
      ].sort((a, b) => (a.sn < b.sn ? -1 : 1)),
    )
    await applyInventory(context, honest.sn, inventory([], { rev: 2 }), now)
    const again = inventory(told, { rev: 2 })
    expect(await applyInventory(context, liar.sn, again, now)).toMatchObject({ created: 0, quarantined: 3 })
    expect((await rowOf(sn)).gateway_id).toBe(honest.id)
  })

  it('D4: fills the quarantine with at most 200 serials of one gateway', async () => {
    const gateway = await newGateway()
    const lies = Array.from({ length: 300 }, (_, n): InventoryDevice => ({ sn: `+X${n}`, t: 'optimizer' }))
    await applyInventory(context, gateway.sn, inventory(lies), now)
    expect(await strangersOf(gateway.id)).toHaveLength(200)
  })

  it('D4: wins over a serial that somebody only typed in, whose row gives way', async () => {
    const [gateway, elsewhere] = [await newGateway(), await newGateway(rival)]
    const sn = newSerial('inverter')
    const typed = await makeDevice(db, now, elsewhere.stationId, 'inverter', { sn, name: 'Squat' })
    const own = newSerial('optimizer')
    const prepared = await makeDevice(db, now, gateway.stationId, 'optimizer', { sn: own, name: 'Mine' })
    const told = inventory([
      { sn, t: 'inverter' },
      { sn: own, t: 'optimizer', parent: sn },
    ])
    expect(await applyInventory(context, gateway.sn, told, now)).toMatchObject({ created: 1, quarantined: 0 })
    const inverter = await rowOf(sn)
    expect(inverter).toMatchObject({ station_id: gateway.stationId, name: '' })
    expect(inverter.id).not.toBe(typed.id)
    expect(await rowOf(own)).toMatchObject({ id: prepared.id, name: 'Mine', parent_id: inverter.id })
    const gone = await db
      .selectFrom('device')
      .selectAll()
      .where('id', '=', typed.id)
      .executeTakeFirstOrThrow()
    expect(gone).toMatchObject({ removed_at: now, station_id: elsewhere.stationId })
  })

  it('lets two gateways that report the same new serial at once end with one owner', async () => {
    for (let round = 0; round < 10; round++) {
      const gateways = [await newGateway(), await newGateway(rival)]
      const sn = newSerial('inverter')
      const outcomes = await Promise.all(
        gateways.map((gateway) =>
          applyInventory(context, gateway.sn, inventory([{ sn, t: 'inverter' }]), now),
        ),
      )
      expect(outcomes.map((outcome) => [outcome?.created, outcome?.quarantined]).sort()).toEqual([
        [0, 1],
        [1, 0],
      ])
    }
  })

  it('frees a serial from quarantine when it has become a child', async () => {
    const gateway = await newGateway()
    const sn = newSerial('inverter')
    await db
      .insertInto('quarantine')
      .values({
        gateway_id: gateway.id,
        sn_key: sn,
        sn,
        reason: 'unknown',
        first_at: new Date(now),
        last_at: new Date(now),
      })
      .execute()
    await applyInventory(context, gateway.sn, inventory([{ sn, t: 'inverter' }]), now)
    expect(await strangersOf(gateway.id)).toEqual([])
  })
})
