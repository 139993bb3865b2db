import { collect } from '../../features/alarms/rules/collect.ts'
import { closeEndedAlarms } from '../../features/alarms/close-ended.ts'
import { sweepAccounts } from '../../features/accounts/sweep.ts'
import { unlessBackedUp } from '../../platform/backup/backup-session.ts'
import { sweepFiles } from '../../features/files/sweep-files.ts'
import { expireCommands } from '../../features/commands/expire-commands.ts'
import { sendQueued } from '../../features/commands/send-commands.ts'
import type { Context } from '../../context.ts'
import { deliverDue } from '../../features/messages/deliver.ts'
import { forgetPushes } from '../../features/messages/push-store.ts'
import { pushDue } from '../../features/messages/send-push.ts'
import { tellWhatHappened } from '../../features/messages/tell.ts'
import { forgetDeliveries } from '../../features/messages/webhook-store.ts'
import { DAY_MS, dropPartitions } from '../../features/telemetry/partition-store.ts'
import { PARTITION_GRACE_DAYS, RESEND_DAYS, retentionFrom } from '../../features/telemetry/retention.ts'
import { measurePast } from '../../features/telemetry/measure-past.ts'
import { rollUp } from '../../features/telemetry/roll-up.ts'
import { keepHome } from '../../features/overview/read-home.ts'
import { deleteOldAnswers, deleteOldMessages } from './job-store.ts'
import { allShards, SHARDS } from '../../platform/db/shards.ts'
import { createGivingWay } from './giving-way.ts'
import type { Job } from './jobs.ts'
import { advanceUpgrades } from '../../features/upgrades/advance-upgrades.ts'
import { endStalled } from '../../features/upgrades/end-stalled.ts'
import { tellWhatTimeChanged } from './presence.ts'

/** For so long a repeated call with the same Idempotency-Key gets the answer of the first. */
export const ANSWERS_DAYS = 30
/** What was sent out to browsers and to other systems, or given up, is known for so long. */
const SENT_DAYS = 14
/** After a start, presence looks back this far. */
const FIRST_LOOK_MS = 60_000

/** Energy is computed at least so often, however much comes in. */
const ENERGY_WAITS_MS = 10_000

/** What is done again and again by the server that gateways are spoken to from. */
export const gatewayJobs = (context: Context): Job[] => [
  {
    // What is told to go at once goes by itself; this finds what a gateway did not take, and what time has ended.
    name: 'commands',
    everyMs: 1_000,
    run: async (now, stopping) => {
      await expireCommands(context, now)
      await sendQueued(context, now, stopping)
    },
  },
  {
    name: 'upgrades',
    everyMs: 2_000,
    run: async (now, stopping) => {
      await endStalled(context, now)
      await advanceUpgrades(context, now, undefined, stopping)
    },
  },
]

/**
 * Everything an installation does again and again by itself. While gateways press, with the hour after an outage,
 * their readings come first and the energy of many of them is computed at once.
 */
export const installationJobs = (context: Context, pressed = (): boolean => false): Job[] => {
  const { db, pool, log, retentionDays } = context
  let looked: number | null = null
  // Each shard by itself: where they are done one after the other, one that was done holds no other up.
  const energy = allShards.map(() => createGivingWay(pressed, ENERGY_WAITS_MS, context.clock))
  return [
    {
      name: 'roll-up',
      everyMs: 1_000,
      shards: SHARDS,
      run: async (now, stopping, shards) => {
        const own = energy.filter((_, shard) => shards.includes(shard))
        const waits = (): boolean => own.every((one) => one.waits())
        await rollUp(context, now, stopping, waits, shards)
        if (!waits()) for (const one of own) one.done()
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
      name: 'presence',
      everyMs: 5_000,
      run: async (now) => {
        await tellWhatTimeChanged(context, looked ?? now - FIRST_LOOK_MS, now)
        looked = now
      },
    },
    {
      // Every five minutes by the clock; looked at more often, so that a step is judged soon after it is due.
      name: 'rules',
      everyMs: 30_000,
      shards: SHARDS,
      run: async (now, stopping, shards) => {
        const figures = await collect(context, now, stopping, shards)
        if (figures !== null && figures.raised + figures.cleared > 0) log.info(figures, 'rules were judged')
      },
    },
    {
      name: 'alarms',
      everyMs: 15_000,
      run: (now) => closeEndedAlarms(context, now),
    },
    {
      name: 'messages',
      everyMs: 2_000,
      run: async (now, stopping) => {
        await tellWhatHappened(context, now)
        await deliverDue(context, now, stopping)
      },
    },
    {
      // By itself: a push service that is slow keeps nobody's message back.
      name: 'push',
      everyMs: 2_000,
      run: async (now, stopping) => {
        await pushDue(context, now, stopping)
      },
    },
    {
      name: 'retention',
      everyMs: 3_600_000,
      run: async (now, stopping) => {
        const oldest = retentionFrom(now, retentionDays) - PARTITION_GRACE_DAYS * DAY_MS
        // While a backup reads them they stay, until the next turn.
        const partitions =
          (await unlessBackedUp(pool, () => dropPartitions(db, oldest, context.intake.days))) ?? 0
        const messages = await deleteOldMessages(db, now - RESEND_DAYS * DAY_MS, stopping)
        const answers = await deleteOldAnswers(db, now - ANSWERS_DAYS * DAY_MS, stopping)
        const sent = await forgetDeliveries(db, now - SENT_DAYS * DAY_MS)
        const pushed = await forgetPushes(db, now - SENT_DAYS * DAY_MS)
        if (partitions + messages + answers + sent + pushed > 0)
          log.info({ partitions, messages, answers, sent, pushed }, 'old rows were dropped')
      },
    },
    {
      name: 'files',
      everyMs: 3_600_000,
      run: async (now, stopping) => {
        const swept = await sweepFiles(context, now, Date.now(), stopping)
        if (Object.values(swept).some((count) => count > 0)) log.info(swept, 'files were swept')
      },
    },
    { name: 'home', everyMs: 600_000, run: (now) => keepHome(context, now) },
    { name: 'accounts', everyMs: 600_000, run: async (now) => sweepAccounts(db, now) },
  ]
}
