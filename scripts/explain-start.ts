import { BackupError } from '#server/platform/backup/manifest.ts'
import { DatabaseStartError } from '#server/platform/db/binaries.ts'
import { MigrationError } from '#server/platform/db/migrate.ts'
import { pgCode } from '#server/platform/db/trouble.ts'
import { StoreTrouble } from '#server/platform/files/store.ts'
import { EnvironmentError } from '#server/env.ts'

const kinds = [EnvironmentError, DatabaseStartError, MigrationError, BackupError, StoreTrouble]

/** Refused logins, missing databases and rights, a server that stops or has no room: nothing that a stack would explain. */
const databaseRefuses = /^(?:28...|3D000|42501|53...|57P0.)$/

/** What a person can mend, in a sentence; null for a fault of ours. */
const sentenceOf = (problem: Error): string | null => {
  if (kinds.some((kind) => problem instanceof kind)) return problem.message
  const code = pgCode(problem) ?? ''
  if (code.startsWith('ERR_PARSE_ARGS') || 'syscall' in problem) return problem.message
  return databaseRefuses.test(code) ? `The database refuses: ${problem.message}.` : null
}

/** Sentences for the person who starts the server; anything else is a fault of ours and shows its stack. */
export const explainStart = (problem: unknown): void => {
  const said = problem instanceof Error ? (sentenceOf(problem) ?? problem.stack) : String(problem)
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}
