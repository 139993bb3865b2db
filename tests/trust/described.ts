import type { ObjectKind } from '#contract/http/route.ts'
import type { TestApp } from '../app.ts'

/** A JSON Schema as the description writes it. */
export type Schema = {
  [name: string]: unknown
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  pattern?: string
}

/** One call as the running server describes it to the world. */
export type Described = {
  /** `GET /api/stations/{stationId}` */
  key: string
  method: string
  path: string
  permission: string
  objects: Readonly<Record<string, ObjectKind>>
  fresh: boolean
  /** The id that the caller makes. */
  makes: string | null
  query: Readonly<Record<string, { schema: Schema; required: boolean }>>
  /** The names of the headers it asks for. */
  headers: readonly string[]
  body: Schema | null
  /** The body is a file of any type. */
  upload: boolean
  stream: boolean
  success: number
  /** The error codes it may answer, by status. */
  codes: Readonly<Record<string, readonly string[]>>
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
type Content = { description: string; content?: Record<string, { schema: Schema }> }
type Operation = {
  'x-permission': string
  'x-objects': Record<string, ObjectKind>
  'x-fresh'?: boolean
  'x-makes'?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

const readOperation = (path: string, method: string, one: Operation): Described => {
  const parameters = one.parameters ?? []
  const statuses = Object.entries(one.responses)
  const [success = '', answer] = statuses.find(([status]) => status.startsWith('2')) ?? []
  return {
    key: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    permission: one['x-permission'],
    objects: one['x-objects'],
    fresh: one['x-fresh'] === true,
    makes: one['x-makes'] ?? null,
    query: Object.fromEntries(
      parameters
        .filter((part) => part.in === 'query')
        .map(({ name, schema, required }) => [name, { schema, required }]),
    ),
    headers: parameters.filter((part) => part.in === 'header').map(({ name }) => name),
    body: one.requestBody?.content?.['application/json']?.schema ?? null,
    upload: one.requestBody?.content?.['*/*'] !== undefined,
    stream: answer?.content?.['text/event-stream'] !== undefined,
    success: Number(success),
    codes: Object.fromEntries(
      statuses
        .filter(([status]) => !status.startsWith('2'))
        .map(([status, { description }]) => [status, description.split(', ')]),
    ),
  }
}

/** Every call of the running server, read from what it publishes and from nothing else. */
export const readDescription = async (app: TestApp): Promise<Described[]> => {
  const { body } = await app.request('GET /api/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]) => readOperation(path, method, one)),
  )
}

export const isWrite = ({ method }: Described): boolean => method !== 'GET'
export const isOpen = ({ permission }: Described): boolean => permission === 'public'
