import { describe, expect, it, vi } from 'vitest'
import { type Found, type Node, nodesIn, nodesInText } from '#tests/trust/sources.ts'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import { pathTo, searches, type RouteName } from '../../paths.ts'
import { parseSearch, readSearch } from '../../kit/search.ts'
import { navigate, setMover } from '../../kit/navigation/navigate.ts'

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

type Callee = {
  name?: string
  object?: { name?: string; property?: { name?: string } }
  property?: { name?: string }
}

/** Where somebody goes who is sent: by a call, by a value that is set, by an attribute whose text is not written down. */
const goesBy = {
  location: /^(assign|replace)$/,
  history: /^(pushState|replaceState)$/,
  navigation: /^navigate$/,
} as const
const globals = /^(window|globalThis|self|document|top|parent)$/

/** What begins with these leads to no page of somebody else, whatever follows. */
const stays = /^(#|tel:|geo:|\/api\/|\/h5\/)/

/** An element of the page itself; what a component does with what it is given is seen in the component. */
const isElementOut = (node: Node): boolean => {
  const { name } = node['name'] as { name?: string }
  if (!/^[a-z]/.test(name ?? '')) return false
  return (node['attributes'] as Node[]).some((attribute) => {
    const called = (attribute['name'] as { name?: string } | undefined)?.name ?? ''
    if (/^http-?equiv$/i.test(called)) return true
    if (!/^(href|action|formAction)$/.test(called)) return false
    const value = attribute['value'] as { value?: unknown; expression?: Node } | null
    const [first] = (value?.expression?.['quasis'] ?? []) as { value: { cooked: string } }[]
    return !stays.test(String(value?.expression === undefined ? value?.value : first?.value.cooked))
  })
}

const isWayOut = (node: Node): boolean => {
  if (node.type === 'CallExpression') {
    const { name, object, property } = node['callee'] as Callee
    const on = object?.property?.name ?? object?.name ?? ''
    const what = property?.name ?? ''
    if (what === 'setAttribute') {
      const [first] = node['arguments'] as { value?: unknown }[]
      return /^(href|action|src|srcdoc|formaction)$/i.test(String(first?.value))
    }
    return (
      name === 'open' ||
      (what === 'open' && globals.test(on)) ||
      Object.entries(goesBy).some(([of, ways]) => on === of && ways.test(what))
    )
  }
  if (node.type === 'AssignmentExpression') {
    const { name, object, property } = node['left'] as Callee
    const on = object?.property?.name ?? object?.name ?? ''
    const what = property?.name ?? ''
    return (
      name === 'location' ||
      (what === 'location' && globals.test(on)) ||
      on === 'location' ||
      /^(href|action|formAction)$/.test(what)
    )
  }
  return node.type === 'JSXOpeningElement' && isElementOut(node)
}

/**
 * Known and looked at: a link of the app, telephone numbers, a file that is handed over. No page of somebody else can
 * come of any.
 */
const known = [
  'web/parts/control/effect.tsx',
  'web/kit/navigation/go.tsx',
  'web/kit/row.tsx',
  'web/kit/save-file.ts',
  // Files of the build, and the page's own address without its search.
  'web/boot/first-paint.ts',
  // The page's own address without the token of a wall.
  'web/app/session/look-token.ts',
  // The same style sheet again.
  'web/kit/lost-part.ts',
]

/** Whether a name is given to something of one's own here. */
const declares = (node: Node, name: string): boolean => {
  const given = [
    node['id'],
    ...((node.type === 'ArrayPattern' ? node['elements'] : []) as unknown[]),
    ...(node.type === 'ObjectPattern' ? (node['properties'] as Node[]).map((one) => one['value']) : []),
  ]
  return given.some((one) => (one as { name?: string } | null | undefined)?.name === name)
}

const fileOf = (at: string): string => at.replace(/:\d+$/, '')

const waysOut = (nodes: Iterable<Found>): string[] => {
  const all = [...nodes]
  const ownOpen = new Set(all.flatMap(({ node, at }) => (declares(node, 'open') ? [fileOf(at())] : [])))
  return all.flatMap(({ node, at }) => {
    if (!isWayOut(node)) return []
    const isOpen = (node['callee'] as { name?: string } | undefined)?.name === 'open'
    return isOpen && ownOpen.has(fileOf(at())) ? [] : [at()]
  })
}

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

  it.each([
    'location.assign(text)',
    'window.location.replace(text)',
    'document.location.assign(text)',
    'location.href = text',
    'window.location.href = text',
    'globalThis.location.pathname = text',
    'location = text',
    'window.location = text',
    'window.open(text)',
    'open(text)',
    'globalThis.open(text)',
    'history.pushState(null, "", text)',
    'navigation.navigate(text)',
    'form.action = text',
    'link.href = text',
    "link.setAttribute('href', text)",
    '<a href={text} />',
    '<form action={text} />',
    '<meta http-equiv="refresh" content={text} />',
  ])('W8: %s would be seen', (text) => expect(waysOut(nodesInText(text))).not.toEqual([]))

  it('W8: nothing of the app goes to an address but through this way', () => {
    expect(waysOut(nodesInText('location.reload(); request.open("PUT", url); navigate.push(path)'))).toEqual(
      [],
    )
    for (const text of [
      '<a href="#top" />',
      '<a href={`tel:${phone}`} />',
      '<a href={`geo:${at}`} />',
      '<a href={`/api/files/${id}`} />',
    ])
      expect([text, waysOut(nodesInText(text))]).toEqual([text, []])
    const found = waysOut(nodesIn('web'))
    expect(found.filter((at) => !known.some((file) => at.startsWith(`${file}:`)))).toEqual([])
    // Each of those that are known is still one.
    for (const file of known)
      expect([file, found.some((at) => at.startsWith(`${file}:`))]).toEqual([file, true])
  })
})
