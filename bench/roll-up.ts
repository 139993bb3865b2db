import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { drain, rollUp } from '#server/features/telemetry/roll-up.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { item, message } from '../tests/factories/telemetry.ts'
import { type Benchmark, figure, median } from './figure.ts'
import { gatewaySn, inverterSn, seedFleet } from './seed.ts'

const STATIONS = 20
const INVERTERS = 10
const STEP_MS = 300_000
const HOUR_MS = 3_600_000
/** Of the zone of the stations, UTC+8. */
const ZONE_MS = 8 * HOUR_MS
/** Batches that are measured at the beginning of a day, at its end, and computed anew. */
const MEASURED = 24

/** Wh of an inverter of 20 kW at an instant: it makes the same each day from six to eighteen o'clock. */
const counterAt = (ts: number): number => {
  const day = (ts + ZONE_MS) / (24 * HOUR_MS)
  const hour = Math.min(12, Math.max(0, (day % 1) * 24 - 6))
  return Math.round(1e7 + Math.floor(day - 20_000) * 120_000 + 60_000 * (1 - Math.cos((hour / 12) * Math.PI)))
}

/**
 * What a batch of readings costs the roll-up: the first of a day beside the last, and beside computing them anew as is
 * done for what comes late.
 */
export const benchRollUp: Benchmark = async (print) => {
  // A database without a server: nobody else computes.
  const dataDir = await mkdtemp(join(tmpdir(), 'sunkeeper-bench-'))
  await chmod(dataDir, 0o711)
  const log = createLog('fatal')
  const database = await openDatabase({ embedded: { dataDir } }, log)
  const { db, pool } = database
  try {
    await migrate(database.url, { log, everyday: database.everyday.role })
    const companyId = await makeCompany(db, Date.now(), 'Bench')
    await seedFleet(pool, {
      name: 'BR',
      companyId,
      stations: STATIONS,
      gateways: 1,
      inverters: INVERTERS,
      optimizers: 0,
    })
    const context = makeContext({ db, pool, log, clock: Date.now })
    let seq = 0
    const send = async (fromTs: number, untilTs: number): Promise<void> => {
      for (let gateway = 1; gateway <= STATIONS; gateway += 1) {
        const d = []
        for (let ts = fromTs; ts < untilTs; ts += STEP_MS) {
          const m: Metrics = { e_tot: counterAt(ts) }
          for (let n = 1; n <= INVERTERS; n += 1) d.push(item(inverterSn('BR', gateway, n), ts, m))
        }
        const sent = message((seq += 1), untilTs, d, { hist: true })
        await storeReadings(context, [{ gatewaySn: gatewaySn('BR', gateway), message: sent }], untilTs)
      }
    }
    /** Milliseconds of each of so many batches from an instant on. */
    const batches = async (fromTs: number, before?: () => Promise<unknown>): Promise<number[]> => {
      const taken: number[] = []
      for (let n = 0; n < MEASURED; n += 1) {
        await send(fromTs + n * STEP_MS, fromTs + (n + 1) * STEP_MS)
        await before?.()
        const began = performance.now()
        await rollUp(context, fromTs + (n + 1) * STEP_MS)
        taken.push(performance.now() - began)
      }
      return taken
    }

    const start = utcDayStart(Date.now() - 3 * 24 * HOUR_MS) - ZONE_MS
    const measuredMs = MEASURED * STEP_MS
    const end = start + 48 * HOUR_MS - measuredMs
    // The day before, and the first batches of all: compiled code, files that grow.
    await send(start, start + 24 * HOUR_MS - measuredMs)
    await drain(context, start + 24 * HOUR_MS)
    await batches(start + 24 * HOUR_MS - measuredMs)
    await pool.query('ANALYZE')
    const first = median(await batches(start + 24 * HOUR_MS))
    await send(start + 24 * HOUR_MS + measuredMs, end)
    await drain(context, end)
    const last = median(await batches(end))
    const anew = median(await batches(end + measuredMs, () => pool.query('DELETE FROM energy_fold')))
    const devices = `${STATIONS * INVERTERS} inverters, one reading each`
    print(
      figure(
        'rollup.ratio',
        last / first,
        'ratio',
        'a batch at the end of a day by one at its beginning',
        '<= 1.25',
      ),
    )
    print(figure('rollup.batch', last, 'ms', devices))
    print(figure('rollup.anew', anew / last, 'ratio', 'the same computed anew from their readings'))
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
