// The app asks nobody but its own server for anything.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { nodesIn, nodesInText, root } from './sources.ts'

// Reading all sources takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Addresses that are names and are never asked for anything. */
const names = [
  'http://www.w3.org/',
  // What React says in an error, for people to read.
  'https://react.dev/errors/',
  // What a browser's URL parser gets as a base, in libraries.
  'http://localhost',
  // Where the reader of labels would look for its program if the worker did not hand it over.
  'https://fastly.jsdelivr.net/npm/zxing-wasm@',
]

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:https?|wss?):\/\/[\w.-]+[^\s"'`)\\<]*/g)]
    .map(([address]) => address)
    .filter((address) => !names.some((name) => address.startsWith(name)))

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')

type Found = ReturnType<typeof nodesInText>[number]

/** Where an HTTP client is taken or used; the modules themselves only for what serves with them. */
const callersIn = (nodes: Iterable<Found>): string[] =>
  [...nodes].flatMap(({ node, at }) => {
    const callee = node['callee'] as { name?: string; property?: { name?: string } } | undefined
    const called = callee?.name ?? callee?.property?.name ?? ''
    if (/^(New|Call)Expression$/.test(node.type) && /^(fetch|WebSocket|EventSource)$/.test(called))
      return [at()]
    if (!/^Import(Declaration|Expression)$/.test(node.type)) return []
    const { value } = node['source'] as { value?: unknown }
    const name = typeof value === 'string' ? value.replace(/^node:/, '') : ''
    if (/^(undici|axios|got|node-fetch|ws|http2)$/.test(name)) return [at()]
    if (!/^https?$/.test(name) || node['importKind'] === 'type') return []
    const taken = (node['specifiers'] ?? [{}]) as { imported?: { name: string } }[]
    return taken.some(({ imported }) => ['get', 'request', undefined].includes(imported?.name)) ? [at()] : []
  })

describe('P7: without the internet', () => {
  it('P7: an address of somewhere else is seen', () => {
    expect(addressesIn('fetch("https://evil.example/x")')).toEqual(['https://evil.example/x'])
    expect(addressesIn('@import url(https://fonts.example/css)')).toHaveLength(1)
    expect(addressesIn('<svg xmlns="http://www.w3.org/2000/svg">')).toEqual([])
  })

  it('P7: no source of the app names one', () => {
    const files = globSync('web/**/*.{ts,tsx,css,html,js,svg,json}', { cwd: root }).filter(
      (file) => !/node_modules|\.test\.tsx?$/.test(file),
    )
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) =>
      addressesIn(withoutComments(readFileSync(join(root, file), 'utf8'))).map(
        (address) => `${file}: ${address}`,
      ),
    )
    expect(found).toEqual([])
  })

  // `npm test` builds it first; whoever runs this file alone may have none.
  it.skipIf(!existsSync(join(root, 'dist/h5')))('P7: no built file of the app names one', () => {
    const built = globSync('dist/h5/**/*.{js,css,html,json,svg}', { cwd: root })
    expect(built.length).toBeGreaterThan(10)
    const found = built.flatMap((file) =>
      addressesIn(readFileSync(join(root, file), 'utf8')).map((address) => `${file}: ${address}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    "fetch('x')",
    "globalThis.fetch('x')",
    "new WebSocket('ws://x')",
    "import { request } from 'node:http'",
    "import https from 'https'",
    "import { connect } from 'node:http2'",
    "const { get } = await import('node:https')",
    "import { Agent } from 'undici'",
  ])('P7: what calls somebody is seen: %s', (text) => {
    expect(callersIn(nodesInText(text))).toHaveLength(1)
  })

  it.each(["import { createServer } from 'node:http'", "import type { Agent } from 'node:https'"])(
    'P7: what only serves is none: %s',
    (text) => {
      expect(callersIn(nodesInText(text))).toEqual([])
    },
  )

  it('P7: the server itself calls nobody: it has no HTTP client', () => {
    const found = callersIn(nodesIn('domain', 'contract', 'server'))
    const exits = [
      // Webhooks and push: addresses that people have entered or their browsers named, private ones refused.
      'server/features/messages/post-once.ts',
      // The pages of the brokers' cluster that whoever runs the server has named in AMQP_API_URL.
      'server/platform/broker/rabbit-api.ts',
      // The bucket that whoever runs the server has named in FILES_URL.
      'server/platform/files/s3-client.ts',
    ]
    const places = [...new Set(found.map((at) => at.replace(/:\d+$/, '')))].toSorted()
    expect(places).toEqual(exits)
  })
})
