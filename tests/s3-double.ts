// A stand-in for an S3-compatible store: no such store, but what one is asked for here, over real HTTP. It keeps objects
// in memory, checks signatures (AWS Signature Version 4) and the hash of what is sent by itself, and fails on demand. A
// real server is asked the same by `npm run prove -- files`.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Head = { method: string; url: string; headers: IncomingMessage['headers'] }
type Login = { key: string; secret: string }

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * What is wrong with the signature of a request; null when it is right. As AWS writes it down in "Signature Calculations
 * for the Authorization Header".
 */
export const signatureTrouble = (
  { method, url, headers }: Head,
  { key, secret }: Login,
): 'AccessDenied' | 'InvalidAccessKeyId' | 'SignatureDoesNotMatch' | null => {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (given === null) return 'AccessDenied'
  const [, keyId = '', day = '', region = '', signed = '', signature = ''] = given
  if (keyId !== key) return 'InvalidAccessKeyId'
  const names = signed.split(';')
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!must.every((name) => names.includes(name))) return 'SignatureDoesNotMatch'
  const [path = '', search = ''] = url.split('?')
  const query = [...new URLSearchParams(search)]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => escaped(decodeURIComponent(part)))
      .join('/'),
    query,
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}`,
    ),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const signing = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  const right = hmac(signing, text)
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

/** How the next requests that fit are answered instead. */
export type Fault = {
  /** Which; all unless said. */
  method?: string
  /** How many of them; for ever unless said. */
  times?: number
} & (
  | { status: number; code?: string }
  /** Takes the request and says nothing. */
  | { silent: true }
  /** Ends the connection after so many bytes of a body that was said to be longer. */
  | { cutAfter: number }
  /** Sends so many bytes of a body and no more, without an end. */
  | { stallAfter: number }
  /** Says that a body is shorter than it is, by one byte. */
  | { shortened: true }
  /** Answers 200 and an error in the body, as copies may. */
  | { failsLate: true }
)

export type S3Double = {
  /** With its login. */
  readonly url: string
  readonly bucket: string
  readonly objects: Map<string, { bytes: Buffer; changedMs: number }>
  /** Each request as it came, `PUT ab/…`, also those that were refused. */
  readonly heard: string[]
  faults: Fault[]
  /** Names in one answer of a list. */
  pageSize: number
  close: () => Promise<void>
}

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const refuse = (response: ServerResponse, status: number, code: string, withBody = true): void => {
  const text = xml(`<Error><Code>${code}</Code><Message>no</Message></Error>`)
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(text),
  })
  response.end(withBody ? text : undefined)
}
const say = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml(text))
}
const send = (response: ServerResponse, bytes: Buffer, fault: Fault | undefined): void => {
  const shortened = fault !== undefined && 'shortened' in fault
  response.writeHead(200, { 'content-length': bytes.length - (shortened ? 1 : 0) })
  if (fault !== undefined && 'cutAfter' in fault)
    response.write(bytes.subarray(0, fault.cutAfter), () => response.socket?.destroy())
  else if (fault !== undefined && 'stallAfter' in fault) response.write(bytes.subarray(0, fault.stallAfter))
  else if (shortened) {
    // Node's own server would refuse to.
    response.flushHeaders()
    response.socket?.write(bytes)
  } else response.end(bytes)
}

export const startS3Double = async ({
  key = 'double',
  secret = 'only/for+tests',
  bucket = 'files',
  prefix = '',
} = {}): Promise<S3Double> => {
  const objects: S3Double['objects'] = new Map()
  const heard: string[] = []

  const list = (response: ServerResponse, query: URLSearchParams, fault: Fault | undefined): void => {
    const after = query.get('continuation-token') ?? ''
    const all = [...objects.keys()]
      .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after)
      .toSorted()
    const page = all.slice(0, Math.min(double.pageSize, Number(query.get('max-keys') ?? 1000)))
    const more = all.length > page.length
    const contents = page.map((name) => {
      const { bytes, changedMs } = objects.get(name) ?? { bytes: Buffer.alloc(0), changedMs: 0 }
      const changed = new Date(changedMs).toISOString()
      return `<Contents><Key>${inXml(name)}</Key><LastModified>${changed}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = more ? `<NextContinuationToken>${inXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    send(
      response,
      Buffer.from(
        xml(
          `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
        ),
      ),
      fault,
    )
  }
  const put = (request: IncomingMessage, response: ServerResponse, name: string, body: Buffer): void => {
    const source = request.headers['x-amz-copy-source']
    if (source !== undefined) {
      const [, from = '', ...rest] = decodeURIComponent(String(source)).split('/')
      const found = from === bucket ? objects.get(rest.join('/')) : undefined
      if (found === undefined) return refuse(response, 404, 'NoSuchKey')
      objects.set(name, { bytes: found.bytes, changedMs: Date.now() })
      return say(response, '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>')
    }
    // As with a real one: no chunks without a length.
    if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength')
    if (sha256(body) !== request.headers['x-amz-content-sha256'])
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    objects.set(name, { bytes: body, changedMs: Date.now() })
    response.writeHead(200).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const at = new URL(url, 'http://double')
    const [, into = '', ...rest] = decodeURIComponent(at.pathname).split('/')
    const name = rest.join('/')
    heard.push(`${method} ${name}`)
    const fault = double.faults.find((one) => one.method === undefined || one.method === method)
    if (fault?.times !== undefined) {
      fault.times -= 1
      if (fault.times === 0) double.faults = double.faults.filter((one) => one !== fault)
    }
    if (fault !== undefined && 'silent' in fault) return
    if (fault !== undefined && 'status' in fault)
      return refuse(response, fault.status, fault.code ?? 'InternalError', method !== 'HEAD')
    const trouble = signatureTrouble({ method, url, headers }, { key, secret })
    if (trouble !== null) return refuse(response, 403, trouble, method !== 'HEAD')
    if (into !== bucket) return refuse(response, 404, 'NoSuchBucket', method !== 'HEAD')
    if (fault !== undefined && 'failsLate' in fault)
      return say(response, '<Error><Code>SlowDown</Code></Error>')
    const found = objects.get(name)
    if (method === 'GET' && name === '') return list(response, at.searchParams, fault)
    if (method === 'PUT') return put(request, response, name, Buffer.concat(chunks))
    if (method === 'DELETE') {
      objects.delete(name)
      response.writeHead(204).end()
    } else if (found === undefined) refuse(response, 404, 'NoSuchKey', method !== 'HEAD')
    else if (method === 'HEAD') response.writeHead(200, { 'content-length': found.bytes.length }).end()
    else send(response, found.bytes, fault)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const double: S3Double = {
    url: `s3://${key}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}${prefix === '' ? '' : `/${prefix}`}?tls=no`,
    bucket,
    objects,
    heard,
    faults: [],
    pageSize: 1000,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return double
}
