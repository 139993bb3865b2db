// `npm run restore -- --from FILE`: an archive into an empty installation. `--check` only reads the archive.
import { parseArgs } from 'node:util'
import { checkBackup } from '#server/platform/backup/check-backup.ts'
import { BackupError, summary } from '#server/platform/backup/manifest.ts'
import { reachForWriting } from '#server/platform/backup/reach-database.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { readEnvironment } from '#server/env.ts'
import { openStore } from '#server/platform/files/open-store.ts'
import { createLog } from '#server/platform/log.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

letReadersLeave()
try {
  const options = { from: { type: 'string' }, check: { type: 'boolean', default: false } } as const
  const { from, check } = parseArgs({ options }).values
  if (from === undefined) throw new BackupError('Name the archive: npm run restore -- --from FILE [--check]')
  // The whole archive is read and compared before anything is opened or made.
  const manifest = await checkBackup(from)
  const made = new Date(manifest.createdAt).toISOString()
  process.stdout.write(`${from} is whole: Sunkeeper ${manifest.version}, ${made}, ${summary(manifest)}\n`)
  if (!check) {
    const { databaseUrl, databaseOwnerUrl, dataDir, filesAt } = readEnvironment(process.env)
    const files = filesAt === null ? null : openStore({ filesAt, dataDir })
    const log = createLog('warn')
    const database = await reachForWriting({ databaseUrl, databaseOwnerUrl, dataDir, log })
    try {
      await restoreBackup(from, manifest, { url: database.url, dataDir, files, log })
      process.stdout.write(`restored into ${database.name}; everybody signs in again\n`)
    } finally {
      await database.close()
    }
  }
} catch (problem) {
  explainStart(problem)
}
