// `npm run let-in -- ACCOUNT`: for whoever is kept out by strangers who guess, on the machine of the installation. The
// server may run. The password stays what it was; with `--new-password` it is made anew, for whoever has forgotten it and
// finds nobody who could give them one.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { suggestPassword } from '#domain/accounts/suggest-password.ts'
import { LET_IN_MS, letIn, renewPassword } from '#server/features/accounts/let-in.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { reachForReading } from '#server/platform/backup/reach-database.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { EnvironmentError, readEnvironment } from '#server/env.ts'
import { createLog } from '#server/platform/log.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

const withNew = (password: string): string =>
  `and as password:  ${password}\nThe name works once; afterwards it is the account as always, with this password. All sessions have ended.`

letReadersLeave()
try {
  const {
    positionals: [account],
    values: { 'new-password': renews },
  } = parseArgs({ allowPositionals: true, options: { 'new-password': { type: 'boolean', default: false } } })
  if (account === undefined) throw new EnvironmentError('Name the account: npm run let-in -- ACCOUNT')
  const env = readEnvironment(process.env)
  const log = createLog('warn')
  const reached = await reachForReading({ ...env, log })
  const database = await openDatabase({ url: reached.url }, log)
  const password = renews ? suggestPassword(randomBytes) : null
  const enter = async (): Promise<string | null> => {
    if (password !== null)
      await renewPassword(database.db, Date.now(), account, await createPasswords().hash(password))
    return letIn(database.db, Date.now(), account)
  }
  const typed = await enter().finally(async () => {
    await database.close()
    await reached.close()
  })
  if (typed === null)
    throw new EnvironmentError(`There is no account ${account} in this installation, or it is disabled.`)
  process.stdout.write(
    `Sign in within ${LET_IN_MS / 60_000} minutes. Type as account:  ${typed}\n${
      password === null ? 'and your password as always. It works once.' : withNew(password)
    }\n`,
  )
} catch (problem) {
  explainStart(problem)
}
