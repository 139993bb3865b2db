import { BackupError } from '#server/backup/manifest.ts'
import { DatabaseStartError } from '#server/db/binaries.ts'
import { EnvironmentError } from '#server/env.ts'

/** Sentences for the person who starts the server; anything else is a fault of ours and shows its stack. */
export const explainStart = (problem: unknown): void => {
  const known = [EnvironmentError, DatabaseStartError, BackupError].some((kind) => problem instanceof kind)
  process.stderr.write(
    `${known && problem instanceof Error ? problem.message : String(problem instanceof Error ? problem.stack : problem)}\n`,
  )
  process.exitCode = 1
}
