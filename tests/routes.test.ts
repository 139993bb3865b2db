import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PAGE_MAX } from '#contract/http/lists.ts'
import type { RouteKey, RouteSpec } from '#contract/http/route.ts'
import { routes } from '#contract/http/routes.ts'
import { uuid } from '#domain/accounts/fields.ts'
import { permissions } from '#domain/accounts/permissions.ts'

const table = Object.entries(routes) as [RouteKey, RouteSpec][]
type Node = {
  [name: string]: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  pattern?: string
}

const idPattern = (z.toJSONSchema(uuid) as Node).pattern
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Node =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node

/** Fields of a body that hold an id, anywhere in it: `companyId`, `stations`, `members.deviceId`. */
const idFields = (node: Node, path: string): string[] => {
  if (node.pattern === idPattern) return [path]
  const under = Object.entries(node.properties ?? {}).flatMap(([name, one]) =>
    idFields(one, path === '' ? name : `${path}.${name}`),
  )
  const inside = [...(node.items ? [node.items] : []), ...(node.anyOf ?? [])].flatMap((one) =>
    idFields(one, path),
  )
  return [...new Set([...under, ...inside])]
}

/** Objects that let fields through which they do not name. */
const openObjects = (node: Node, path: string): string[] => {
  const open =
    node['type'] === 'object' && node.properties !== undefined && node['additionalProperties'] !== false
      ? [path]
      : []
  return [
    ...open,
    ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => openObjects(one, `${path}.${name}`)),
    ...[...(node.items ? [node.items] : []), ...(node.anyOf ?? [])].flatMap((one) => openObjects(one, path)),
  ]
}

describe('every route of the contract', () => {
  it.each(table)('%s has a permission of the list', (_, spec) => {
    expect([...permissions, 'public', 'signed-in']).toContain(spec.permission)
  })

  it.each(table)('Z1: %s says whose object each of its ids is', (key, spec) => {
    const inPath = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    // A new object's own id, made by the caller, names nothing yet.
    const inBody = spec.body
      ? idFields(schemaOf(spec.body, 'input'), '').filter((name) => !/(^|\.)id$/.test(name))
      : []
    const inQuery = spec.query ? idFields(schemaOf(spec.query, 'input'), '') : []
    const named = [
      ...inPath,
      ...inBody.map((name) => `body.${name}`),
      ...inQuery.map((name) => `query.${name}`),
    ]
    expect(Object.keys(spec.objects).sort()).toEqual(named.sort())
  })

  it.each(table)('Z6: %s takes no fields beyond those it names', (_, spec) => {
    const open = [spec.body, spec.query].flatMap((schema) =>
      schema ? openObjects(schemaOf(schema, 'input'), '$') : [],
    )
    expect(open).toEqual([])
    expect(openObjects(schemaOf(spec.output, 'output'), '$')).toEqual([])
  })

  it.each(table.filter(([, spec]) => spec.query))('Z4: %s caps its pages and lists its sorts', (_, spec) => {
    const query = spec.query ? schemaOf(spec.query, 'output').properties : {}
    const capped = { type: 'integer', minimum: 1, maximum: PAGE_MAX }
    expect(query?.['limit'] ?? capped).toMatchObject(capped)
    expect(query?.['sort'] ?? { enum: [] }).toHaveProperty('enum')
  })

  it('creates with a key and changes with a version', () => {
    // Entering a password again makes nothing, and its body is nothing to remember; a one-time code is a secret
    // that must not be kept to be answered again.
    const makesNothing = [
      'POST /api/session/confirm',
      'POST /api/session/codes',
      'POST /api/stations/{stationId}/control/preview',
    ]
    const unkeyed = table.filter(
      ([key, spec]) =>
        key.startsWith('POST') &&
        spec.permission !== 'public' &&
        !spec.idempotent &&
        !makesNothing.includes(key),
    )
    expect(unkeyed.map(([key]) => key)).toEqual([])
    const writing = table.filter(
      ([key, spec]) => key.startsWith('GET') && (spec.body || spec.idempotent || spec.versioned),
    )
    expect(writing.map(([key]) => key)).toEqual([])
  })
})
