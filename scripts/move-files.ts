// `npm run move-files -- --to s3://host/bucket/prefix`, `--to folder`: all uploads from the folder of DATA_DIR into a
// bucket, or back. `--from` names another source, `--remove` takes away at the source what has arrived. Servers may run.
import { parseArgs } from 'node:util'
import { moveFiles } from '#server/features/files/move-files.ts'
import { reachForReading } from '#server/platform/backup/reach-database.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { filesFolder, openStore } from '#server/platform/files/open-store.ts'
import { readS3Address, s3Sentence } from '#server/platform/files/s3-address.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { type Environment, EnvironmentError, readEnvironment } from '#server/env.ts'
import { createLog } from '#server/platform/log.ts'
import { explainStart } from './explain-start.ts'
import { letReadersLeave } from './gone-reader.ts'

/** So many names are printed; more are counted. */
const NAMES = 20

const storeOf = (option: string, text: string, { dataDir }: Environment): FileStore => {
  if (text === 'folder') return openStore({ filesAt: null, dataDir })
  const login = { key: process.env['FILES_KEY']?.trim(), secret: process.env['FILES_SECRET']?.trim() }
  const filesAt = readS3Address(text, login)
  // Never the text itself: it may hold a secret.
  if (filesAt === null) throw new EnvironmentError(`${option} must be folder, or ${s3Sentence}`)
  return openStore({ filesAt, dataDir })
}

const list = (what: string, names: readonly string[]): void => {
  for (const name of names.slice(0, NAMES)) process.stdout.write(`${what}: ${name}\n`)
  if (names.length > NAMES) process.stdout.write(`${what}: ${names.length - NAMES} more\n`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

letReadersLeave()
try {
  const options = {
    to: { type: 'string' },
    from: { type: 'string' },
    remove: { type: 'boolean', default: false },
  } as const
  const { to: target, from: source, remove } = parseArgs({ options }).values
  if (target === undefined)
    throw new EnvironmentError(
      'Say where the files go: npm run move-files -- --to s3://host/bucket [--remove], or --to folder',
    )
  const env = readEnvironment(process.env)
  const to = storeOf('--to', target, env)
  const from =
    source !== undefined
      ? storeOf('--from', source, env)
      : target === 'folder'
        ? openStore(env)
        : storeOf('--from', 'folder', env)
  if (from.title === to.title)
    throw new EnvironmentError(
      `The files are to go from the ${from.title} to itself: name the bucket they lie in, in FILES_URL or behind --from`,
    )
  const log = createLog('warn')
  const reached = await reachForReading({ ...env, log })
  const database = await openDatabase({ url: reached.url }, log)
  const moved = await moveFiles({
    db: database.db,
    from,
    to,
    dir: filesFolder(env.dataDir),
    remove,
    say,
  }).finally(async () => {
    await database.close()
    await reached.close()
  })
  const { files, bytes, sent, removed, missing, wrong } = moved
  say(
    `${files} files (${(bytes / 1024 ** 2).toFixed(1)} MB) of the ${from.title} lie in the ${to.title}, each read back and compared; ` +
      `${sent} were sent now, ${removed} taken away at the source`,
  )
  list('missing', missing)
  list('wrong', wrong)
  if (missing.length + wrong.length > 0) {
    say(`${missing.length} files in use are missing there, ${wrong.length} are wrong`)
    process.exitCode = 1
  }
} catch (problem) {
  explainStart(problem)
}
