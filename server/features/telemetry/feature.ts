import type { Feature } from '../../feature.ts'
import { unlessBackedUp } from '../../platform/backup/backup-session.ts'
import { allShards, SHARDS } from '../../platform/db/shards.ts'
import { createGivingWay } from '../../platform/giving-way.ts'
import { deleteOldChanges, deleteOldMessages } from './message-store.ts'
import { measurePast } from './measure-past.ts'
import { DAY_MS, dropPartitions } from './partition-store.ts'
import { dropMonths, mayPack } from './pack-store.ts'
import { packDays, startOfPacking, unpackDays } from './pack-days.ts'
import { PARTITION_GRACE_DAYS, RESEND_DAYS, retentionFrom } from './retention.ts'
import { rollUp } from './roll-up.ts'
import { telemetryHandlers } from './telemetry-routes.ts'
import { stationCoverageHandlers } from './coverage-routes.ts'

/** A gentle pace: some tens of days of devices, a fraction of a second of work. */
const PACK_EVERY_MS = 5_000
/** Energy is computed at least so often, however much comes in; that of very many devices, which takes long, less often. */
const ENERGY_WAITS_MS = 10_000
const ENERGY_WAITS_LONGEST_MS = 120_000
/** A turn of packing is done at least so often, however much comes in: else a busy installation would never pack. */
const PACK_WAITS_MS = 30_000

export const telemetryFeature = {
  name: 'telemetry',
  handlers: { ...telemetryHandlers, ...stationCoverageHandlers },
  tables: [
    'counter_book',
    'energy_aside',
    'energy_day',
    'energy_due',
    'energy_fold',
    'energy_month',
    'energy_past',
    'energy_span',
    'gateway_change',
    'gateway_message',
    'latest',
    'reading',
    'reading_packed',
  ],
  /** While gateways press, their readings come first and the energy of many of them is computed at once. */
  jobs: (context, pressed) => {
    // Each shard by itself: where they are done one after the other, one that was done holds no other up.
    const energy = allShards.map(() =>
      createGivingWay(pressed, ENERGY_WAITS_MS, context.clock, ENERGY_WAITS_LONGEST_MS),
    )
    const packing = allShards.map(() => createGivingWay(pressed, PACK_WAITS_MS, context.clock))
    const places = allShards.map(startOfPacking)
    let packs = false
    return [
      {
        name: 'roll-up',
        everyMs: 1_000,
        shards: SHARDS,
        run: async (now, stopping, shards) => {
          const own = energy.filter((_, shard) => shards.includes(shard))
          const waits = (): boolean => own.every((one) => one.waits())
          const began = performance.now()
          await rollUp(context, now, stopping, waits, shards)
          if (!waits()) for (const one of own) one.done(performance.now() - began)
        },
      },
      {
        name: 'past',
        everyMs: 2_000,
        run: async (_now, stopping) => {
          if (!energy.some((one) => one.waits())) await measurePast(context, stopping)
        },
      },
      {
        name: 'pack',
        everyMs: PACK_EVERY_MS,
        shards: SHARDS,
        run: async (now, stopping, shards) => {
          packs ||= context.packAfterDays === 0 || (await mayPack(context.db))
          if (!packs) return
          for (const shard of shards) {
            if (stopping.aborted) return
            if (packing[shard]?.waits() === true) continue
            if (context.packAfterDays === 0) await unpackDays(context, [shard], stopping)
            else await packDays(context, now, [shard], places[shard] ?? startOfPacking(), stopping)
            packing[shard]?.done()
          }
        },
      },
    ]
  },
  forget: async ({ db, pool, retentionDays, intake }, now, stopping) => {
    const oldest = retentionFrom(now, retentionDays) - PARTITION_GRACE_DAYS * DAY_MS
    // While a backup reads them they stay, until the next turn.
    const partitions =
      (await unlessBackedUp(
        pool,
        async () => (await dropPartitions(db, oldest, intake.days)) + (await dropMonths(db, oldest)),
      )) ?? 0
    const messages = await deleteOldMessages(db, now - RESEND_DAYS * DAY_MS, stopping)
    return { partitions, messages, changes: await deleteOldChanges(db, stopping) }
  },
} as const satisfies Feature
