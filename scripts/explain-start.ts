import { BackupError } from '#server/platform/backup/manifest.ts'
import { DatabaseStartError } from '#server/platform/db/binaries.ts'
import { MigrationError } from '#server/platform/db/migrate.ts'
import { pgCode } from '#server/platform/db/trouble.ts'
import { StoreTrouble } from '#server/platform/files/store.ts'
import { reasonOf } from '#server/platform/reason.ts'
import { EnvironmentError } from '#server/env.ts'

const kinds = [EnvironmentError, DatabaseStartError, MigrationError, BackupError, StoreTrouble]

/** Refused logins, missing databases and rights, a server that stops or has no room: nothing that a stack would explain. */
const databaseRefuses = /^(?:28...|3D000|42501|53...|57P0.)$/

const noConnection = /^(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/

const unknownCertificate = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/

/** Of a connection to the database that did not come about; null for anything else. */
const unreached = (problem: Error, code: string): string | null => {
  const reason = reasonOf(problem)
  if (noConnection.test(code)) return `The database does not answer: ${reason}.`
  if (unknownCertificate.test(code))
    return `The certificate of the database is refused: ${reason}. Its address says whose is believed: ?sslmode=verify-full&sslrootcert=/path/to/ca.crt`
  return reason.includes('not support SSL') ? `The database refuses: ${reason}.` : null
}

/** What a person can mend, in a sentence; null for a fault of ours. */
const sentenceOf = (problem: Error): string | null => {
  if (kinds.some((kind) => problem instanceof kind)) return problem.message
  const code = pgCode(problem) ?? ''
  const connection = unreached(problem, code)
  if (connection !== null) return connection
  if (code.startsWith('ERR_PARSE_ARGS') || 'syscall' in problem) return problem.message
  return databaseRefuses.test(code) ? `The database refuses: ${problem.message}.` : null
}

/** Sentences for the person who starts the server; anything else is a fault of ours and shows its stack. */
export const explainStart = (problem: unknown): void => {
  const said = problem instanceof Error ? (sentenceOf(problem) ?? problem.stack) : String(problem)
  process.stderr.write(`${said}\n`)
  process.exitCode = 1
}
