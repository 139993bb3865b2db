import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import { moveEdge } from '../features/edges/move-edge.ts'
import { keepEdgeProgram } from '../features/edges/edge-program.ts'
import { createPasswords } from '../features/accounts/passwords.ts'
import { controlLimits } from '#domain/commands/control-limits.ts'
import { cancelOpen, enqueue, withdrawQueued } from '../features/commands/outbox.ts'
import { whoWorksThere } from '../features/commands/who-works-there.ts'
import { createDecoder } from '../platform/files/decoder.ts'
import { openFolderStore } from '../platform/files/folder-store.ts'
import type { ChangeEvent, GatewayErrand } from '../events.ts'
import { createFairQueue } from '../platform/fair-queue.ts'
import { createExpensiveReads } from '../platform/expensive-reads.ts'
import { createJudges } from '../features/alarms/rules/judges.ts'
import { createRehearsals } from '../features/alarms/rules/rehearsals.ts'
import { createNotice } from '../platform/notice.ts'
import { createVisits } from '../features/stations/station-visits.ts'
import { applyRating } from '../features/telemetry/apply-rating.ts'
import { markStationDue } from '../features/telemetry/energy-store.ts'
import {
  deviceEnergyTotals,
  deviceFlowTotals,
  stationEnergyTotals,
} from '../features/telemetry/energy-totals.ts'
import { lastRanAt } from '../features/telemetry/find-ran.ts'
import { energyOf } from '../features/telemetry/range-energy.ts'
import { createIntakeMemory } from '../features/telemetry/intake-memory.ts'
import { createFiguresMind } from '../features/stations/kept-mind.ts'
import { createCardsMind } from '../features/stations/cards-mind.ts'
import { createStationsMind } from '../features/stations/stations-mind.ts'
import { createOpenOrdersMind } from '../features/work-orders/open-orders-mind.ts'
import { createOverviewMemory } from '../features/overview/overview-memory.ts'
import { PACK_AFTER_DAYS, RETENTION_DAYS } from '../features/telemetry/retention.ts'
import type { Context } from '../context.ts'
import { devicesInForce, removeDevices } from '../features/devices/device-removal-store.ts'

export const QUOTA_BYTES = 10 * 1024 ** 3

/**
 * More at once make nothing quicker: each takes a processor, here or at the database. A company alone leaves a place; a
 * page asks for some twenty things. Chosen.
 */
const READS = Math.max(4, 2 * availableParallelism())
export const usualReads = {
  places: READS,
  placesApart: READS / 2,
  placesOfCompany: READS - 1,
  placesOfAccount: READS - 1,
  lineOfAccount: 100,
  lineOfCompany: 200,
  line: 500,
  full: 'too_many',
} as const

/** The context from what differs between a real start and a test. */
export const makeContext = ({
  localDatabase = false,
  readUrl = null,
  ...given
}: Pick<Context, 'db' | 'pool' | 'log' | 'clock'> &
  Partial<Context> & {
    /** It runs on this machine. */
    localDatabase?: boolean
    /** A replica of the database for long reads. */
    readUrl?: string | null
  }): Context => {
  const metrics = given.metrics ?? new Registry()
  const url = given.pool.options.connectionString ?? ''
  const filesDir = path.join(tmpdir(), `sunkeeper-files-${process.pid}`)
  return {
    background: given.db,
    retentionDays: RETENTION_DAYS,
    packAfterDays: PACK_AFTER_DAYS,
    metrics,
    passwords: createPasswords(),
    accountChanged: createNotice<string>(),
    changeEvents: createNotice<ChangeEvent>(),
    energy: {
      deviceTotals: deviceEnergyTotals,
      flowTotals: deviceFlowTotals,
      stationTotals: stationEnergyTotals,
      inRanges: energyOf,
      lastRanAt,
      markStationDue,
      applyRating,
    },
    devices: { sendConfig: async () => {}, sendCommand: async () => 'offline' },
    mqtt: { disconnect: async () => {}, address: () => ({ host: '127.0.0.1', port: 1883, tls: false }) },
    edges: {
      secure: false,
      publicOrigin: null,
      authority: null,
      brokerAuthority: null,
      localBroker: () => null,
      program: keepEdgeProgram(),
      builtIn: 'server',
      builtInChanged: createNotice<void>(),
    },
    moveEdge,
    errands: createNotice<GatewayErrand>(),
    broker: 'built_in',
    logins: { ready: async () => {}, give: async () => {}, follow: async () => {} },
    stationDevices: { lock: devicesInForce, remove: removeDevices },
    commands: { enqueue, cancelOpen, withdrawQueued, queued: createNotice<string>() },
    control: { limits: controlLimits, whoWorksThere },
    webhooks: { privateAllowed: false },
    push: { contact: 'mailto:push@sunkeeper.example' },
    files: {
      dir: filesDir,
      store: openFolderStore(filesDir),
      quotaBytes: QUOTA_BYTES,
      decoder: createDecoder(),
    },
    reads: createFairQueue(usualReads),
    expensive: createExpensiveReads(url, given.log, {
      local: localDatabase,
      replica: readUrl === null ? null : { url: readUrl },
    }),
    rehearse: createRehearsals(url, { local: localDatabase }),
    judgeApart: createJudges(url, { local: localDatabase }),
    intake: createIntakeMemory(metrics),
    overview: createOverviewMemory(given.db),
    figures: createFiguresMind(given.db),
    stations: createStationsMind(given.db),
    cards: createCardsMind(),
    openOrders: createOpenOrdersMind(given.db),
    visits: createVisits(),
    shellOrigins: [],
    mapTiles: null,
    firmware: {
      keys: async () => [],
      sendOffer: async () => 'offline',
      sendChunk: async () => 'offline',
      due: createNotice(),
    },
    ...given,
  }
}
