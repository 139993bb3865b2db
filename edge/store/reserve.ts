import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'

/** Room for SQLite's own log while it makes room on a full disk. No source: chosen, twice what the log usually has. */
const RESERVE_BYTES = 8 * 1024 * 1024
const CHUNK = 64 * 1024

/** A file of nothing that is given up when the disk is full, and taken again when there is room. */
export const openReserve = (file: string) => {
  const isThere = (): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= RESERVE_BYTES
  return {
    /** False when there is no room for it. */
    take(): boolean {
      if (isThere()) return true
      let handle: number | null = null
      try {
        handle = openSync(file, 'w', 0o600)
        // Written and not only made long, or the disk keeps no room for it.
        for (let at = 0; at < RESERVE_BYTES; at += CHUNK) writeSync(handle, Buffer.alloc(CHUNK, 1))
        return true
      } catch {
        rmSync(file, { force: true })
        return false
      } finally {
        if (handle !== null) closeSync(handle)
      }
    },
    giveUp(): void {
      rmSync(file, { force: true })
    },
  }
}

export type Reserve = ReturnType<typeof openReserve>
