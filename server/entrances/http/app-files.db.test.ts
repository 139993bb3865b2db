import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { thingHandlers, thingRoutes } from './pipeline.fixture.ts'

const appDir = mkdtempSync(join(tmpdir(), 'sunkeeper-app-'))
afterAll(() => rmSync(appDir, { recursive: true, force: true }))
mkdirSync(join(appDir, 'assets'))
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>app</title>')
writeFileSync(join(appDir, 'sw.js'), '// worker')
writeFileSync(join(appDir, '.secret'), 'hidden')
writeFileSync(join(appDir, 'assets', 'main-Ab12.js'), script)
writeFileSync(join(appDir, 'assets', 'main-Ab12.js.br'), brotliCompressSync(script))
writeFileSync(join(appDir, 'assets', 'main-Ab12.js.map'), '{}')
writeFileSync(join(appDir, 'assets', 'decode-worker-Ab12.js'), script)
writeFileSync(
  join(appDir, 'csp-hashes.json'),
  JSON.stringify({ script: ['sha256-AbC+/1=', "'unsafe-inline'"], style: ['sha256-Zz9='] }),
)

writeFileSync(join(appDir, 'index.html.gz'), gzipSync('<!doctype html><title>app</title>'))

const app = await testApp({ routes: thingRoutes, handlers: thingHandlers, settings: { appDir } })

const policyOf = async (path: string): Promise<string> =>
  (await app.request(`GET /h5/${path}`)).headers.get('content-security-policy') ?? ''

describe('the app under /h5/', () => {
  it.each(['/', '/h5'])('%s leads there', async (path) => {
    const reply = await app.request(`GET ${path}`)
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/h5/'])
  })

  it.each(['/h5/', '/h5/home', '/h5/station-detail?stationId=1', '/h5/no/such/route'])(
    '%s is the page, asked for anew each time',
    async (path) => {
      const reply = await app.request(`GET ${path}`)
      expect([reply.status, reply.text]).toEqual([200, '<!doctype html><title>app</title>'])
      expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
      expect(reply.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it('allows the inline first paint by its hash and nothing that is no hash', async () => {
    const policy = (await app.request('GET /h5/home')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' 'sha256-AbC+/1=';style-src 'self' 'sha256-Zz9=';")
  })

  it('W2: WebAssembly is compiled by the worker that reads labels and nowhere else', async () => {
    const worker = await policyOf('assets/decode-worker-Ab12.js')
    expect(worker).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(worker).toContain("default-src 'none'")
    expect(await policyOf('assets/main-Ab12.js')).not.toContain('unsafe')
    expect(await policyOf('decode-worker-1')).not.toContain('unsafe')
  })

  it('files with a hash in their name are kept for ever and come compressed; the worker is asked for anew', async () => {
    const plain = await app.request('GET /h5/assets/main-Ab12.js', {
      headers: { 'accept-encoding': 'identity' },
    })
    expect([plain.status, plain.text]).toEqual([200, script])
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const packed = await app.request('GET /h5/assets/main-Ab12.js', { headers: { 'accept-encoding': 'br' } })
    expect([packed.headers.get('content-encoding'), packed.text]).toEqual(['br', script])
    expect(packed.headers.get('content-type')).toMatch(/javascript/)
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await app.request('GET /h5/sw.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it.each([
    '/h5/assets/main-Old1.js',
    '/h5/favicon.png',
    '/h5/.secret',
    '/h5/%2e%2e/package.json',
    '/h5/..%2fpackage.json',
    '/h5/assets/..%2f..%2f..%2fpackage.json',
    '/h5/%5c..%5cpackage.json',
    '/package.json',
    '/h5x',
    '/h5/assets/',
    '/h5/assets/MAIN-Ab12.js',
    '/h5/assets//main-Ab12.js',
    '/h5/assets/main-Ab12.js.map',
  ])('%s is not there', async (path) => {
    const reply = await app.request(`GET ${path}`)
    expect([path, reply.status, reply.text.includes('sunkeeper"')]).toEqual([path, 404, false])
  })

  it('has the files of a build that came after the start, and not those that it took away', async () => {
    const path = 'GET /h5/assets/page-Cd34.js'
    expect((await app.request(path)).status).toBe(404)
    const file = join(appDir, 'assets', 'page-Cd34.js')
    writeFileSync(file, 'export {}')
    const found = await app.request(path)
    expect([found.status, found.text]).toEqual([200, 'export {}'])
    rmSync(file)
    expect((await app.request(path)).status).toBe(404)
  })

  it('answers HEAD as GET, without the text', async () => {
    const whole = await app.request('GET /h5/assets/main-Ab12.js')
    const head = await app.request('HEAD /h5/assets/main-Ab12.js')
    const tag = whole.headers.get('etag') ?? ''
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', tag])
  })

  it('only reads: a POST to a page is not answered with it', async () => {
    expect((await app.request('POST /h5/home', { body: {} })).status).toBe(404)
  })
})
