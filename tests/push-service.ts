import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Told = { title: string; body: string; lang: string; tag: string; path: string }
type Arrived = { path: string; headers: IncomingHttpHeaders; told: Told; bytes: number }

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser's side of RFC 8291: its keys, and reading with them what came. */
export const pushBrowser = () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Reads one record of aes128gcm (RFC 8188). @throws when it was not made for this browser */
    read: (record: Buffer): string => {
      const salt = record.subarray(0, 16)
      const theirs = record.subarray(21, 21 + record.readUInt8(20))
      const sealed = record.subarray(21 + theirs.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
      const secret = hkdf(ecdh.computeSecret(theirs), auth, info, 32)
      const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The text ends with a 2, then zeros.
      return text.subarray(0, text.lastIndexOf(2)).toString()
    },
  }
}

/** What the token of a request says (RFC 8292). @throws unless it was signed with the private part of `publicKey` */
export const vapidClaims = (authorization: string, publicKey: string): Record<string, unknown> => {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error(`signed with ${key}`)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('not signed with this key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

/** A push service on loopback. It answers as `answer` says and keeps what it could read, as the browser would. */
export const openPushService = async (browser: ReturnType<typeof pushBrowser>) => {
  const arrived: Arrived[] = []
  const service = {
    answer: (response: ServerResponse): unknown => response.writeHead(201).end(),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const told = JSON.parse(browser.read(body)) as Told
      arrived.push({ path: request.url ?? '', headers: request.headers, told, bytes: body.length })
      service.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    arrived,
    service,
    /** All since the last time. */
    take: () => arrived.splice(0),
    close: () => void server.close(),
  }
}
