import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { Counter, Gauge } from 'prom-client'
import { SILENT_INTERVALS } from '#domain/telemetry/silence.ts'
import type { Context } from '../context.ts'

type Sources = {
  /** Absolute. */
  readonly dataDir: string
  readonly streams: () => number
  /** Gateways at the built-in broker; null with another one, or before it listens. */
  readonly atBroker: () => Promise<number | null>
  /** Whether this server hears the others of its database. */
  readonly lineUp: () => boolean
  /** Whether everyday work runs without the rights of the owner of the tables. */
  readonly rolesApart: boolean
  /** The embedded database tells each of its deaths; null with a DATABASE_URL. */
  readonly embedded: { onDown: (listener: (why: string) => void) => () => void } | null
}

type Row = {
  due: number
  oldest_due_s: number
  gateways: number
  gateways_connected: number
  size_bytes: number
  checksum_failures: number
}

/** Half-asked figures are worse than none: a scrape that the database does not answer in time leaves them out. */
const PATIENCE_MS = 2_000

/**
 * Connected is what the broker says: a link that stands in the database has no end when server or broker were killed.
 * Where another broker does not tell, it is a link whose gateway has been heard lately.
 */
const ask = async (context: Context): Promise<Row | null> => {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref())
  const asked = sql<Row>`
    SELECT (SELECT count(*) FROM energy_due) AS due,
           (SELECT coalesce(greatest(0, extract(epoch FROM ${new Date(context.clock())}::timestamptz - min(since))), 0)::float8
              FROM energy_due) AS oldest_due_s,
           (SELECT count(*) FROM device WHERE kind = 'gateway' AND removed_at IS NULL) AS gateways,
           (SELECT count(*) FROM gateway_link k JOIN device d ON d.id = k.device_id
             JOIN station s ON s.id = d.station_id
             LEFT JOIN latest l ON l.device_no = d.no
             WHERE k.connected AND d.removed_at IS NULL
               AND greatest(l.received_at, k.birth_at) > ${new Date(context.clock())}::timestamptz
                   - s.report_min * interval '${sql.lit(SILENT_INTERVALS)} minutes') AS gateways_connected,
           pg_database_size(current_database()) AS size_bytes,
           (SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database())
             AS checksum_failures`.execute(context.db)
  return Promise.race([
    asked.then(
      ({ rows }) => rows[0] ?? null,
      () => null,
    ),
    late,
  ])
}

/** Figures of the whole installation, read when somebody asks. docs/operations.md says what they mean and when to act. */
export const collectInstallationFigures = (context: Context, sources: Sources): void => {
  const { metrics, pool } = context
  // One reading a scrape, however many gauges ask for it: their figures belong to one instant.
  let reading: Promise<void> | null = null
  const collect = (): Promise<void> => (reading ??= read().finally(() => (reading = null)))
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `sunkeeper_${name}`, help, labelNames, registers: [metrics], collect })

  const connections = gauge('database_connections', 'Connections of the pool', ['state'])
  const waiting = gauge('database_waiting', 'Callers waiting for a connection of the pool')
  const reads = gauge('reads', 'Reads at work and waiting for their turn', ['line', 'state'])
  const replica = gauge('database_replica_up', '1 when the last long read could go to the replica')
  const streams = gauge('live_streams', 'Open streams of live updates')
  const line = gauge('news_line_up', '1 when this server hears the others of its database')
  const free = gauge('disk_free_bytes', 'Free space where DATA_DIR is')
  const size = gauge('disk_size_bytes', 'Size of the disk where DATA_DIR is')
  const answers = gauge('database_answers', '1 when the database answered this scrape')
  const stored = {
    due: gauge('roll_up_due_devices', 'Devices whose energy is to be computed again'),
    oldest_due_s: gauge('roll_up_oldest_seconds', 'Age of the oldest instant whose energy is to be computed'),
    gateways: gauge('gateways', 'Gateways of the installation'),
    gateways_connected: gauge('gateways_connected', 'Gateways that are connected'),
    size_bytes: gauge('database_size_bytes', 'Size of the database'),
    checksum_failures: gauge('database_checksum_failures', 'Damaged pages that were met'),
  } satisfies Record<keyof Row, Gauge>

  new Gauge({
    name: 'sunkeeper_database_roles_apart',
    help: '1 when everyday work runs without the rights of the owner of the tables',
    registers: [metrics],
  }).set(sources.rolesApart ? 1 : 0)

  if (sources.embedded !== null) {
    const deaths = new Counter({
      name: 'sunkeeper_database_restarts_total',
      help: 'Times the built-in database died and was started again',
      registers: [metrics],
    })
    sources.embedded.onDown(() => deaths.inc())
  }

  const read = async (): Promise<void> => {
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    waiting.set(pool.waitingCount)
    const up = context.expensive.replicaUp()
    if (up === null) replica.remove()
    else replica.set(up ? 1 : 0)
    for (const [name, queue] of [
      ['short', context.reads],
      ['expensive', context.expensive],
    ] as const) {
      reads.set({ line: name, state: 'working' }, queue.working())
      reads.set({ line: name, state: 'waiting' }, queue.waiting())
    }
    streams.set(sources.streams())
    line.set(sources.lineUp() ? 1 : 0)
    const [row, disk, atBroker] = await Promise.all([
      ask(context),
      statfs(sources.dataDir).catch(() => null),
      sources.atBroker().catch(() => null),
    ])
    answers.set(row === null ? 0 : 1)
    for (const [key, one] of Object.entries(stored)) {
      if (row === null) one.remove()
      else one.set(row[key as keyof Row])
    }
    if (row !== null && atBroker !== null) stored.gateways_connected.set(atBroker)
    if (disk === null) return
    free.set(disk.bavail * disk.bsize)
    size.set(disk.blocks * disk.bsize)
  }
}
