import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { peersInPlane } from './same-plane.ts'
import { planesOf } from './plane-store.ts'

const { db } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const at = new Date(NOW)

/** An area on a plane with these devices in it. */
const lay = async (
  stationId: string,
  [tilt, azimuth]: readonly [number | null, number | null],
  devices: readonly { id: string; kind: DeviceKind }[],
): Promise<string> => {
  const area = randomUUID()
  await db
    .insertInto('array_area')
    .values({
      id: area,
      station_id: stationId,
      row_count: 1,
      col_count: 20,
      tilt_deg: tilt,
      azimuth_deg: azimuth,
      created_at: at,
    })
    .execute()
  for (const { id, kind } of devices) {
    const place = randomUUID()
    await db
      .insertInto('place')
      .values({ id: place, station_id: stationId, kind, area_id: area, created_at: at })
      .execute()
    await db.insertInto('place_device').values({ place_id: place, device_id: id, since: at }).execute()
  }
  return area
}
/** The course of the day that the rules have learned: power lies about this hour of the sun. */
const learn = async (id: string, hour: number, halfHours = 8): Promise<void> => {
  await db
    .insertInto('analysis_memory')
    .values({
      device_id: id,
      kind: 'courses',
      value: JSON.stringify({ sum: 100, weighted: 100 * hour, before: halfHours, after: halfHours }),
    })
    .execute()
}
const site = async (inverters: number, optimizers = 0) => {
  const made = await makeSite(db, NOW, { inverters, optimizers })
  for (const { id } of made.optimizers)
    await db
      .updateTable('device')
      .set({ parent_id: made.inverters[0]!.id, string_no: 1 })
      .where('id', '=', id)
      .execute()
  return made
}
const peersOf = async (made: Awaited<ReturnType<typeof site>>, of: 'inverters' | 'optimizers', own = 0) => {
  const devices = made[of]
  const one = devices[own]!
  const found = await peersInPlane(
    db,
    { id: one.id, kind: one.kind, stationId: made.stationId },
    devices.filter(({ id }) => id !== one.id),
  )
  return { ...found, peers: found.peers.map(({ id }) => devices.findIndex((device) => device.id === id)) }
}

describe('planes of a station', () => {
  it('are those that were entered: of an optimizer its own, of an inverter that of all that hang on it, if they are one', async () => {
    const made = await site(1, 3)
    const [a, b, c] = made.optimizers
    await lay(made.stationId, [30, 180], [a!, b!])
    const planes = await planesOf(db, [made.stationId])
    const south = { tiltDeg: 30, azimuthDeg: 180 }
    expect([planes.get(a!.id), planes.get(made.inverters[0]!.id), planes.get(c!.id)]).toEqual([
      south,
      south,
      undefined,
    ])
    const area = await lay(made.stationId, [30, 90], [c!])
    const mixed = await planesOf(db, [made.stationId])
    expect([mixed.get(c!.id), mixed.get(made.inverters[0]!.id)]).toEqual([
      { tiltDeg: 30, azimuthDeg: 90 },
      undefined,
    ])
    // What was taken away, or never given a plane, says nothing.
    await db.updateTable('array_area').set({ removed_at: at }).where('id', '=', area).execute()
    expect((await planesOf(db, [made.stationId])).get(made.inverters[0]!.id)).toEqual(south)
    const other = await site(1, 1)
    await lay(other.stationId, [30, null], [other.optimizers[0]!])
    expect((await planesOf(db, [other.stationId])).size).toBe(0)
  })
})

describe('peers of one plane', () => {
  it('are all where nothing is known', async () => {
    expect(await peersOf(await site(3), 'inverters')).toEqual({ peers: [1, 2], noonOnly: false })
  })

  it('are those whose day has the same course, as the rules have learned it', async () => {
    const made = await site(4)
    const [one, two, three, four] = made.inverters
    await learn(one!.id, 10.2)
    await learn(two!.id, 10.6)
    await learn(three!.id, 13.9)
    // Not a whole day yet.
    await learn(four!.id, 10.3, 3)
    expect(await peersOf(made, 'inverters')).toEqual({ peers: [1], noonOnly: false })
    // Alone on its plane: what is not known may be a peer, what is known to look elsewhere is none.
    expect(await peersOf(made, 'inverters', 2)).toEqual({ peers: [3], noonOnly: false })
  })

  it('are all about noon where everybody else looks elsewhere', async () => {
    const made = await site(2)
    await learn(made.inverters[0]!.id, 10.2)
    await learn(made.inverters[1]!.id, 13.9)
    expect(await peersOf(made, 'inverters')).toEqual({ peers: [1], noonOnly: true })
  })

  it('are optimizers of a string but for those that were laid on another roof', async () => {
    const made = await site(1, 3)
    const [a, b] = made.optimizers
    await lay(made.stationId, [30, 180], [a!])
    await lay(made.stationId, [30, 90], [b!])
    expect(await peersOf(made, 'optimizers')).toEqual({ peers: [2], noonOnly: false })
  })
})
