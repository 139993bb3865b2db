import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type FullDiskState = { put: number; waiting: number; dropped: number; trouble: string | null }
export type FullDiskFigures = {
  /** The disk is full of readings; besides, nothing is left at all; there is room again; and after a new start. */
  full: FullDiskState
  none: FullDiskState
  after: FullDiskState
  again: FullDiskState
  /** Of what was sent once there was room: the number of the last one, how many, and how many of them twice. */
  newest: number | null
  sent: number
  twice: number
  said: string[]
}

const MiB = 1024 * 1024
const child = fileURLToPath(new URL('full-disk-child.ts', import.meta.url))
/** A disk in memory that only this program and its children see. */
const onSmallDisk = 'mount -t tmpfs -o size="$1" none "$2" && shift 2 && exec "$@"'
const within = (bytes: number, folder: string, command: readonly string[]) =>
  spawnSync(
    'unshare',
    ['--map-root-user', '--mount', 'sh', '-c', onSmallDisk, 'sh', String(bytes), folder, ...command],
    { encoding: 'utf8', maxBuffer: 16 * MiB },
  )

export const noSmallDisk =
  'no disk of its own can be mounted here: unshare and mount of util-linux have to be allowed'

/** Whether a program can be given a small disk. */
export const hasSmallDisk = (folder: string): boolean => within(MiB, folder, ['true']).status === 0

/** What an edge's store does on a disk of 32 MiB that runs full. @throws Error when the program died */
export const fillDisk = (folder: string): FullDiskFigures => {
  const ran = within(32 * MiB, folder, [process.execPath, child, folder])
  if (ran.status !== 0) throw new Error(`it died: ${ran.stderr}`)
  return JSON.parse(ran.stdout) as FullDiskFigures
}
