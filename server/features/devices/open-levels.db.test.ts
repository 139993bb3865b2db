import { expect, it } from 'vitest'
import { END_TIME_MS } from '#domain/alarms/end-time.ts'
import { closeDue } from '#server/features/alarms/alarm-store.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { hearAlarm } from '#server/features/alarms/hear-alarm.ts'
import { testDatabase } from '#tests/database.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import { openLevelsOf } from './open-level-store.ts'

const { db, pool } = await testDatabase()
const NOON = Date.parse('2026-06-21T04:00:00Z')
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOON })
const BOOT = '9f3c61d07ab2e415'

it('names the worst open alarm of each device, and none that is over', async () => {
  const site = await makeSite(db, NOON, { inverters: 3 })
  await db
    .insertInto('gateway_link')
    .values({ device_id: site.gateway.id, boot: BOOT, conn: 1, connected: true, birth_at: new Date(NOON) })
    .execute()
  const [worse, over, calm] = site.inverters
  if (!worse || !over || !calm) throw new Error('three inverters')
  let seq = 0
  const hear = async (sn: string, code: string, says: 'prompt' | 'emergent' | 'clear'): Promise<void> => {
    seq += 1
    const common = { v: 1 as const, boot: BOOT, seq, aid: `${sn}:${code}:1`, ts: NOON + seq }
    const outcome = await hearAlarm(
      context,
      site.gateway.sn,
      says === 'clear'
        ? { ...common, ev: 'clear' }
        : { ...common, ev: 'raise', sn, code, lvl: says, ctx: {} },
      NOON + seq,
    )
    expect(outcome).toBe('applied')
  }
  await hear(worse.sn, '9001', 'prompt')
  await hear(worse.sn, '9002', 'emergent')
  await hear(over.sn, '9001', 'emergent')
  await hear(over.sn, '9001', 'clear')
  expect(await closeDue(db, NOON + END_TIME_MS + 60_000)).toEqual([site.stationId])
  const levels = await openLevelsOf(
    db,
    site.inverters.map(({ id }) => id),
  )
  expect([...levels]).toEqual([[worse.id, 'emergent']])
  expect((await openLevelsOf(db, [])).size).toBe(0)
})
