// `npm run broker-logins -- --file dynamic-security.json`: writes the logins of all gateways into the file of
// Mosquitto's dynamic-security plugin, for moving from the built-in broker without touching a gateway. Both the
// server and Mosquitto have to be stopped: the one holds the embedded database, the other writes the file anew.
import { chmodSync, chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/open.ts'
import { storedLogins } from '#server/devices/login-store.ts'
import { readEnvironment } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { type SecurityFile, withLogins } from '#server/mqtt/broker-file.ts'
import { explainStart } from './explain-start.ts'

const { values } = parseArgs({ options: { file: { type: 'string' } } })

try {
  if (values.file === undefined) {
    throw new Error('name the file: npm run broker-logins -- --file dynamic-security.json')
  }
  const { file } = values
  const { mode, uid, gid } = statSync(file)
  const before = JSON.parse(readFileSync(file, 'utf8')) as SecurityFile
  const env = readEnvironment(process.env)
  const database = await openDatabase(
    env.databaseUrl === null ? { embedded: { dataDir: env.dataDir } } : { url: env.databaseUrl },
    createLog('warn'),
  )
  const logins = await storedLogins(database.db).finally(() => database.close())
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
