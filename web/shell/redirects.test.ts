import { describe, expect, it, vi } from 'vitest'
import { nodesIn } from '#tests/trust/sources.ts'
import { pathTo, searches, type AppPath, type RouteName } from '../paths.ts'
import { parseSearch, readSearch } from '../search.ts'
import { navigate, setMover } from './navigate.ts'

// Reading all sources takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** What leads elsewhere when it is taken for an address. */
const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\evil.example',
  'https://evil.example',
  'https:evil.example',
  '///evil.example',
  '/%2f%2fevil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://evil.example/x',
  '//evil.example/h5/home',
  'https://127.0.0.1@evil.example',
  '..//evil.example',
  '?//evil.example',
  '#//evil.example',
  '/h5/../..//evil.example',
  '\u0000//evil.example',
  '／／evil.example',
] as const

const origin = 'https://sun.example'
const names = Object.keys(searches) as RouteName[]
const make = pathTo as (name: RouteName, search: object) => AppPath

const went: string[] = []
setMover({
  history: {
    push: (href) => void went.push(href),
    replace: (href) => void went.push(href),
    back: () => {},
    canGoBack: () => false,
  },
  preload: () => {},
  turn: (path) => void went.push(`/h5${path}`),
})

describe('W8: addresses in parameters', () => {
  it.each(names)(
    'W8: whatever stands in the parameters of %s, every way leads to a page of the app',
    (name) => {
      went.length = 0
      const parameters = Object.keys(searches[name])
      for (const text of elsewhere) {
        const raw = Object.fromEntries(
          [...parameters, 'back', 'next', 'redirect', 'returnTo', 'from', 'url'].map((one) => [one, text]),
        )
        const path = make(name, readSearch(searches[name], raw))
        navigate.push(path)
        navigate.replace(path)
        navigate.back(path)
        navigate.turn(path, 'push')
      }
      expect(went.length).toBe(elsewhere.length * 4)
      for (const href of went) {
        const { origin: where, pathname, search } = new URL(href, origin)
        expect([where, pathname]).toEqual([origin, `/h5/${name}`])
        // Only the page's own parameters come through.
        expect(Object.keys(parseSearch(search)).filter((one) => !parameters.includes(one))).toEqual([])
      }
    },
  )

  it('W8: nothing of the app goes to an address but through this way', () => {
    const found: string[] = []
    for (const { node, at } of nodesIn('web')) {
      const callee = node['callee'] as
        | {
            type: string
            object?: { name?: string; property?: { name?: string } }
            property?: { name?: string }
          }
        | undefined
      if (node.type === 'CallExpression' && callee?.type === 'MemberExpression') {
        const on = callee.object?.name ?? callee.object?.property?.name
        const what = callee.property?.name ?? ''
        if (on === 'location' && ['assign', 'replace'].includes(what)) found.push(at())
        if (on === 'window' && what === 'open') found.push(at())
      }
      const left = node['left'] as
        | { type: string; object?: { name?: string }; property?: { name?: string }; name?: string }
        | undefined
      if (node.type === 'AssignmentExpression') {
        if (left?.object?.name === 'location' && left.property?.name === 'href') found.push(at())
        if (left?.property?.name === 'location' || left?.name === 'location') found.push(at())
      }
    }
    expect(found).toEqual([])
  })
})
