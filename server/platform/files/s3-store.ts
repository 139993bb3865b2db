import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { S3Address } from './s3-address.ts'
import { createS3Client, errorCode, type S3Patience, type S3Request } from './s3-client.ts'
import { type FileStore, fileOfName, type StoredFile, StoreTrouble } from './store.ts'

/** How often a list is begun. */
const READS = 3
/** Of what is prepared, below the prefix. */
const incoming = 'incoming/'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (all, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    if (name !== undefined) return entities[String(name)] ?? all
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
const valueOf = (xml: string, tag: string): string | null => {
  const begin = `<${tag}>`
  const from = xml.indexOf(begin)
  const to = from < 0 ? -1 : xml.indexOf(`</${tag}>`, from)
  return to < 0 ? null : plain(xml.slice(from + begin.length, to))
}

type Page = { files: (StoredFile & { key: string })[]; next: string | null }

/** One answer of ListObjectsV2; null when it is none, or says that more follows and not where. */
const readPage = (xml: string): Page | null => {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, one = '']) => {
    const key = valueOf(one, 'Key') ?? ''
    const changedMs = Date.parse(valueOf(one, 'LastModified') ?? '')
    return { key, name: key, bytes: Number(valueOf(one, 'Size') ?? Number.NaN), changedMs }
  })
  if (files.some(({ key, bytes, changedMs }) => key === '' || Number.isNaN(bytes + changedMs))) return null
  const next = valueOf(xml, 'IsTruncated') === 'true' ? valueOf(xml, 'NextContinuationToken') : null
  return valueOf(xml, 'IsTruncated') === 'true' && !next ? null : { files, next }
}

const measured = async (path: string): Promise<NonNullable<S3Request['file']>> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Files in a bucket, called as in a folder, below the prefix of the address. */
export const openS3Store = (at: S3Address, patience?: S3Patience): FileStore => {
  const client = createS3Client(at, patience)
  const keyOf = (name: string): string => `${at.prefix}${name}`

  /** Asks, and takes no other status than those. */
  const asked = async (request: S3Request, ...good: number[]) => {
    const answer = await client.ask(request)
    if (!good.includes(answer.status)) throw await client.refused(request, answer)
    return answer
  }
  /** Asks for a file that may be missing: then null. A missing bucket is no missing file. */
  const sought = async (request: S3Request, ...good: number[]) => {
    const answer = await client.ask(request)
    if (good.includes(answer.status)) return answer
    if (answer.status !== 404) throw await client.refused(request, answer)
    const code = errorCode(await answer.text())
    // Answers to HEAD have no body.
    if (code === 'NoSuchKey' || request.method === 'HEAD') return null
    throw new StoreTrouble(
      `the file store ${client.title}: ${request.method} was answered 404 ${code}`.trim(),
    )
  }
  const send = async (key: string, from: string): Promise<void> => {
    const answer = await asked({ method: 'PUT', key, file: await measured(from) }, 200)
    await answer.leave()
  }
  const eraseKey = async (key: string): Promise<void> => {
    await (await sought({ method: 'DELETE', key }, 200, 204))?.leave()
  }
  /** The text of a list, begun again when it breaks off. */
  const listed = async (request: S3Request): Promise<string> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await asked(request, 200)
      try {
        return await answer.text()
      } catch (error) {
        if (attempt === READS) throw error
      }
    }
  }
  const pages = async function* (prefix: string): AsyncGenerator<Page['files']> {
    let next: string | null = null
    do {
      const query: Record<string, string> = { 'list-type': '2', 'max-keys': '1000', prefix }
      if (next !== null) query['continuation-token'] = next
      const page: Page | null = readPage(await listed({ method: 'GET', query }))
      if (page === null || (page.next !== null && page.next === next))
        throw new StoreTrouble(`the file store ${client.title}: its list is not understood`)
      yield page.files
      next = page.next
    } while (next !== null)
  }

  return {
    title: `bucket ${client.title}${at.prefix === '' ? '' : `/${at.prefix.slice(0, -1)}`}`,
    mayHoldOthers: true,
    // The long part is done before anything is locked; the bucket copies within itself.
    prepare: async (from) => {
      const key = keyOf(`${incoming}${randomUUID()}`)
      await send(key, from)
      return {
        place: async (name) => {
          const headers = { 'x-amz-copy-source': `/${at.bucket}/${key}` }
          const request: S3Request = { method: 'PUT', key: keyOf(name), headers, brief: true }
          const text = await (await asked(request, 200)).text()
          // It may fail after the answer has begun.
          if (!/<CopyObjectResult[\s>]/.test(text))
            throw new StoreTrouble(
              `the file store ${client.title}: a copy was answered ${errorCode(text) || 'otherwise'}`,
            )
        },
        discard: () => eraseKey(key).catch(() => undefined),
      }
    },
    put: (name, from) => send(keyOf(name), from),
    open: async (name) => (await sought({ method: 'GET', key: keyOf(name) }, 200))?.file() ?? null,
    sizeOf: async (name) => {
      const answer = await sought({ method: 'HEAD', key: keyOf(name) }, 200)
      if (answer === null) return null
      await answer.leave()
      const bytes = Number(answer.headers.get('content-length') ?? Number.NaN)
      if (!Number.isSafeInteger(bytes))
        throw new StoreTrouble(`the file store ${client.title}: a file came without its length`)
      return bytes
    },
    erase: (name) => eraseKey(keyOf(name)),
    list: async function* () {
      for await (const files of pages(at.prefix)) {
        const page = files.flatMap(({ key, bytes, changedMs }) => {
          const name = key.startsWith(at.prefix) ? key.slice(at.prefix.length) : ''
          return fileOfName(name) === null ? [] : [{ name, bytes, changedMs }]
        })
        if (page.length > 0) yield page
      }
    },
    eraseUnfinished: async (before) => {
      let gone = 0
      for await (const files of pages(keyOf(incoming))) {
        for (const { key, changedMs } of files) {
          if (changedMs >= before || !key.startsWith(keyOf(incoming))) continue
          await eraseKey(key)
          gone += 1
        }
      }
      return gone
    },
  }
}
