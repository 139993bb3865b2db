import * as z from 'zod/mini'
import type { ErrorCode } from '#domain/errors.ts'
import { errors } from '#domain/errors.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/accounts/limits.ts'
import { STATION_NAME_MAX } from '#domain/stations/limits.ts'
import { answerableCodes } from './answerable.ts'
import { PROBLEMS_MAX } from './lists.ts'
import type { RouteSpec, RouteTable } from './route.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

const uuidSchema = { type: 'string', format: 'uuid' }

/** Query values are text on the wire, so what counts is what they are read as. */
const queryParameters = (query: z.ZodMiniType): Json[] => {
  const schema = schemaOf(query, 'output')
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as string[]
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
  }))
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: uuidSchema,
  }))

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const errorAnswers = (spec: RouteSpec): Json => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of answerableCodes(spec)) {
    const { status } = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const operation = (key: string, path: string, spec: RouteSpec): Json => {
  const isOpen = spec.permission === 'public'
  const parameters = [
    ...pathParameters(path),
    ...(spec.query ? queryParameters(spec.query) : []),
    ...(spec.idempotent
      ? [header('Idempotency-Key', '16 to 128 visible characters, new for each creation')]
      : []),
    ...(spec.versioned ? [header('If-Match', 'The version last seen, in quotes')] : []),
  ]
  const type = spec.stream ? 'text/event-stream' : 'application/json'
  return {
    operationId: key
      .replace('/api', '')
      .replaceAll(/[^A-Za-z]+/g, '_')
      .replace(/_$/, ''),
    summary: spec.summary,
    'x-permission': spec.permission,
    // Whose object each id of the call names: `stationId`, `body.companyId`.
    'x-objects': spec.objects,
    ...(spec.fresh ? { 'x-fresh': true } : {}),
    ...(spec.expensive ? { 'x-expensive': true } : {}),
    // This id is the caller's to make: one that is free is taken by the call.
    ...(spec.makes ? { 'x-makes': spec.makes } : {}),
    security: isOpen ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(spec.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(spec.body, 'input') } },
          },
        }
      : {}),
    ...(spec.upload
      ? {
          requestBody: {
            required: true,
            content: { '*/*': { schema: { maxLength: spec.upload.maxBytes } } },
          },
        }
      : {}),
    responses: {
      [String(spec.status ?? 200)]: {
        description: spec.summary,
        content: spec.download ? { '*/*': {} } : { [type]: { schema: schemaOf(spec.output, 'output') } },
      },
      ...errorAnswers(spec),
    },
  }
}

/** Rules that a schema of JSON cannot say. */
const taken = [
  'Serial numbers: 12 digits, or 6 to 32 letters and digits with at least one of each. Single dashes between them are kept and do not count; spaces go, small letters become capitals, full-width ones half-width.',
  `Names of stations: 1 to ${STATION_NAME_MAX} Chinese or English letters, digits and . - _ ( ), none of these first. Names of people have up to 60 characters, of companies up to 80, of accounts 3 to 64 letters, digits, . _ @ and -. Control characters and marks of direction are refused in every line.`,
  `Passwords: ${PASSWORD_MIN} to ${PASSWORD_MAX} characters, none of the common ones.`,
].join(' ')

const errorSchema = (): Json => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(errors) },
        message: {
          type: 'string',
          description:
            'The sentence of the code in the language of Accept-Language; without that header in Chinese, the language of the installation, and English',
        },
        field: { type: 'string' },
        problems: {
          type: 'array',
          maxItems: PROBLEMS_MAX,
          items: {
            type: 'object',
            required: ['code', 'message'],
            properties: { code: { type: 'string' }, field: { type: 'string' }, message: { type: 'string' } },
          },
        },
        requestId: uuidSchema,
        retryAfterS: { type: 'integer' },
        needs: { type: 'string', description: 'On forbidden: the permission that is missing' },
        current: { description: 'On version_stale: the present state' },
      },
    },
  },
})

/** The OpenAPI 3.1 description of a table of routes: what the server serves and what the documentation shows. */
export const openApi = (table: RouteTable): Json => {
  const paths: Record<string, Json> = {}
  for (const [key, spec] of Object.entries(table)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, path, spec) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sunkeeper',
      version: '1',
      description: [
        "Instants are epoch milliseconds, power is in W, energy in Wh. Unknown is null, never 0. Another tenant's object answers 404, a missing permission 403.",
        taken,
      ].join('\n\n'),
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sunkeeper',
          description: 'Set by signing in; `__Host-sunkeeper` under https',
        },
      },
    },
  }
}
