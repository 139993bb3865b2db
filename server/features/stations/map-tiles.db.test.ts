import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'

const mapTiles = {
  template: 'https://tiles.example:8443/{z}/{x}/{y}.png?key=k-1',
  attribution: '© Example',
  maxZoom: 18,
}
const app = await testApp({ context: { mapTiles } })
const plain = await testApp()

const policyOf = ({ headers }: { headers: Headers }): Map<string, string> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((one) => {
      const [name = '', ...rest] = one.trim().split(' ')
      return [name, rest.join(' ')]
    }),
  )

describe('a tile server', () => {
  it('W2: pictures may come from its origin, and nothing else from anywhere', async () => {
    const without = policyOf(await plain.request('GET /api/health'))
    expect(without.get('img-src')).toBe("'self' data: blob:")
    for (const path of ['/h5/', '/h5/station-list', '/api/session', '/x']) {
      const policy = policyOf(await app.request(`GET ${path}`))
      expect([path, policy.get('img-src')]).toEqual([path, "'self' data: blob: https://tiles.example:8443"])
      policy.delete('img-src')
      expect([...policy]).toEqual([...without].filter(([name]) => name !== 'img-src'))
    }
  })

  it('its address, which may hold a key, is told to those who are signed in; its host to all', async () => {
    const stranger = await app.request('GET /api/map-tiles')
    expect(stranger.status).toBe(401)
    expect(stranger.text).not.toContain('k-1')
    const owner = await app.asRole('owner')
    expect((await owner.request('GET /api/map-tiles')).body).toEqual({ tiles: mapTiles })
    expect((await app.request('GET /api/privacy')).body).toEqual({ tileHost: 'tiles.example:8443' })
  })

  it('without one maps are drawn from the outline alone, and the privacy text may say so', async () => {
    const owner = await plain.asRole('owner')
    expect((await owner.request('GET /api/map-tiles')).body).toEqual({ tiles: null })
    expect((await plain.request('GET /api/privacy')).body).toEqual({ tileHost: null })
  })
})
