import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpDevice, type HttpDeviceOptions } from '#edge/transports/http-device.ts'
import { readJson, readJsonIfThere } from '#edge/engine/web.ts'
import { certificate, hasOpenssl, noOpenssl } from './certificate.ts'
import { hasPython, jsonPage, noPython, otherSide, type OtherSide, type Pages } from './other-side.ts'

const canTls = hasPython && hasOpenssl
const noTls = hasPython ? noOpenssl : noPython

type Asked = { path: string; from: number; at: number; authorization: string | null }
const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})
const device = (port: number, options: Partial<HttpDeviceOptions> = {}): HttpDevice => {
  const http = new HttpDevice({ host: '127.0.0.1', port, ...options })
  running.push(() => http.close())
  return http
}
const serve = async (pages: Pages, more: Record<string, unknown> = {}): Promise<OtherSide> => {
  const side = await otherSide('serve-pages.py', { pages, ...more })
  running.push(side.stop)
  return side
}
const asked = ({ said }: OtherSide): Asked[] => said as Asked[]

describe('a device behind HTTP', () => {
  it('is asked over one connection, one request after the other, with a gap between them', async ({
    skip,
  }) => {
    skip(!hasPython, noPython)
    const side = await serve({ '/a': jsonPage({ a: 1 }), '/b': jsonPage([2]) })
    const http = device(side.port, { gapMs: 60 })
    expect(
      await Promise.all([readJson(http, '/a'), readJson(http, '/b'), readJsonIfThere(http, '/c')]),
    ).toEqual([{ a: 1 }, [2], null])
    const [first, second, third] = asked(side)
    expect(asked(side).map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
    expect(new Set(asked(side).map(({ from }) => from)).size).toBe(1)
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(0.06)
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(0.06)
  })

  it.each([
    ['endless', 'garbled', /answers more than 200000 bytes/, 1],
    ['slow', 'timeout', /does not answer in time/, 2],
    ['silent', 'timeout', /does not answer in time/, 2],
    ['away', 'garbled', /sends us on to http:\/\/198.51.100.7\/else\?where, and nobody follows/, 1],
    ['header', 'garbled', /no HTTP/, 1],
    ['nonsense', 'garbled', /no HTTP/, 1],
    ['cut', 'closed', /closed the connection/, 2],
    ['packed', 'garbled', /coding that it was not asked for/, 1],
  ] as const)('that is %s is given up with a sentence', async (mood, reason, sentence, times) => {
    const side = await serve({ '/page': { mood } })
    const http = device(side.port, { mostBytes: 200_000, timeoutMs: 700 })
    const error = await http.get('/page').catch((one: unknown) => one)
    expect(error).toMatchObject({ reason })
    expect(String(error)).toMatch(sentence)
    // It says what it was asked when it has answered.
    await expect.poll(() => asked(side).length).toBe(times)
  })

  it.each([
    [{ type: 'text/html', body: '<html>Welcome</html>' }, 'garbled', /no JSON \(text\/html\)/],
    [{ type: 'application/json', body: '{"half":' }, 'garbled', /no JSON/],
    [{ status: 500, body: 'oh' }, 'garbled', /status 500/],
    [{ status: 401, body: '' }, 'login', /without a login/],
  ])('that answers %j is told in a sentence', async (page, reason, sentence) => {
    const side = await serve({ '/page': page })
    const error = await readJson(device(side.port), '/page?x=1').catch((one: unknown) => one)
    expect(String(error)).toMatch(/status 404/)
    const other = await readJson(device(side.port), '/page').catch((one: unknown) => one)
    expect(other).toMatchObject({ reason })
    expect(String(other)).toMatch(sentence)
  })

  it('may close its connection between two requests', async ({ skip }) => {
    skip(!hasPython, noPython)
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
        // It says that it keeps the connection, and does not.
        socket.once('data', () => socket.destroy())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    running.push(() => server.close())
    const http = device((server.address() as AddressInfo).port)
    expect(await readJson(http, '/a')).toEqual({})
    expect(await readJson(http, '/b')).toEqual({})
  })

  it('is let in by digest, and the challenge is asked for once', async ({ skip }) => {
    skip(!hasPython, noPython)
    const side = await serve({ '/a': jsonPage(1), '/b?c=d': jsonPage(2) }, { digest: ['envoy', '123456'] })
    const login = { kind: 'digest', user: 'envoy', password: '123456' } as const
    const http = device(side.port, { login })
    expect([await readJson(http, '/a'), await readJson(http, '/b?c=d')]).toEqual([1, 2])
    expect(asked(side).map(({ authorization }) => authorization !== null)).toEqual([false, true, true])
    const wrong = device(side.port, { login: { ...login, password: '654321' } })
    await expect(readJson(wrong, '/a')).rejects.toMatchObject({ reason: 'login' })
  })

  it('gets a token over TLS alone', async ({ skip }) => {
    skip(!canTls, noTls)
    const login = { kind: 'bearer', token: 'a-token' } as const
    const plain = await serve({ '/a': jsonPage(1) }, { bearer: 'a-token' })
    await expect(device(plain.port, { login }).get('/a')).rejects.toMatchObject({ reason: 'login' })
    expect(plain.said).toEqual([])
    const secure = await serve({ '/a': jsonPage(1) }, { bearer: 'a-token', tls: certificate('envoy') })
    expect(await readJson(device(secure.port, { secure: true, login }), '/a')).toBe(1)
    await expect(
      readJson(device(secure.port, { secure: true, login: { ...login, token: 'other' } }), '/a'),
    ).rejects.toMatchObject({ reason: 'login' })
    await expect(device(plain.port, { secure: true, login }).get('/a')).rejects.toMatchObject({
      reason: 'not_tls',
    })
  })

  it('shows the same certificate as before, or is asked nothing', async ({ skip }) => {
    skip(!canTls, noTls)
    const first = await serve({ '/a': jsonPage(1) }, { tls: certificate('first') })
    const second = await serve({ '/a': jsonPage(2) }, { tls: certificate('second') })
    let port = first.port
    const server = createServer((socket) => {
      const onward = connect(port, '127.0.0.1')
      socket.pipe(onward).pipe(socket)
      for (const one of [socket, onward]) {
        one.on('error', () => one.destroy())
        running.push(() => one.destroy())
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    running.push(() => server.close())
    const http = device((server.address() as AddressInfo).port, { secure: true })
    expect(await readJson(http, '/a')).toBe(1)
    first.stop()
    port = second.port
    await expect
      .poll(() =>
        http.get('/a').then(
          () => 'answered',
          (error: { reason?: string }) => error.reason,
        ),
      )
      .toBe('certificate')
    expect(second.said).toEqual([])
  })

  it('that is not there says so', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise<void>((resolve) => closed.close(() => resolve()))
    await expect(device(port).get('/')).rejects.toMatchObject({ reason: 'refused' })
    await expect(device(80, { host: 'nobody.invalid' }).get('/')).rejects.toMatchObject({
      reason: 'unreachable',
    })
  })
})
