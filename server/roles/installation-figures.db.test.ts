import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { testDatabase, testFolder } from '#tests/database.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { collectInstallationFigures } from './installation-figures.ts'
import { createJobFigures } from '../entrances/jobs/job-figures.ts'
import { startJobs } from '../entrances/jobs/jobs.ts'
import { makeContext } from './make-context.ts'
import { createLog } from '../platform/log.ts'
import { createReadingIntake } from '../features/telemetry/reading-intake.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const log = createLog('silent')

it('every figure that the operations page tells to watch is there, and a silent database leaves its own out', async () => {
  const metrics = new Registry()
  const context = makeContext({ db, pool, log, clock: () => NOW, metrics })
  const dataDir = await testFolder()
  const died: ((why: string) => void)[] = []
  let atBroker: number | null = null
  collectInstallationFigures(context, {
    dataDir,
    streams: () => 3,
    atBroker: async () => atBroker,
    lineUp: () => true,
    rolesApart: true,
    embedded: {
      onDown: (listener) => {
        died.push(listener)
        return () => {}
      },
    },
  })
  died[0]?.('killed by SIGKILL')
  const site = await makeSite(db, NOW)
  const intake = createReadingIntake(context, { waitMs: 0 })
  const ts = NOW - 60_000
  const old = Date.UTC(1999, 0, 1)
  await intake.put(
    site.gateway.sn,
    message(
      1,
      ts,
      [
        item(site.inverters[0]!.sn, ts, { p: 1, e_tot: 5 }),
        item('SOMEBODY1', ts, { p: 1 }),
        item(site.inverters[0]!.sn, old, { p: 1 }),
      ],
      { hist: true },
    ),
    NOW,
  )
  const jobs = startJobs(
    [
      { name: 'good', everyMs: 1, run: async () => {} },
      { name: 'bad', everyMs: 1, run: async () => Promise.reject(new Error('no')) },
    ],
    { pool, log, clock: () => NOW, figures: createJobFigures(metrics), later: (work) => (work(), () => {}) },
  )
  await expect.poll(async () => metrics.metrics()).toContain('job_failed_total{job="bad"}')
  await jobs.stop()
  const connected = async (): Promise<string | undefined> =>
    (await metrics.metrics()).split('\n').find((line) => line.startsWith('sunkeeper_gateways_connected'))
  // A link that was never ended: the broker knows better, and without one it is too long ago.
  await sql`
    UPDATE gateway_link SET connected = true, birth_at = ${new Date(NOW - 3_600_000)}
     WHERE device_id = ${site.gateway.id}`.execute(db)
  await db
    .updateTable('latest')
    .set({ received_at: new Date(NOW - 3_600_000) })
    .execute()
  expect(await connected()).toBe('sunkeeper_gateways_connected 0')
  await db
    .updateTable('latest')
    .set({ received_at: new Date(NOW - 60_000) })
    .execute()
  expect(await connected()).toBe('sunkeeper_gateways_connected 1')
  atBroker = 9
  expect(await connected()).toBe('sunkeeper_gateways_connected 9')
  atBroker = null
  await db.updateTable('gateway_link').set({ connected: false }).execute()
  const lines = (await metrics.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'sunkeeper_readings_stored_total 1',
      'sunkeeper_readings_refused_total{reason="stranger"} 1',
      'sunkeeper_readings_refused_total{reason="too_old"} 1',
      'sunkeeper_batch_lag_seconds_count 1',
      'sunkeeper_readings_waiting 0',
      'sunkeeper_roll_up_due_devices 1',
      'sunkeeper_roll_up_oldest_seconds 60',
      `sunkeeper_job_last_success_seconds{job="good"} ${NOW / 1000}`,
      'sunkeeper_database_waiting 0',
      'sunkeeper_reads{line="short",state="working"} 0',
      'sunkeeper_reads{line="expensive",state="waiting"} 0',
      'sunkeeper_gateways 1',
      'sunkeeper_gateways_connected 0',
      'sunkeeper_live_streams 3',
      'sunkeeper_database_roles_apart 1',
      'sunkeeper_news_line_up 1',
      'sunkeeper_database_answers 1',
      'sunkeeper_database_checksum_failures 0',
      'sunkeeper_database_restarts_total 1',
    ]),
  )
  for (const name of ['disk_free_bytes', 'disk_size_bytes', 'database_size_bytes'])
    expect(
      Number(lines.find((line) => line.startsWith(`sunkeeper_${name} `))?.split(' ')[1]),
    ).toBeGreaterThan(0)

  await owner.query('ALTER TABLE energy_due RENAME TO energy_due_away')
  const away = (await metrics.metrics()).split('\n')
  expect(away).toContain('sunkeeper_database_answers 0')
  expect(away.filter((line) => line.startsWith('sunkeeper_roll_up'))).toEqual([])
  await intake.close()
})
