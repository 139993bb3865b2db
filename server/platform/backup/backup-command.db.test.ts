import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { createLog } from '#server/platform/log.ts'
import { emptyDatabase, testFolder } from '#tests/database.ts'

const root = path.join(import.meta.dirname, '../../..')
const world = await testFolder()
const holders: ReturnType<typeof spawn>[] = []
afterAll(() => holders.forEach((holder) => holder.kill('SIGKILL')))

/** A server in a process of its own, by its database alone. */
const hold = async (dataDir: string): Promise<{ url: string; end: () => Promise<void> }> => {
  const script = path.join(root, 'tests/embedded-holder.ts')
  const holder = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  holders.push(holder)
  const ended = once(holder, 'exit')
  const [line] = (await once(createInterface({ input: holder.stdout }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const end = async () => {
    holder.stdin.end()
    await ended
  }
  return { url, end }
}
const command = (
  name: 'backup' | 'restore' | 'certificate',
  dataDir: string,
  args: string[],
  databaseUrl?: string,
) => {
  const { DATABASE_URL: _, ...env } = process.env
  const run = spawnSync(process.execPath, [path.join(root, `scripts/${name}.ts`), ...args], {
    env: { ...env, DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    encoding: 'utf8',
  })
  return { code: run.status, said: `${run.stdout}${run.stderr}` }
}
/** Who may read DATA_DIR, and what of it lies beside the database. */
const modesOf = async (dataDir: string): Promise<Record<string, string>> => {
  const inside = await Promise.all(
    ['files', 'tls'].map(async (folder) => [
      folder,
      ...(await readdir(path.join(dataDir, folder))).map((name) => `${folder}/${name}`),
    ]),
  )
  const modes = ['.', ...inside.flat()].map(async (name) => {
    const { mode } = await stat(path.join(dataDir, name))
    return [name, (mode & 0o777).toString(8)] as const
  })
  return Object.fromEntries(await Promise.all(modes))
}
const ask = async (url: string, statement: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows
}

it('L8: from a running embedded database to an external one and back to an embedded one', async () => {
  const [from, back, archive] = ['from', 'back', 'archive'].map((name) => path.join(world, name))
  if (from === undefined || back === undefined || archive === undefined) throw new Error('no folders')
  await mkdir(archive)
  const server = await hold(from)
  await migrate(server.url, { log: createLog('silent') })
  await ask(server.url, "INSERT INTO company (id, name, created_at) VALUES (gen_random_uuid(), '光', now())")
  await mkdir(path.join(from, 'files'), { mode: 0o700 })
  await chmod(from, 0o711)
  await writeFile(path.join(from, 'files/a.txt'), 'a', { mode: 0o600 })
  expect(command('certificate', from, [])).toMatchObject({ code: 0 })
  const modes = await modesOf(from)
  expect(modes).toMatchObject({ 'tls/ca.crt': '644', 'tls/server.crt': '644', 'tls/ca.key': '600' })

  const file = path.join(archive, 'one')
  const made = command('backup', from, ['--to', file])
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('5 files') })
  expect(command('backup', from, ['--to', file])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^\S*one exists already; it is not overwritten\.\n$/),
  })
  // Its own database is in use, and it is not empty either.
  expect(command('restore', from, ['--from', file]).said).toContain('Another Sunkeeper')
  await server.end()

  const external = await emptyDatabase()
  const outside = path.join(world, 'outside')
  expect(command('restore', outside, ['--from', file], external)).toMatchObject({ code: 0 })
  expect(await ask(external, 'SELECT name FROM company')).toEqual([{ name: '光' }])
  expect(await modesOf(outside)).toEqual(modes)
  const second = path.join(archive, 'two')
  expect(command('backup', outside, ['--to', second], external)).toMatchObject({ code: 0 })
  expect(command('restore', back, ['--from', second])).toMatchObject({ code: 0 })
  const again = await hold(back)
  expect(await ask(again.url, 'SELECT name FROM company')).toEqual([{ name: '光' }])
  expect(await readdir(path.join(back, 'files'))).toEqual(['a.txt'])
  expect(await modesOf(back)).toEqual(modes)
  await again.end()

  // A stopped installation is started for as long as it takes.
  expect(command('backup', back, ['--to', path.join(archive, 'three')])).toMatchObject({ code: 0 })
  expect(command('backup', path.join(world, 'nowhere'), ['--to', path.join(archive, 'four')])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no installation'),
  })
  expect((await readdir(archive)).toSorted()).toEqual(['one', 'three', 'two'])
})
