// `npm run broker-logins -- --file dynamic-security.json`: writes the logins of all gateways into the file of
// Mosquitto's dynamic-security plugin, for moving from the built-in broker without touching a gateway. Mosquitto
// has to be stopped, for it writes the file anew; the server may run.
import { chmodSync, chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { reachForReading } from '#server/platform/backup/reach-database.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { storedLogins } from '#server/features/devices/login-store.ts'
import { EnvironmentError, readEnvironment } from '#server/env.ts'
import { createLog } from '#server/platform/log.ts'
import { readSecurityFile, withLogins } from '#server/entrances/mqtt/broker-file.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

letReadersLeave()
try {
  const { values } = parseArgs({ options: { file: { type: 'string' } } })
  if (values.file === undefined) {
    throw new EnvironmentError('Name the file: npm run broker-logins -- --file dynamic-security.json')
  }
  const { file } = values
  const { mode, uid, gid } = statSync(file)
  const before = readSecurityFile(readFileSync(file, 'utf8'))
  if (before === null)
    throw new EnvironmentError(
      `${file} is no file of Mosquitto's dynamic-security plugin. Make it: mosquitto_ctrl dynsec init ${file} sunkeeper`,
    )
  const env = readEnvironment(process.env)
  const log = createLog('warn')
  const reached = await reachForReading({ ...env, log })
  const database = await openDatabase({ url: reached.url }, log)
  const logins = await storedLogins(database.db).finally(async () => {
    await database.close()
    await reached.close()
  })
  // Written whole or not at all, and never readable by more people than before.
  const draft = `${file}.new`
  writeFileSync(draft, `${JSON.stringify(withLogins(before, logins), null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, mode)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, file)
  const waiting = logins.filter(({ enabled }) => !enabled).length
  process.stdout.write(
    `${logins.length - waiting} logins of gateways and ${waiting} that wait for their claim are in ${file}; start Mosquitto now\n`,
  )
} catch (problem) {
  explainStart(problem)
}
