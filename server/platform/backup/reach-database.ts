import { realpath } from 'node:fs/promises'
import type { Logger } from 'pino'
import { clusterFolder, databaseName, inspectCluster } from '../db/cluster.ts'
import { lockDataDir } from '../db/data-lock.ts'
import { embeddedUrl, startEmbedded } from '../db/embedded.ts'
import { readPostmaster } from '../db/orphan.ts'
import { BackupError } from './manifest.ts'

export type Reached = {
  readonly url: string
  /** Where it stands, for a sentence; without a password. */
  readonly name: string
  close: () => Promise<void>
}

type Place = {
  readonly databaseUrl: string | null
  /** The same as the owner of the tables, who alone may read and fill all of them. */
  readonly databaseOwnerUrl?: string | null
  readonly dataDir: string
  readonly log: Logger
}

/** A database of one's own, as its owner; null when it is the embedded one. */
const external = ({ databaseUrl, databaseOwnerUrl }: Place): Reached | null =>
  databaseUrl === null
    ? null
    : { url: databaseOwnerUrl ?? databaseUrl, name: 'DATABASE_URL', close: async () => {} }

/**
 * The database to be read: DATABASE_URL, or the embedded one of DATA_DIR through the socket of the server that is
 * running, or started for as long as it is needed when none is.
 * @throws BackupError, DatabaseStartError.
 */
export const reachForReading = async (place: Place): Promise<Reached> => {
  const elsewhere = external(place)
  if (elsewhere !== null) return elsewhere
  const { dataDir, log } = place
  const home = await realpath(dataDir).catch(() => null)
  if (home === null || !(await inspectCluster(home)))
    throw new BackupError(`There is no installation in DATA_DIR ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  if (isFree(home)) {
    const embedded = await startEmbedded({ dataDir: home, log })
    return { url: embedded.url, name: `DATA_DIR ${home}`, close: () => embedded.stop() }
  }
  const running = await readPostmaster(clusterFolder(home))
  if (running?.status !== 'ready')
    throw new BackupError(`The server of DATA_DIR ${home} is starting or stopping. Try again in a moment.`)
  return { url: embeddedUrl(running.socketDir), name: `DATA_DIR ${home}`, close: async () => {} }
}

/**
 * The database to be filled: DATABASE_URL, or the embedded one of DATA_DIR, which is made when there is none and
 * must not be in use.
 * @throws DatabaseStartError, also when a server is running.
 */
export const reachForWriting = async (place: Place): Promise<Reached> => {
  const elsewhere = external(place)
  if (elsewhere !== null) return elsewhere
  const { dataDir, log } = place
  const embedded = await startEmbedded({ dataDir, log })
  return { url: embedded.url, name: `DATA_DIR ${dataDir} (${databaseName})`, close: () => embedded.stop() }
}

const isFree = (home: string): boolean => {
  try {
    lockDataDir(home).release()
    return true
  } catch {
    return false
  }
}
