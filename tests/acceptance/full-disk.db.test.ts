import { spawnSync } from 'node:child_process'
import { appendFile, chmod, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { backUp } from '#server/platform/backup/back-up.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { asRefusal } from '#server/entrances/http/error-answer.ts'
import { createLog } from '#server/platform/log.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createReadingIntake } from '#server/features/telemetry/reading-intake.ts'
import { testFolder } from '../database.ts'
import { item, makeSite, message } from '../factories/telemetry.ts'

const log = createLog('silent')
const disk = path.join(await testFolder(), 'disk')
await mkdir(disk)
/** A disk of its own, where this machine lets us make one. */
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'none', disk]).status === 0
afterAll(() => void (mounted && spawnSync('umount', [disk])))

it.runIf(mounted)(
  'L4: a disk that is really full: no message is acknowledged, reading goes on, a backup leaves no half file, and it heals',
  async () => {
    await chmod(disk, 0o711)
    const database = await openDatabase({ embedded: { dataDir: disk } }, log)
    try {
      await migrate(database.url, { log, everyday: database.everyday.role })
      const now = Date.now()
      const context = makeContext({ ...database, log, clock: () => now })
      const site = await makeSite(database.db, now, { inverters: 100 })
      const intake = createReadingIntake(context, { waitMs: 0 })
      const send = async (seq: number) => {
        const ts = now - 3_600_000 + seq
        const d = site.inverters.map(({ sn }) => ({
          ...item(sn, ts, { p: seq }),
          raw: { note: 'x'.repeat(1000) },
        }))
        return intake.put(site.gateway.sn, message(seq, ts, d), now).then(
          () => 'stored',
          (error: unknown) => asRefusal(error).code,
        )
      }
      expect(await send(1)).toBe('stored')
      const ballast = path.join(disk, 'ballast')
      const fill = async (): Promise<void> => {
        for (;;) await appendFile(ballast, Buffer.alloc(64 * 1024))
      }
      await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' })
      const stored = [1]
      // What pages already have room for is taken; then nothing is.
      let outcome = 'stored'
      for (let seq = 2; seq <= 200 && outcome === 'stored'; seq += 1) {
        outcome = await send(seq)
        if (outcome === 'stored') stored.push(seq)
      }
      expect(outcome).toBe('storage_full')
      const count = async () =>
        (await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM reading')).rows[0]?.n
      expect(await count()).toBe(100 * stored.length)
      const backup = { url: database.url, dataDir: disk, to: path.join(disk, 'backup'), version: '1', now }
      await expect(backUp(backup)).rejects.toThrow(/cannot be written: ENOSPC/)
      expect((await readdir(disk)).filter((name) => name.startsWith('backup'))).toEqual([])

      await rm(ballast)
      const next = stored.length + 1
      await expect.poll(() => send(next)).toBe('stored')
      expect(await count()).toBe(100 * next)
      await intake.close()
    } finally {
      await database.close()
    }
  },
  60_000,
)
