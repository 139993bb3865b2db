import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** What a session or a device alone needs is not carried by a backup: everybody signs in again. */
const fingerprint = async (url: string): Promise<Map<string, string>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition ORDER BY relname`,
    )
    const found = new Map<string, string>()
    for (const { name } of rows) {
      // In any order: what is equal has equal sums.
      const { rows: sums } = await client.query<{ sum: string }>(
        `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(one::text, 0)::numeric), 0) AS sum FROM ${client.escapeIdentifier(name)} one`,
      )
      found.set(name, sums[0]?.sum ?? '')
    }
    return found
  } finally {
    await client.end()
  }
}

export type ThereAndBack = { said: string[]; tables: number; apart: string[]; readings: string }

/**
 * With the documented commands: a backup of the installation in a cluster, restored into a machine with the database
 * that comes along, a backup of that, restored into an empty database of the cluster; and what differs at the end.
 */
export const thereAndBack = async (
  root: string,
  folder: string,
  from: { url: string; ownerUrl: string; dataDir: string },
  to: { url: string; ownerUrl: string },
): Promise<ThereAndBack> => {
  const said: string[] = []
  const command = async (script: string, args: string[], env: Record<string, string>): Promise<void> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...args], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '', MQTT_URL: '', FILES_URL: '', ...env },
    })
    said.push(...stdout.trim().split('\n'))
  }
  const [first, second] = [join(folder, 'cluster.tar.zst'), join(folder, 'machine.tar.zst')]
  const machine = { DATA_DIR: join(folder, 'machine') }
  await command('backup.ts', ['--to', first], {
    DATABASE_URL: from.url,
    DATABASE_OWNER_URL: from.ownerUrl,
    DATA_DIR: from.dataDir,
  })
  await command('restore.ts', ['--from', first], machine)
  await command('backup.ts', ['--to', second], machine)
  await command('restore.ts', ['--from', second], {
    DATABASE_URL: to.url,
    DATABASE_OWNER_URL: to.ownerUrl,
    DATA_DIR: join(folder, 'back'),
  })
  const [before, after] = [await fingerprint(from.ownerUrl), await fingerprint(to.ownerUrl)]
  const names = new Set([...before.keys(), ...after.keys()])
  const apart = [...names].filter((name) => before.get(name) !== after.get(name))
  return { said, tables: names.size, apart, readings: after.get('reading')?.split(' ')[0] ?? '0' }
}
