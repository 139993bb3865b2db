import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { errors } from '#domain/errors.ts'
import { errorPageFile, errorPageText } from '../../scripts/generate-error-page.ts'
import { openApiFile, openApiText } from '../../scripts/generate-openapi.ts'
import { openApi } from './open-api.ts'
import { routeTable } from './route.ts'

const table = routeTable({
  'GET /api/things/{thingId}': {
    summary: 'A thing',
    permission: 'station:station:view',
    objects: { thingId: 'station' },
    query: z.strictObject({ limit: z.optional(z.coerce.number().check(z.int(), z.maximum(100))) }),
    output: z.strictObject({ id: z.string() }),
  },
  'PUT /api/things/{thingId}': {
    summary: 'Change a thing',
    permission: 'station:station:edit',
    objects: { thingId: 'station' },
    body: z.strictObject({ name: z.string(), note: z.optional(z.string()) }),
    output: z.strictObject({}),
    errors: ['station_name_length'],
    versioned: true,
    idempotent: true,
  },
})

describe('the description of the API', () => {
  const made = openApi(table) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { name: string; in: string; schema: object }[]
          requestBody: unknown
          responses: Record<string, { description: string }>
        }
      >
    >
  }
  const path = made.paths['/api/things/{thingId}']

  it('holds both methods of a path with their parameters', () => {
    expect(path?.['get']?.parameters.map(({ name, in: where }) => `${where}:${name}`)).toEqual([
      'path:thingId',
      'query:limit',
    ])
    expect(path?.['get']?.parameters[1]?.schema).toMatchObject({ type: 'integer', maximum: 100 })
    expect(path?.['put']?.parameters.map(({ name }) => name)).toEqual([
      'thingId',
      'Idempotency-Key',
      'If-Match',
    ])
  })

  it('refuses unknown fields in bodies and names what is required', () => {
    expect(path?.['put']?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['name'], additionalProperties: false } } },
    })
  })

  it('lists the codes of each status', () => {
    expect(path?.['put']?.responses['400']?.description).toContain('station_name_length')
    expect(path?.['put']?.responses['412']?.description).toBe('version_stale')
    expect(path?.['get']?.responses['412']).toBeUndefined()
  })

  it('is the one in the documentation (npm run generate)', () => {
    expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText())
  })
})

describe('the page of error codes', () => {
  it('is the one in the documentation (npm run generate)', () => {
    expect(readFileSync(errorPageFile, 'utf8')).toBe(errorPageText())
  })

  it('has one row a code', () => {
    const rows = [...errorPageText().matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
    expect(rows).toEqual(Object.keys(errors))
  })
})
