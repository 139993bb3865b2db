import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { asyncApi } from '../mqtt/async-api.ts'
import { keysAtMost } from '../mqtt/fields.ts'
import { listOf, someOf } from './lists.ts'
import { openApi } from './open-api.ts'
import { type RouteTable, routeTable } from './route.ts'
import { routes } from './routes.ts'

/**
 * Every list and every record that is sent or taken says how long it is at the most, so that nobody is told, or waits
 * for, more than that. What the two descriptions show is what is looked at: bodies, answers, events of the stream and
 * messages of gateways. That the figures are not too small, the tests over the database see: they check all answers.
 */

type Node = { [name: string]: unknown }
type Found = { lists: string[]; without: string[] }

/** What has no bound, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'get /api/shell 200.origins[]': 'the operator of the installation names them, in its settings',
  'Error.error.current': 'the object that an answer of the same route shows, bounded there',
}

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : [])
const saysNothing = (node: Node): boolean =>
  Object.keys(node).every((name) => ['description', 'title', 'default'].includes(name))

const look = (node: Node, path: string, found: Found): void => {
  const told = (name: string, isBounded: boolean): void => {
    found.lists.push(name)
    if (!isBounded) found.without.push(name)
  }
  if (saysNothing(node)) told(path, false)
  if (node['type'] === 'array') {
    const name = `${path}[]`
    const items = node['items'] as Node | undefined
    told(name, typeof node['maxItems'] === 'number' || (node['prefixItems'] !== undefined && !items))
    for (const one of [...(items ? [items] : []), ...nodes(node['prefixItems'])]) look(one, name, found)
  }
  const rest = node['additionalProperties']
  if (typeof rest === 'object' && rest !== null && !saysNothing(rest as Node)) {
    const name = `${path}{}`
    const keys = node['propertyNames'] as Node | undefined
    told(name, typeof node['maxProperties'] === 'number' || Array.isArray(keys?.['enum']))
    look(rest as Node, name, found)
  }
  for (const [name, one] of Object.entries((node['properties'] ?? {}) as Record<string, Node>))
    look(one, `${path}.${name}`, found)
  for (const name of ['anyOf', 'oneOf', 'allOf']) for (const one of nodes(node[name])) look(one, path, found)
}

type Content = Record<string, { schema?: Node }>
type Operation = {
  parameters?: { name: string; schema: Node }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

const inHttp = (table: RouteTable): Found => {
  const found: Found = { lists: [], without: [] }
  const document = openApi(table) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Node> }
  }
  const inContent = (content: Content, path: string): void => {
    for (const { schema } of Object.values(content))
      if (schema !== undefined && schema['$ref'] === undefined && schema['maxLength'] === undefined)
        look(schema, path, found)
  }
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const key = `${method} ${path}`
      for (const { name, schema } of operation.parameters ?? []) look(schema, `${key} ?${name}`, found)
      inContent(operation.requestBody?.content ?? {}, `${key} body`)
      for (const [status, { content }] of Object.entries(operation.responses))
        inContent(content ?? {}, `${key} ${status}`)
    }
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name, found)
  return found
}

const onWire = (): Found => {
  const found: Found = { lists: [], without: [] }
  const { components } = asyncApi() as { components: { messages: Record<string, { payload: Node }> } }
  for (const [name, { payload }] of Object.entries(components.messages)) look(payload, name, found)
  return found
}

const answering = (output: z.ZodMiniType): Found =>
  inHttp(
    routeTable({
      'GET /api/things': { summary: 'Things', permission: 'signed-in', objects: {}, output },
    }),
  )
const at = 'get /api/things 200'
const usual = ['Error.error.current']

describe('a list or record without a bound is found', () => {
  it.each([
    ['list', z.strictObject({ a: z.array(z.int()) }), [`${at}.a[]`]],
    ['list of lists', z.strictObject({ a: listOf(z.array(z.int()), 2) }), [`${at}.a[][]`]],
    ['list that may be null', z.strictObject({ a: z.nullable(z.array(z.int())) }), [`${at}.a[]`]],
    ['record', z.strictObject({ a: z.record(z.string(), z.int()) }), [`${at}.a{}`]],
    ['list in a record', z.record(z.enum(['a']), z.array(z.int())), [`${at}{}[]`]],
    ['list in one of several', z.union([z.int(), z.strictObject({ a: z.array(z.int()) })]), [`${at}.a[]`]],
    ['value of any kind', z.strictObject({ a: z.unknown() }), [`${at}.a`]],
  ])('%s', (_, output, without) => {
    expect(answering(output).without).toEqual([...without, ...usual])
  })

  it.each([
    ['list', z.strictObject({ a: listOf(z.int(), 3) })],
    ['words', z.strictObject({ a: someOf(['a', 'b']) })],
    ['tuple', z.strictObject({ a: listOf(z.tuple([z.int(), z.int()]), 3) })],
    ['record', z.strictObject({ a: z.record(z.string(), z.int()).check(...keysAtMost(3)) })],
    ['record of known names', z.strictObject({ a: z.record(z.enum(['a', 'b']), z.int()) })],
  ])('and one with a bound is not: %s', (_, output) => {
    expect(answering(output).without).toEqual(usual)
  })
})

describe('a bound holds', () => {
  it.each([
    ['a list', listOf(z.int(), 2), [1, 2], [1, 2, 3]],
    ['words', someOf(['a', 'b']), ['a', 'b'], ['a', 'b', 'a']],
    ['a record', z.record(z.string(), z.int()).check(...keysAtMost(1)), { a: 1 }, { a: 1, b: 2 }],
  ])('%s', (_, schema: z.ZodMiniType, taken, refused) => {
    expect([taken, refused].map((value) => schema.safeParse(value).success)).toEqual([true, false])
  })
})

describe('how long it is at the most says every list and record', () => {
  it('of the routes, in bodies, answers and events, but for the exceptions', () => {
    const { lists, without } = inHttp(routes)
    expect(lists.length).toBeGreaterThan(400)
    expect(without.filter((name) => !(name in exceptions))).toEqual([])
    expect(Object.keys(exceptions).filter((name) => !without.includes(name))).toEqual([])
  })

  it('of the messages of gateways', () => {
    const { lists, without } = onWire()
    expect(lists.length).toBeGreaterThan(30)
    expect(without).toEqual([])
  })
})
