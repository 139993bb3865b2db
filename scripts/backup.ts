// `npm run backup -- --to FILE`: everything of the installation in one archive, while it runs.
import { parseArgs } from 'node:util'
import { backUp } from '#server/platform/backup/back-up.ts'
import { BackupError, summary } from '#server/platform/backup/manifest.ts'
import { reachForReading } from '#server/platform/backup/reach-database.ts'
import { readEnvironment } from '#server/env.ts'
import { openStore } from '#server/platform/files/open-store.ts'
import { createLog } from '#server/platform/log.ts'
import manifest from '../package.json' with { type: 'json' }
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

letReadersLeave()
try {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
  if (to === undefined) throw new BackupError('Say where the archive goes: npm run backup -- --to FILE')
  const { databaseUrl, databaseOwnerUrl, dataDir, filesAt } = readEnvironment(process.env)
  const database = await reachForReading({ databaseUrl, databaseOwnerUrl, dataDir, log: createLog('warn') })
  try {
    const {
      manifest: made,
      vanished,
      missing,
    } = await backUp({
      url: database.url,
      dataDir,
      files: filesAt === null ? null : openStore({ filesAt, dataDir }),
      to,
      version: manifest.version,
      now: Date.now(),
    })
    process.stdout.write(`backed up ${database.name} to ${to}: ${summary(made)}\n`)
    if (vanished.length > 0)
      process.stdout.write(`deleted meanwhile: ${vanished.slice(0, 10).join(', ')} (${vanished.length})\n`)
    if (missing.length > 0)
      process.stdout.write(
        `not found, though in use: ${missing.slice(0, 10).join(', ')} (${missing.length} uploaded files)\n`,
      )
  } finally {
    await database.close()
  }
} catch (problem) {
  explainStart(problem)
}
