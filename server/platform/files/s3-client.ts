import { openAsBlob } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { reasonOf } from '../reason.ts'
import type { S3Address } from './s3-address.ts'
import { type OpenFile, StoreTrouble } from './store.ts'

/** Times in ms; others in tests. */
export type S3Patience = {
  /** Until an answer begins. */
  answer: number
  /** Until an answer has ended, of what is done while a transaction waits. */
  brief: number
  /** Between two pieces of a body. */
  piece: number
  /** Before the second attempt; four times as long before the third. */
  pause: number
}

export const usualPatience: S3Patience = { answer: 10_000, brief: 5_000, piece: 10_000, pause: 150 }

/** What is sent at least, bytes in a ms; a slower line counts as broken. */
const SLOWEST = 256
const ATTEMPTS = 3
/** Attempts that may end without an answer in time: each takes all of it. */
const silences = ({ brief = false }: S3Request): number => (brief ? 1 : 2)
/** No answer but a file is longer: a page of a list has at most 1,000 names. */
const TEXT_MAX = 4 * 1024 * 1024
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** Of a store that is busy or being restarted: the same again may succeed. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Below the bucket, without a slash before it; of characters that stand in addresses as they are. */
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** A local file to be sent, and its hash in hex, which the store compares. */
  file?: { path: string; bytes: number; sha256: string }
  /** A transaction waits. */
  brief?: boolean
}

export type S3Answer = {
  status: number
  headers: Headers
  /** The code of an error answer (`NoSuchKey`); of a successful one the text. Reads the body. */
  text: () => Promise<string>
  /** A file as it comes. @throws StoreTrouble when it has no length */
  file: () => OpenFile
  /** Leaves the body unread. */
  leave: () => Promise<void>
}

export type S3Client = {
  readonly title: string
  /**
   * One signed request, tried three times in all while the store is busy, restarts or cannot be reached, twice when it
   * keeps silent, then once where a transaction waits. Redirections are not followed: they would take the login
   * elsewhere. @throws StoreTrouble
   */
  ask: (request: S3Request) => Promise<S3Answer>
  /** For an answer that is none of those expected. */
  refused: (request: S3Request, answer: S3Answer) => Promise<StoreTrouble>
}

/** The code in an error answer; empty when there is none. */
export const errorCode = (text: string): string => /<Code>([A-Za-z0-9.]{1,80})<\/Code>/.exec(text)?.[1] ?? ''

const isTimeout = ({ cause }: StoreTrouble): boolean => cause instanceof Error && cause.name === 'AbortError'

/** Signed by aws4fetch (AWS Signature Version 4), sent by Node's own fetch. */
export const createS3Client = (at: S3Address, patience: S3Patience = usualPatience): S3Client => {
  const title = `${new URL(at.origin).host}/${at.bucket}`
  const keys = new Map<string, ArrayBuffer>()
  const trouble = (what: string, cause?: unknown, full = false): StoreTrouble =>
    new StoreTrouble(`the file store ${title}: ${what}`, { cause, full })

  /** Pieces of a body, each within its time; ends the connection whatever happens. */
  async function* pieces(response: Response, stop: AbortController): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader()
    if (reader === undefined) return
    try {
      for (;;) {
        const timer = setTimeout(() => stop.abort(), patience.piece)
        const { done, value } = await reader.read().finally(() => clearTimeout(timer))
        if (done) return
        yield value
      }
    } catch (error) {
      throw trouble('an answer broke off', error)
    } finally {
      stop.abort()
    }
  }

  const textOf = async (response: Response, stop: AbortController): Promise<string> => {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of pieces(response, stop)) {
      chunks.push(chunk)
      length += chunk.length
      if (length > TEXT_MAX) throw trouble('an answer is too long')
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  const fileOf = (response: Response, stop: AbortController): OpenFile => {
    const said = response.headers.get('content-length') ?? ''
    if (!/^\d{1,15}$/.test(said)) {
      stop.abort()
      throw trouble('a file came without its length')
    }
    const bytes = Number(said)
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      let left = bytes
      for await (const chunk of pieces(response, stop)) {
        left -= chunk.length
        if (left < 0) break
        yield chunk
      }
      if (left !== 0) throw trouble('a file is not as long as it said')
    }
    const body = Readable.from(counted(), { objectMode: false })
    // Nobody may ever begin to read.
    body.once('close', () => stop.abort())
    return { bytes, body }
  }

  const addressOf = ({ key, query = {} }: S3Request): URL => {
    const url = new URL(`${at.origin}/${at.bucket}${key === undefined ? '' : `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  /** An answer, or why the same may succeed when it is tried again. */
  const once = async (request: S3Request): Promise<S3Answer | StoreTrouble> => {
    const { method, file, brief = false } = request
    const stop = new AbortController()
    const patient = (brief ? patience.brief : patience.answer) + (file?.bytes ?? 0) / SLOWEST
    const signer = new AwsV4Signer({
      method,
      url: addressOf(request).href,
      headers: { ...request.headers, 'x-amz-content-sha256': file?.sha256 ?? emptySha256 },
      accessKeyId: at.key,
      secretAccessKey: at.secret,
      service: 's3',
      ...(at.region === null ? {} : { region: at.region }),
      cache: keys,
    })
    const { url, headers } = await signer.sign()
    // Not signed: what is packed on the way would not have the length it says.
    headers.set('accept-encoding', 'identity')
    const timer = setTimeout(() => stop.abort(), patient).unref()
    let response: Response
    try {
      const body = file === undefined ? null : await openAsBlob(file.path)
      response = await fetch(url, { method, headers, body, signal: stop.signal, redirect: 'manual' })
    } catch (error) {
      return trouble(
        `${method} was not answered${stop.signal.aborted ? ' in time' : `: ${reasonOf(error)}`}`,
        error,
      )
    } finally {
      // Where a transaction waits, the body belongs to the time as well.
      if (!brief) clearTimeout(timer)
    }
    const leave = async (): Promise<void> => {
      await response.body?.cancel().catch(() => undefined)
    }
    if (passing.has(response.status)) {
      await leave()
      return trouble(`${method} was answered ${response.status}`)
    }
    return {
      status: response.status,
      headers: response.headers,
      text: () => textOf(response, stop),
      file: () => fileOf(response, stop),
      leave,
    }
  }

  return {
    title,
    ask: async (request) => {
      let silent = 0
      for (let attempt = 1; ; attempt += 1) {
        const answer = await once(request)
        if (!(answer instanceof StoreTrouble)) return answer
        if (isTimeout(answer)) silent += 1
        if (attempt === ATTEMPTS || silent === silences(request)) throw answer
        await pause(patience.pause * 4 ** (attempt - 1))
      }
    },
    refused: async ({ method }, answer) => {
      const code = errorCode(await answer.text().catch(() => ''))
      const why = code === '' ? String(answer.status) : `${answer.status} ${code}`
      return trouble(`${method} was answered ${why}`, undefined, answer.status === 507)
    },
  }
}
