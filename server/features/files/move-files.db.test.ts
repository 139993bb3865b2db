// Uploads on their way between folder and bucket: by the command, by a backup and its restoring.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { backUp } from '#server/platform/backup/back-up.ts'
import { checkBackup } from '#server/platform/backup/check-backup.ts'
import { BackupError } from '#server/platform/backup/manifest.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { openFolderStore } from '#server/platform/files/folder-store.ts'
import { readS3Address } from '#server/platform/files/s3-address.ts'
import { usualPatience } from '#server/platform/files/s3-client.ts'
import { openS3Store } from '#server/platform/files/s3-store.ts'
import { type FileStore, nameOf, StoreTrouble } from '#server/platform/files/store.ts'
import { createLog } from '#server/platform/log.ts'
import { testApp } from '#tests/app.ts'
import { emptyDatabase, testFolder } from '#tests/database.ts'
import { pngOf } from '#tests/factories/files.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { moveFiles } from './move-files.ts'

const root = path.join(import.meta.dirname, '../../..')
const log = createLog('silent')
const world = await testFolder()
const dataDir = path.join(world, 'first')
const dir = path.join(dataDir, 'files')
const app = await testApp({ files: openFolderStore(dir) })
const mine = await app.asRole('plenary', 'a')
const folder = openFolderStore(dir)
const databaseUrl = app.owner.options.connectionString ?? ''

const bucket = async (prefix = 'sun') => {
  const double = await startS3Double({ prefix })
  app.onStop(double.close)
  const at = readS3Address(double.url)
  if (at === null) throw new Error('no address of a bucket')
  return { double, store: openS3Store(at, { ...usualPatience, pause: 1 }) }
}

const send = async (name: string, type: string, purpose: string, raw: Buffer): Promise<string> => {
  const id = randomUUID()
  const reply = await mine.request(`PUT /api/files/${id}?purpose=${purpose}&name=${name}`, {
    raw: Uint8Array.from(raw),
    headers: { 'content-type': type },
  })
  expect(reply.status).toBe(200)
  return id
}
const pictures: string[] = []
for (let n = 1; n <= 3; n += 1)
  pictures.push(await send('roof.png', 'image/png', 'station_image', pngOf(100 * n, 80)))
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(600_000)])
const document = await send('plan.pdf', 'application/pdf', 'order_file', pdf)
const names = [
  ...pictures.flatMap((id) => [nameOf(id, 'full'), nameOf(id, 'thumb')]),
  nameOf(document, 'full'),
].toSorted()

const contents = async (of: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const name of names) found[name] = await readFile(path.join(of, name), 'base64').catch(() => 'missing')
  return found
}
const original = await contents(dir)
const inBucket = (objects: Map<string, { bytes: Buffer }>) =>
  Object.fromEntries(
    [...objects].map(([key, { bytes }]) => [key.replace(/^sun\//, ''), bytes.toString('base64')]),
  )

const said: string[] = []
const move = (from: FileStore, to: FileStore, remove = false, at = dir) =>
  moveFiles({ db: app.db, from, to, dir: at, remove, say: (line) => said.push(line) })
const whole = { files: 7, missing: [], wrong: [] }

/** The command; its words never hold a login. */
const run = async (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [path.join(root, 'scripts/move-files.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const words = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(words.join('')).not.toMatch(/only|for\+tests|double/)
  return { code: await ended, words: words.join('') }
}

describe('moving files', () => {
  it('from the folder to a bucket and into another folder they stay what they are, byte by byte', async () => {
    const { double, store } = await bucket()
    double.pageSize = 3
    expect(await move(folder, store)).toMatchObject({ ...whole, sent: 7, removed: 0 })
    expect(inBucket(double.objects)).toEqual(original)
    expect(await contents(dir)).toEqual(original)
    // Once more: nothing is sent, all is compared.
    expect(await move(folder, store)).toMatchObject({ ...whole, sent: 0 })
    const other = path.join(world, 'other')
    expect(await move(store, openFolderStore(other), false, other)).toMatchObject({ ...whole, sent: 7 })
    expect(await contents(other)).toEqual(original)
    expect(
      (await readdir(path.join(other, 'incoming'))).concat(await readdir(path.join(dir, 'incoming'))),
    ).toEqual([])
  })

  it('cut off by the store it goes on where it ended', async () => {
    const { double, store } = await bucket()
    const put = store.put
    let left = 3
    const cut: FileStore = {
      ...store,
      put: async (name, from) => {
        if (left === 0) throw new StoreTrouble('cut off')
        left -= 1
        await put(name, from)
      },
    }
    await expect(move(folder, cut)).rejects.toThrow('cut off')
    expect(double.objects.size).toBe(3)
    expect(await move(folder, store)).toMatchObject({ ...whole, sent: 4 })
    expect(inBucket(double.objects)).toEqual(original)
  })

  it('what lies there otherwise is replaced; what was sent and arrives otherwise is said and stays', async () => {
    const { double, store } = await bucket()
    const [first = '', second = ''] = names
    double.objects.set(`sun/${first}`, {
      bytes: Buffer.alloc(Buffer.from(original[first] ?? '', 'base64').length),
      changedMs: 0,
    })
    expect(await move(folder, store)).toMatchObject({ ...whole, sent: 7 })
    expect(inBucket(double.objects)).toEqual(original)
    const liar: FileStore = {
      ...store,
      put: async (name, from) => {
        if (name === second) await writeFile(from, 'something else')
        await store.put(name, from)
      },
    }
    double.objects.clear()
    const moved = await move(folder, liar, true)
    expect(moved).toMatchObject({ files: 6, removed: 6, wrong: [`${second} did not arrive as it was`] })
    expect(await contents(dir)).toEqual(
      Object.fromEntries(names.map((name) => [name, name === second ? original[name] : 'missing'])),
    )
    expect(await move(store, folder)).toMatchObject({ missing: [] })
    await writeFile(path.join(dir, second), Buffer.from(original[second] ?? '', 'base64'))
    expect(await contents(dir)).toEqual(original)
  })

  it('a file that is not what its row says, and one that is missing, are named', async () => {
    const { store } = await bucket()
    const plan = nameOf(document, 'full')
    const lost = nameOf(pictures[0] ?? '', 'thumb')
    const damaged = Buffer.from(original[plan] ?? '', 'base64')
    damaged[300_000] = (damaged[300_000] ?? 0) ^ 1
    await writeFile(path.join(dir, plan), damaged)
    await rm(path.join(dir, lost))
    const moved = await move(folder, store, true)
    expect(moved).toMatchObject({ files: 6, removed: 5, missing: [lost] })
    expect(moved.wrong).toEqual([`${plan} is not what its row says; it was copied as it is`])
    for (const name of names) {
      await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
      await writeFile(path.join(dir, name), Buffer.from(original[name] ?? '', 'base64'))
    }
  })

  it('by the command: both ways, without a login in its words', async () => {
    const { double } = await bucket()
    const [, secret = ''] = /:([^:@]+)@/.exec(double.url) ?? []
    const bare = double.url.replace(/\/\/.*@/, '//')
    const login = { FILES_KEY: 'double', FILES_SECRET: decodeURIComponent(secret) }
    expect(await run(['--to', bare], login)).toMatchObject({
      code: 0,
      words: expect.stringMatching(
        /^7 files .* of the folder .* lie in the bucket 127\.0\.0\.1:\d+\/files\/sun, .*; 7 were sent now, 0 taken away/,
      ),
    })
    expect(inBucket(double.objects)).toEqual(original)
    const back = await run(['--to', 'folder', '--remove'], { FILES_URL: double.url })
    expect(back).toMatchObject({ code: 0, words: expect.stringContaining('0 were sent now, 7 taken away') })
    expect(double.objects.size).toBe(0)
    expect(await contents(dir)).toEqual(original)
    // Nothing is left where FILES_URL leads, and the folder it goes to is whole: nothing to say.
    expect(await run(['--to', bare, '--from', bare], login)).toMatchObject({
      code: 1,
      words: expect.stringContaining('to itself'),
    })
    expect(await run(['--to', double.url.replace('tls=no', 'tls=maybe')])).toMatchObject({
      code: 1,
      words: expect.stringMatching(/^--to must be folder, or must be s3:\/\/host/),
    })
    expect(await run([])).toMatchObject({ code: 1, words: expect.stringContaining('Say where the files go') })
    double.faults = [{ status: 403, code: 'AccessDenied' }]
    expect(await run(['--to', bare], login)).toMatchObject({
      code: 1,
      words: expect.stringMatching(/^the file store 127\.0\.0\.1:\d+\/files: \w+ was answered 403[^\n]*\n$/),
    })
  })
})

const take = async (home: string, files: FileStore | null = null, url = databaseUrl) => {
  const to = path.join(await mkdtemp(path.join(world, 'archive-')), 'one')
  return { to, ...(await backUp({ url, dataDir: home, files, to, version: '1.0.0', now: app.now() })) }
}
const bring = async (archive: string, home: string, files: FileStore | null): Promise<string> => {
  const url = await emptyDatabase()
  await restoreBackup(archive, await checkBackup(archive), { url, dataDir: home, files, log })
  return url
}

describe('L8: a backup and files in a bucket', () => {
  it('is the same archive from either, and fills either', async () => {
    const [one, two] = [await bucket(), await bucket()]
    await move(folder, one.store)
    await mkdir(path.join(dir, 'incoming'), { recursive: true })
    await writeFile(path.join(dir, 'incoming/half'), 'being received')
    const fromFolder = await take(dataDir)
    const fromBucket = await take(path.join(world, 'nothing here'), one.store)
    const uploads = (taken: typeof fromFolder) =>
      taken.manifest.files.filter(({ path: inside }) => !inside.includes('incoming'))
    expect(uploads(fromBucket)).toEqual(uploads(fromFolder))
    expect(uploads(fromBucket)).toHaveLength(7)
    expect([fromFolder.missing, fromBucket.missing, fromBucket.vanished]).toEqual([[], [], []])

    const home = path.join(world, 'restored')
    const url = await bring(fromFolder.to, home, two.store)
    expect(inBucket(two.double.objects)).toEqual(original)
    expect(await readdir(home)).toEqual([])
    const again = await take(home, two.store, url)
    expect(uploads(again)).toEqual(uploads(fromFolder))
    const last = path.join(world, 'last')
    await bring(again.to, last, null)
    expect(await contents(path.join(last, 'files'))).toEqual(original)
    await rm(path.join(dir, 'incoming/half'))
  })

  it('is not taken without the files: the bucket that was forgotten, one that breaks off', async () => {
    const { double, store } = await bucket()
    await expect(take(path.join(world, 'nothing here'))).rejects.toThrow(BackupError)
    await move(folder, store)
    double.faults = [{ cutAfter: 10, method: 'GET' }]
    await expect(take(dataDir, store)).rejects.toThrow(StoreTrouble)
    // The list breaks off twice and is begun again.
    double.faults = [{ cutAfter: 10, method: 'GET', times: 2 }]
    const taken = await take(dataDir, store)
    const [first = ''] = names
    expect(taken.manifest.files).toHaveLength(7)
    double.objects.delete(`sun/${first}`)
    const lacking = await take(dataDir, store)
    expect(lacking.manifest.files).toHaveLength(6)
    expect(lacking.missing).toEqual([...pictures, document].filter((id) => nameOf(id, 'full') === first))
  })

  it('restores into an empty bucket alone, and leaves it as empty when it fails', async () => {
    const { double, store } = await bucket()
    const { to } = await take(dataDir)
    const home = path.join(world, 'failing')
    double.objects.set(`sun/${names[0] ?? ''}`, { bytes: Buffer.from('x'), changedMs: 0 })
    await expect(bring(to, home, store)).rejects.toThrow('is not empty')
    double.objects.clear()
    const put = store.put
    let left = 4
    const failing: FileStore = {
      ...store,
      put: async (name, from) => {
        left -= 1
        if (left < 0) throw new StoreTrouble('full of trouble')
        await put(name, from)
      },
    }
    await expect(bring(to, home, failing)).rejects.toThrow('full of trouble')
    expect(double.objects.size).toBe(0)
    expect(await readdir(home)).toEqual([])
  })
})
