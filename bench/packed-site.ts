import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/handle.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { packDays, startOfPacking } from '#server/features/telemetry/pack-days.ts'
import { DAY_MS, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import type { Context } from '#server/context.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateDevices } from '#simulator/simulated-station.ts'
import type { InverterSpec, StationSpec } from '#simulator/station-spec.ts'
import { worldStation } from '#simulator/world.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { message } from '../tests/factories/telemetry.ts'
import { gatewaySn, inverterSn, optimizerSn, seedFleet } from './seed.ts'

const STEP_MS = 300_000
/** Days that are simulated; they are copied to fill more. */
export const DAYS = 10
export const INVERTERS = 10
export const OPTIMIZERS = 40

const inverter = (sn: string, mppts: number, strings: InverterSpec['strings']): InverterSpec => ({
  sn,
  brand: 'Sungrow',
  model: 'SG33CX',
  sw: '12.3.1',
  ratedW: 33_000,
  phases: 3,
  mppts,
  efficiency: 0.98,
  strings,
})
const place = (n: number) => ({ eastM: n * 3, northM: (n % 4) * 5 })

/** Inverters with four trackers at one gateway, modules with optimizers at another. */
const specs = (name: string): StationSpec[] => {
  const base = worldStation('landshut-barn')
  const at = (gateway: number, inverters: readonly InverterSpec[]): StationSpec => {
    const [first] = base.gateways
    if (first === undefined) throw new Error('no gateway')
    return {
      ...base,
      key: `${name}${gateway}`,
      gateways: [{ ...first, sn: gatewaySn(name, gateway), inverters }],
    }
  }
  return [
    at(
      1,
      Array.from({ length: INVERTERS }, (_, index) =>
        inverter(
          inverterSn(name, 1, index + 1),
          4,
          [1, 2, 3, 4].map((n) => ({ n, mppt: n, modules: 18, ...place(index * 4 + n) })),
        ),
      ),
    ),
    at(2, [
      inverter(
        inverterSn(name, 2, 1),
        1,
        [1, 2].map((n) => ({
          n,
          mppt: 1,
          modules: OPTIMIZERS / 2,
          ...place(n),
          optimizers: Array.from({ length: OPTIMIZERS / 2 }, (_, index) => ({
            sn: optimizerSn(name, 2, (n - 1) * (OPTIMIZERS / 2) + index + 1),
            pos: index + 1,
            modules: 1 as const,
            model: 'S440',
            sw: '2.1',
          })),
        })),
      ),
    ]),
  ]
}

/** The single inverter behind which the optimizers hang: it is no measure of inverters. */
export const besideOptimizers = inverterSn('BP', 2, 1)

export type PackedSite = { context: Context; from: number; last: number }

/** Ten days of readings of a site, as rows, that ended forty days ago. */
export const storeSite = async (db: Db, pool: Pool, log: Logger): Promise<PackedSite> => {
  const companyId = await makeCompany(db, Date.now(), 'Bench')
  const fleet = {
    name: 'BP',
    companyId,
    stations: 2,
    gateways: 1,
    inverters: INVERTERS,
    optimizers: OPTIMIZERS,
  }
  await seedFleet(pool, fleet)
  const last = utcDayStart(Date.now()) - 40 * DAY_MS
  const from = last - DAYS * DAY_MS
  const context = makeContext({ db: db, pool: pool, log, clock: () => last })
  for (const [index, spec] of specs('BP').entries()) {
    const station = simulateDevices(spec, { counters: plausibleCounters(spec, from) })
    const gateway = gatewaySn('BP', index + 1)
    let seq = 0
    for (let day = from; day < last; day += DAY_MS) {
      const messages = []
      for (let ts = day; ts < day + DAY_MS; ts += STEP_MS) {
        const d = station.readingsAt(ts, { gateway })
        // Some hundred milliseconds on the way, as they take.
        const receivedAt = ts + 200 + ((ts / STEP_MS) % 7) * 37
        if (d.length > 0)
          messages.push({ gatewaySn: gateway, message: message((seq += 1), ts, d), receivedAt })
      }
      await storeReadings(context, messages, day + DAY_MS)
    }
  }
  return { context, from, last }
}

/** All days that are there as rows become packed ones. */
export const packSite = async (context: Context): Promise<void> => {
  const shards = [0, 1, 2, 3]
  const place = shards.map(startOfPacking)
  for (let turn = 0; turn < DAYS * 3; turn += 1)
    for (const shard of shards)
      await packDays({ ...context, packAfterDays: 14 }, Date.now(), [shard], place[shard] ?? startOfPacking())
}

export const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The machine's pages of files are forgotten; false where this program may not. */
export const forgetPages = async (): Promise<boolean> => {
  execFileSync('sync')
  return writeFile('/proc/sys/vm/drop_caches', '3').then(
    () => true,
    () => false,
  )
}
