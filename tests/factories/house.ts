import type { Metrics } from '#contract/mqtt/telemetry.ts'
import type { StationInput } from '#domain/stations/fields.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { applyBirth } from '#server/features/devices/apply-birth.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import type { TestApp } from '../app.ts'
import { makeDevice, type DeviceGiven, type MadeDevice } from './devices.ts'
import { makeStation } from './stations.ts'
import { item, message } from './telemetry.ts'

type Said = readonly (readonly [MadeDevice, Metrics])[]
export type House = {
  stationId: string
  add: (kind: DeviceKind, given?: DeviceGiven) => Promise<MadeDevice>
  /** Through the intake, as one message of its gateway: what devices read at `at`. */
  says: (at: number, said: Said) => Promise<void>
  /** The same of times gone by, which it had kept. */
  recalls: (times: readonly { at: number; said: Said }[]) => Promise<void>
}

/** A station whose gateway is connected and reports what is added behind it. */
export const makeHouse = async (
  { db, context, now, companies }: TestApp,
  given: Partial<StationInput> = {},
): Promise<House> => {
  const stationId = await makeStation(db, now(), companies.a, given)
  const gateway = await makeDevice(db, now(), stationId, 'gateway')
  const boot = 'boot-house'
  await applyBirth(context, gateway.sn, { v: 1, state: 'online', boot, conn: 1, ts: now() }, now())
  let seq = 0
  const told = (at: number, said: Said, hist: boolean) => ({
    gatewaySn: gateway.sn,
    message: message(
      (seq += 1),
      at,
      said.map(([{ sn }, metrics]) => item(sn, at, metrics)),
      { boot, hist },
    ),
  })
  return {
    stationId,
    add: (kind, more) => makeDevice(db, now(), stationId, kind, { gatewayId: gateway.id, ...more }),
    says: async (at, said) => {
      await storeReadings(context, [told(at, said, false)], Math.max(at, now()))
    },
    recalls: async (times) => {
      await storeReadings(
        context,
        times.map(({ at, said }) => told(at, said, true)),
        now(),
      )
    },
  }
}
