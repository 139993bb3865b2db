// DNS rebinding: a stranger's name that points at the server.
import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { lines, say } from './raw.ts'

const app = await testApp({ settings: { publicOrigin: 'https://sun.example', hostNames: ['solar.example'] } })

const answer = async (host: string, path: string, method = 'GET', more: string[] = []) => {
  const { text } = await say(
    app.url,
    lines(`${method} ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', ...more),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]), text }
}

describe('W7: a name that is not this server’s', () => {
  const paths = ['/', '/h5/', '/h5/home', '/api/health', '/api/session', '/api/openapi.json', '/nothing']
  it.each(paths)('W7: gets nothing at %s, and each of its own names does', async (path) => {
    const foreign = await answer('evil.example', path)
    expect([path, foreign.status]).toEqual([path, 421])
    expect(foreign.text).toContain('PUBLIC_URL')
    expect(foreign.text).not.toContain('evil.example')
    for (const host of [
      '127.0.0.1',
      '192.168.1.20:8080',
      'raspberrypi',
      'sunkeeper.local',
      'sun.example',
      'solar.example',
    ])
      expect([host, (await answer(host, path)).status]).not.toEqual([host, 421])
  })

  it('W7: writes nothing either, with an Origin of its own', async () => {
    const written = await answer('evil.example', '/api/session', 'POST', [
      'origin: http://evil.example',
      'content-type: application/json',
      'content-length: 0',
    ])
    expect([written.status, written.text.includes('wrong_host')]).toEqual([421, true])
  })

  it('W7: is read as it is sent: with a port, a final dot, in capitals, as the user of an address', async () => {
    for (const host of ['evil.example:8080', 'EVIL.example.', 'localhost.evil.example'])
      expect([host, (await answer(host, '/api/health')).status]).toEqual([host, 421])
    for (const host of ['SUN.EXAMPLE.:443', '[::1]:8080'])
      expect([host, (await answer(host, '/api/health')).status]).toEqual([host, 200])
  })
})
