// `npm run let-in -- ACCOUNT`: for whoever is kept out by strangers who guess, on the machine of the installation. The
// server may run. The password stays what it was.
import { parseArgs } from 'node:util'
import { LET_IN_MS, letIn } from '#server/features/accounts/let-in.ts'
import { reachForReading } from '#server/platform/backup/reach-database.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { EnvironmentError, readEnvironment } from '#server/env.ts'
import { createLog } from '#server/platform/log.ts'
import { explainStart } from './explain-start.ts'

try {
  const [account] = parseArgs({ allowPositionals: true }).positionals
  if (account === undefined) throw new EnvironmentError('Name the account: npm run let-in -- ACCOUNT')
  const env = readEnvironment(process.env)
  const log = createLog('warn')
  const reached = await reachForReading({ ...env, log })
  const database = await openDatabase({ url: reached.url }, log)
  const typed = await letIn(database.db, Date.now(), account).finally(async () => {
    await database.close()
    await reached.close()
  })
  if (typed === null)
    throw new EnvironmentError(`There is no account ${account} in this installation, or it is disabled.`)
  process.stdout.write(
    `Sign in within ${LET_IN_MS / 60_000} minutes. Type as account:  ${typed}\nand your password as always. It works once.\n`,
  )
} catch (problem) {
  explainStart(problem)
}
