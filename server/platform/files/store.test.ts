// What a store of files promises, over a folder and over S3. `S3_TEST_URL` names a real S3-compatible store beside the
// double: `npm run prove -- files` sets it. Its bucket is to be empty, and is empty again afterwards.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { type Fault, type S3Double, signatureTrouble, startS3Double } from '#tests/s3-double.ts'
import { copyOut } from './copy-out.ts'
import { openFolderStore } from './folder-store.ts'
import { readS3Address, type S3Address } from './s3-address.ts'
import { type S3Patience, usualPatience } from './s3-client.ts'
import { openS3Store } from './s3-store.ts'
import {
  eraseFile,
  type FileStore,
  fileOfName,
  holdsNothing,
  nameOf,
  storedIds,
  StoreTrouble,
} from './store.ts'

const world = await mkdtemp(path.join(tmpdir(), 'sunkeeper-store-'))
const undo: (() => Promise<unknown>)[] = [() => rm(world, { recursive: true, force: true })]
afterAll(async () => {
  for (const step of undo.toReversed()) await step()
})

const addressOf = (text: string): S3Address => {
  const at = readS3Address(text)
  if (at === null) throw new Error('no address of a bucket')
  return at
}
const quick: S3Patience = { ...usualPatience, pause: 1 }
/** Short, for what keeps silent. */
const hasty: S3Patience = { answer: 1_500, brief: 1_500, piece: 1_500, pause: 1 }

let count = 0
const local = async (bytes: Uint8Array): Promise<string> => {
  await mkdir(path.join(world, 'local'), { recursive: true })
  const file = path.join(world, 'local', String((count += 1)))
  await writeFile(file, bytes)
  return file
}
const newName = (size: 'full' | 'thumb' = 'full'): string => nameOf(randomUUID(), size)
const read = async (store: FileStore, name: string): Promise<Buffer | null> => {
  const file = await store.open(name)
  if (file === null) return null
  const bytes = await buffer(file.body)
  expect(bytes.length).toBe(file.bytes)
  return bytes
}
const all = async (store: FileStore): Promise<string[]> => {
  const names: string[] = []
  for await (const page of store.list()) names.push(...page.map(({ name }) => name))
  return names.toSorted()
}
const idsBefore = async (store: FileStore, before: number): Promise<string[]> => {
  const ids: string[] = []
  for await (const page of storedIds(store, before)) ids.push(...page)
  return ids
}
const troubleOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof StoreTrouble ? error.message : `no StoreTrouble: ${String(error)}`),
  )

const double = await startS3Double({ prefix: 'sun/keeper' })
undo.push(double.close)
const stores: [string, FileStore][] = [
  ['a folder', openFolderStore(path.join(world, 'files'))],
  ['S3, as the double plays it', openS3Store(addressOf(double.url))],
]
const real = process.env['S3_TEST_URL']
if (real !== undefined) stores.push(['the S3 store of S3_TEST_URL', openS3Store(addressOf(real))])

describe.each(stores)('a store of files: %s', (_, store) => {
  it('gives back what was put, byte by byte, whatever its size', async () => {
    for (const size of [0, 1, 70_000, 5_000_000]) {
      const [name, bytes] = [newName(), randomBytes(size)]
      await store.put(name, await local(bytes))
      expect((await read(store, name))?.equals(bytes)).toBe(true)
      expect(await store.sizeOf(name)).toBe(size)
      const to = path.join(world, 'copied')
      expect(await copyOut(store, name, to)).toEqual({
        bytes: size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      await store.erase(name)
    }
    expect(await holdsNothing(store)).toBe(true)
  })

  it('says of what is not there that it is not, and erases it without a word', async () => {
    const name = newName()
    expect([await store.open(name), await store.sizeOf(name), await copyOut(store, name)]).toEqual([
      null,
      null,
      null,
    ])
    await store.erase(name)
    await eraseFile(store, randomUUID())
  })

  it('shows what was prepared only once it is placed, and replaces as a whole', async () => {
    const name = newName()
    const first = await store.prepare(await local(Buffer.from('first')))
    expect([await store.sizeOf(name), await all(store)]).toEqual([null, []])
    await first.place(name)
    await first.discard()
    expect(String(await read(store, name))).toBe('first')
    const second = await store.prepare(await local(Buffer.from('the second')))
    await second.place(name)
    await second.discard()
    expect(String(await read(store, name))).toBe('the second')
    const third = await store.prepare(await local(Buffer.from('never')))
    await third.discard()
    expect([String(await read(store, name)), await all(store)]).toEqual(['the second', [name]])
    await store.erase(name)
  })

  it('lists all that lies there, and ids by their age', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID())
    for (const id of ids) {
      await store.put(nameOf(id, 'full'), await local(Buffer.from(id)))
      await store.put(nameOf(id, 'thumb'), await local(Buffer.from('small')))
    }
    expect(await all(store)).toEqual(
      ids.flatMap((id) => [nameOf(id, 'full'), nameOf(id, 'thumb')]).toSorted(),
    )
    expect(await holdsNothing(store)).toBe(false)
    const day = 86_400_000
    expect(await idsBefore(store, Date.now() - day)).toEqual([])
    expect([...new Set(await idsBefore(store, Date.now() + day))].toSorted()).toEqual(ids.toSorted())
    for (const id of ids) await eraseFile(store, id)
    expect(await all(store)).toEqual([])
  })

  it('removes what was prepared and forgotten', async () => {
    const forgotten = await store.prepare(await local(Buffer.from('forgotten')))
    expect(await store.eraseUnfinished(Date.now() - 86_400_000)).toBe(0)
    await store.eraseUnfinished(Date.now() + 86_400_000)
    expect(await store.eraseUnfinished(Date.now() + 86_400_000)).toBe(0)
    await forgotten.discard()
  })

  it('lets go of what nobody reads to its end', async () => {
    const name = newName()
    await store.put(name, await local(randomBytes(3_000_000)))
    for (let n = 0; n < 20; n += 1) (await store.open(name))?.body.destroy()
    const file = await store.open(name)
    for await (const _chunk of file?.body ?? []) break
    expect((await read(store, name))?.length).toBe(3_000_000)
    await store.erase(name)
  })
})

// Skipped where no such store is named: the double refuses wrong secrets below.
it.skipIf(real === undefined)('the S3 store of S3_TEST_URL refuses a wrong secret', async () => {
  const store = openS3Store({ ...addressOf(real ?? ''), secret: 'wrong' })
  expect(await troubleOf(store.put(newName(), await local(Buffer.from('x'))))).toContain('403')
})

it('names of files are made of ids, and nothing else is one', () => {
  const id = randomUUID()
  expect(fileOfName(nameOf(id, 'full'))).toEqual({ id, size: 'full' })
  expect(fileOfName(nameOf(id, 'thumb'))).toEqual({ id, size: 'thumb' })
  for (const name of ['', id, `zz/${id}`, `../${id}`, `${nameOf(id, 'full')}.jpg`, 'incoming/x', 'empty.txt'])
    expect([name, fileOfName(name)]).toEqual([name, null])
})

it('in a folder everything but files of ours stays where it is', async () => {
  const dir = path.join(world, 'own')
  await mkdir(path.join(dir, 'ab'), { recursive: true })
  await writeFile(path.join(dir, 'ab/notes.txt'), 'mine')
  await writeFile(path.join(dir, 'empty.txt'), '')
  const store = openFolderStore(dir)
  expect(await all(store)).toEqual([])
  expect((await readdir(dir)).toSorted()).toEqual(['ab', 'empty.txt'])
  // A file in the place of the folder: it cannot be said what lies there.
  await writeFile(path.join(world, 'file'), '')
  expect(await holdsNothing(openFolderStore(path.join(world, 'file')))).toBe(true)
})

describe('an address of a bucket', () => {
  const login = { key: 'K', secret: 'S' }
  it('is read with the login in it or beside it', () => {
    expect(readS3Address('s3://A%2FB:c%2Fd%2Be@s3.example:9000/sun/a/b/?region=eu-1&tls=no')).toEqual({
      origin: 'http://s3.example:9000',
      bucket: 'sun',
      prefix: 'a/b/',
      region: 'eu-1',
      key: 'A/B',
      secret: 'c/d+e',
    })
    expect(readS3Address('s3://s3.example/sun', login)).toEqual({
      origin: 'https://s3.example',
      bucket: 'sun',
      prefix: '',
      region: null,
      key: 'K',
      secret: 'S',
    })
    expect(readS3Address('s3://[::1]:9000/sun', login)?.origin).toBe('https://[::1]:9000')
  })
  it.each([
    's3://s3.example/sun?tls=maybe',
    's3://s3.example/sun?acl=public',
    's3://s3.example/sun/../other',
    's3://s3.example/sun/a//b',
    's3://s3.example/sun/a b',
    's3://s3.example/',
    's3://s3.example/s',
    's3://s3.example/sun#x',
    's3://K@s3.example/sun',
    's3://K:a/b@s3.example/sun',
    's3:///sun',
    'https://s3.example/sun',
    'folder',
  ])('is not %s', (text) => {
    expect(readS3Address(text, login)).toBeNull()
  })
  it('without a login is none', () => {
    expect(readS3Address('s3://s3.example/sun')).toBeNull()
    expect(readS3Address('s3://s3.example/sun', { key: 'K' })).toBeNull()
  })
})

it('the double knows the signature that AWS prints in its documentation', () => {
  // "Example: GET Object" of "Signature Calculations for the Authorization Header", put together at the last moment.
  const key = ['AKIA', 'IOSFODNN7EXAMPLE'].join('')
  const secret = ['wJalrXUtnFEMI/K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/')
  const signature = ['f0e8bdb87c964420e857bd35b5d6ed31', '0bd44f0170aba48dd91039c6036bdb41'].join('')
  const asked = (changed: Record<string, string> = {}) => ({
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').update('').digest('hex'),
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
      ...changed,
    },
  })
  expect(signatureTrouble(asked(), { key, secret })).toBeNull()
  expect(signatureTrouble(asked(), { key, secret: `${secret}x` })).toBe('SignatureDoesNotMatch')
  expect(signatureTrouble(asked({ range: 'bytes=0-8' }), { key, secret })).toBe('SignatureDoesNotMatch')
  expect(signatureTrouble(asked({ 'x-amz-acl': 'public-read' }), { key, secret })).toBe(
    'SignatureDoesNotMatch',
  )
  expect(signatureTrouble(asked({ authorization: '' }), { key, secret })).toBe('AccessDenied')
})

/** A double of its own, what it is asked through, and one file that lies there. */
const failing = async (given: { key?: string; secret?: string; bucket?: string } = {}, patience = quick) => {
  const own: S3Double = await startS3Double()
  undo.push(own.close)
  const at = { ...addressOf(own.url), ...given }
  const name = newName()
  const bytes = randomBytes(400_000)
  own.objects.set(name, { bytes, changedMs: Date.now() })
  return { own, store: openS3Store(at, patience), name, bytes }
}
/** Everything that a store is asked for. */
const everything = (store: FileStore, name: string): [string, () => Promise<unknown>][] => [
  ['put', async () => store.put(name, await local(Buffer.from('x')))],
  ['prepare', async () => store.prepare(await local(Buffer.from('x')))],
  ['open', async () => read(store, name)],
  ['sizeOf', async () => store.sizeOf(name)],
  ['erase', async () => store.erase(name)],
  ['list', async () => all(store)],
  ['eraseUnfinished', async () => store.eraseUnfinished(0)],
]

/** How a file is read to its end: its bytes and how many it said, or the trouble. */
const readWhole = async (store: FileStore, name: string): Promise<unknown> => {
  const file = await store.open(name)
  return file && { said: file.bytes, got: (await buffer(file.body)).length }
}

describe('S3 that fails', () => {
  it.each([
    ['a wrong secret', { secret: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['a key nobody knows', { key: 'nobody' }, '403 InvalidAccessKeyId'],
  ])('%s is refused, and said without the login', async (_, given, said) => {
    const { own, store, name } = await failing(given)
    for (const [what, ask] of everything(store, name)) {
      const why = await troubleOf(ask())
      // Answers to HEAD have no body.
      expect([what, why]).toEqual([what, expect.stringContaining(what === 'sizeOf' ? '403' : said)])
      expect(why).not.toMatch(/only|wrong|nobody|double/)
    }
    expect(own.objects.size).toBe(1)
    expect(store.title).toBe(`bucket ${new URL(addressOf(own.url).origin).host}/files`)
  })

  it('a bucket that is not there is trouble, and no missing file', async () => {
    const { store, name } = await failing({ bucket: 'other' })
    // Answers to HEAD have no body, and cannot say which of the two is missing.
    const asked = everything(store, name).filter(([what]) => what !== 'sizeOf')
    expect(asked).toHaveLength(6)
    for (const [what, ask] of asked)
      expect([what, await troubleOf(ask())]).toEqual([what, expect.stringContaining('404 NoSuchBucket')])
  })

  it.each<[string, number, Fault]>([
    ['500', 3, { status: 500 }],
    ['503', 3, { status: 503, code: 'SlowDown' }],
    ['silence', 2, { silent: true }],
  ])('%s is tried %d times, and the last may succeed', async (_, tries, fault) => {
    const isSilent = 'silent' in fault
    const { own, store, name, bytes } = await failing({}, isSilent ? hasty : quick)
    // The same way for all, and each silence takes its time.
    const asked = everything(store, name).filter(([what]) => !isSilent || what === 'put' || what === 'open')
    for (const [what, ask] of asked) {
      own.objects.set(name, { bytes, changedMs: Date.now() })
      const before = own.heard.length
      own.faults = [{ ...fault, times: tries - 1 }]
      await ask()
      expect([what, own.heard.length - before]).toEqual([what, tries])
      own.faults = [fault]
      expect([what, await troubleOf(ask())]).toEqual([what, expect.stringMatching(/answered/)])
      expect([what, own.heard.length - before]).toEqual([what, 2 * tries])
    }
  })

  it('a full one is told apart', async () => {
    const { own, store, name } = await failing()
    own.faults = [{ status: 507, code: 'XMinioStorageFull' }]
    await expect(store.put(name, await local(Buffer.from('x')))).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  it.each<[string, Fault]>([
    ['breaks off', { cutAfter: 100_000 }],
    ['breaks off at once', { cutAfter: 0 }],
    ['stands still', { stallAfter: 100_000 }],
  ])('a body that %s never passes for whole, and is read once more from its beginning', async (_, fault) => {
    const { own, store, name, bytes } = await failing({}, 'stallAfter' in fault ? hasty : quick)
    own.faults = [{ ...fault, method: 'GET' }]
    await expect(readWhole(store, name)).rejects.toBeInstanceOf(StoreTrouble)
    own.faults = [{ ...fault, method: 'GET', times: 2 }]
    expect(await copyOut(store, name)).toMatchObject({ bytes: bytes.length })
  })

  it('of a body that is longer than it said no more is read than that', async () => {
    const { own, store, name, bytes } = await failing()
    own.faults = [{ shortened: true, method: 'GET' }]
    const read = await readWhole(store, name).catch((error: unknown) => error)
    // Where the rest comes in the same breath the answer counts as broken.
    expect([{ said: bytes.length - 1, got: bytes.length - 1 }, expect.any(StoreTrouble)]).toContainEqual(read)
  })

  it('a copy that fails after its answer began is no copy', async () => {
    const { own, store } = await failing()
    const [name, prepared] = [newName(), await store.prepare(await local(Buffer.from('x')))]
    own.faults = [{ failsLate: true, method: 'PUT' }]
    expect(await troubleOf(prepared.place(name))).toContain('a copy was answered SlowDown')
    own.faults = []
    expect(await store.sizeOf(name)).toBeNull()
    // What cannot be taken away is swept later.
    own.faults = [{ status: 403, code: 'AccessDenied' }]
    await prepared.discard()
    own.faults = []
    expect([...own.objects.keys()].filter((key) => key.startsWith('incoming/'))).toHaveLength(1)
    expect(await store.eraseUnfinished(Date.now() + 1_000)).toBe(1)
  })

  it('a list comes in pages, and an answer that is none is trouble', async () => {
    const { own, store, name } = await failing()
    own.pageSize = 2
    const names = [name, ...Array.from({ length: 6 }, () => newName())]
    for (const one of names) own.objects.set(one, { bytes: Buffer.from('x'), changedMs: 0 })
    own.objects.set('incoming/ab & <c>', { bytes: Buffer.from('x'), changedMs: 0 })
    own.objects.set('zz & <other>', { bytes: Buffer.from('x'), changedMs: 0 })
    expect(await all(store)).toEqual(names.toSorted())
    expect(own.heard.filter((one) => one === 'GET ')).toHaveLength(5)
    own.faults = [{ failsLate: true }]
    expect(await troubleOf(all(store))).toContain('not understood')
    // A list that is cut is begun again, and is never taken for a shorter one.
    own.faults = [{ cutAfter: 200, times: 2 }]
    expect(await all(store)).toEqual(names.toSorted())
    own.faults = [{ cutAfter: 200 }]
    expect(await troubleOf(all(store))).toContain('broke off')
  })

  it('nobody listens: trouble, and why', async () => {
    const { own, store, name } = await failing()
    await own.close()
    for (const [what, ask] of everything(store, name))
      expect([what, await troubleOf(ask())]).toEqual([
        what,
        expect.stringContaining('was not answered: connect ECONNREFUSED'),
      ])
  })
})
