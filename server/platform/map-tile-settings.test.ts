import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from '../env.ts'

const named = { MAP_TILES_ATTRIBUTION: '© Example' }
const read = (template: string, more: Record<string, string> = {}) =>
  readEnvironment({ MAP_TILES: template, ...named, ...more }).mapTiles
const path = '/{z}/{x}/{y}.png'

describe('a tile server that is set', () => {
  test.each([
    `https://tiles.example${path}`,
    `https://Tiles.example:8443${path}?key=a-B_1&style=roads`,
    'https://tiles.example/wmts?TileMatrix={z}&TileCol={x}&TileRow={y}',
    'https://tiles.example/{y}/{x}/{z}@2x.webp',
    `https://192.168.1.4${path}`,
    `http://127.0.0.1:8081${path}`,
    `http://localhost${path}`,
    `http://[::1]:9${path}`,
  ])('is taken as it is written: %s', (template) => {
    expect(read(template)).toEqual({ template, attribution: '© Example', maxZoom: 19 })
  })

  test('plain http only on this machine, or on the host that people reach by plain http anyway', () => {
    const template = `http://sun.lan:8081${path}`
    expect(read(template, { PUBLIC_URL: 'http://sun.lan:8080' })?.template).toBe(template)
    for (const more of [{}, { PUBLIC_URL: 'https://sun.lan' }, { PUBLIC_URL: 'http://sun.lan.example' }])
      expect(() => read(template, more as Record<string, string>)).toThrow('MAP_TILES must be https')
  })

  test.each([
    ['tiles.example/{z}/{x}/{y}', 'must be the address of map tiles'],
    ['//tiles.example/{z}/{x}/{y}', 'must be the address of map tiles'],
    ['javascript:alert(1)/{z}/{x}/{y}', 'must be the address of map tiles'],
    ['data:image/png;base64,{z}/{x}/{y}', 'must be the address of map tiles'],
    [`https://me:secret@tiles.example${path}`, 'must be the address of map tiles'],
    [`https://*.example${path}`, 'must be the address of map tiles'],
    [`https://*${path}`, 'must be the address of map tiles'],
    [`https://a;script-src${path}`, 'must be the address of map tiles'],
    [`https://a'unsafe-inline'${path}`, 'must be the address of map tiles'],
    [`https://a,b.example${path}`, 'must be the address of map tiles'],
    [`https://a b.example${path}`, 'must be the address of map tiles'],
    [`https://tiles.example\\@evil.example${path}`, 'must be the address of map tiles'],
    [`https://tiles.example:99999${path}`, 'must be the address of map tiles'],
    [`https://tiles.example${path}#here`, 'must be the address of map tiles'],
    [`https://tiles.example${path}"><img`, 'must be the address of map tiles'],
    [`https://tiles.example${path}?${'k'.repeat(500)}`, 'must be the address of map tiles'],
    ['https://tiles.example', 'must be the address of map tiles'],
    ['https://tiles.example/14/8/5.png', 'must have {z}, {x} and {y}'],
    ['https://tiles.example/{z}/{x}.png', 'must have {z}, {x} and {y}'],
    ['https://tiles.example/{z}/{x}/{y}/{z}.png', 'must have {z}, {x} and {y}'],
    ['https://tiles.example/{z}/{x}/{-y}.png', 'must have {z}, {x} and {y}'],
    ['https://tiles.example/{z}/{x}/{y}{r}.png', 'must have {z}, {x} and {y}'],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'must have {z}, {x} and {y}'],
    [`http://tiles.example${path}`, 'must be https'],
    [`http://127.0.0.1.example${path}`, 'must be https'],
    [`http://192.168.1.4${path}`, 'must be https'],
  ])('W2: refuses %s', (template, sentence) => {
    let message = ''
    try {
      read(template)
    } catch (error) {
      message = error instanceof EnvironmentError ? error.message : ''
    }
    expect(message).toContain(`MAP_TILES ${sentence}`)
    expect(message).not.toMatch(/secret|evil/)
  })

  test.each([
    [
      { MAP_TILES: `https://tiles.example${path}` },
      'MAP_TILES_ATTRIBUTION and MAP_TILES must be set together',
    ],
    [named, 'MAP_TILES_ATTRIBUTION and MAP_TILES must be set together'],
    [{ MAP_TILES_MAX_ZOOM: '18' }, 'MAP_TILES_MAX_ZOOM needs MAP_TILES'],
  ])('nothing is half set: %o', (variables, sentence) => {
    expect(() => readEnvironment(variables as Record<string, string>)).toThrow(sentence)
  })

  test.each([
    [{ MAP_TILES_MAX_ZOOM: '0' }, 'must be a zoom from 1 to 22'],
    [{ MAP_TILES_MAX_ZOOM: '23' }, 'must be a zoom from 1 to 22'],
    [{ MAP_TILES_MAX_ZOOM: '1e1' }, 'must be a zoom from 1 to 22'],
    [{ MAP_TILES_ATTRIBUTION: '<a href="x">x</a>' }, 'must be plain text in one line, without HTML'],
    [{ MAP_TILES_ATTRIBUTION: 'a\u202Eb' }, 'must be plain text in one line, without HTML'],
    [{ MAP_TILES_ATTRIBUTION: 'a\nb' }, 'must be plain text in one line, without HTML'],
    [{ MAP_TILES_ATTRIBUTION: 'a'.repeat(201) }, 'must have at most 200 characters'],
  ])('refuses %o', (more, sentence) => {
    expect(() => read(`https://tiles.example${path}`, more as Record<string, string>)).toThrow(sentence)
  })

  test('zoom 1 and 22 are taken', () => {
    for (const zoom of [1, 22])
      expect(read(`https://tiles.example${path}`, { MAP_TILES_MAX_ZOOM: String(zoom) })?.maxZoom).toBe(zoom)
  })
})
