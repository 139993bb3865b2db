import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { credentials } from '#contract/http/devices.ts'
import type { AnswerOf } from '#contract/http/route.ts'
import type { routes } from '#contract/http/routes.ts'
import type { StationInput } from '#domain/stations/fields.ts'

type Routes = typeof routes
type Key = keyof Routes
export type Credentials = z.output<typeof credentials>

/** Somebody who has nothing but the address of an installation, and their cookie. */
export type Customer = {
  readonly companyId: string
  /** Types the password again: ten minutes after it was typed acts of weight ask for it. */
  confirm: () => Promise<void>
  /** `call` is a declared route, `path` the same with its ids and query filled in. Refused answers throw. */
  ask: <K extends Key>(
    call: K,
    path: string,
    body?: object,
    version?: string,
    /** Under which the same call is carried out once; a new one unless said. */
    key?: string,
  ) => Promise<AnswerOf<Routes[K]>>
  createStation: (
    given: Pick<StationInput, 'name' | 'timeZone' | 'latitude' | 'longitude' | 'reportMin'> &
      Partial<StationInput>,
  ) => Promise<string>
  /** By hand, without a claim code: gives the credentials that are shown this once. */
  addGateway: (stationId: string, sn: string, name?: string, model?: string) => Promise<Credentials>
}

const send = async (
  url: string,
  cookie: string | null,
  call: string,
  body?: object,
  version?: string,
  key: string = randomUUID(),
): Promise<{ answer: unknown; cookie: string | null }> => {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': key } : {}),
      ...(cookie === null ? {} : { cookie }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${call}: ${response.status} ${text}`)
  return { answer: JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? null }
}

/** Whom `becomeCustomer` makes. */
export const firstAdministrator = { account: 'first-admin', password: 'violet-anchor-93-tulip' }

/**
 * Walks from the set-up code to the first administrator, then signs in as anybody would.
 * `url` is asked at each call: an installation that was started again may be elsewhere.
 */
export const becomeCustomer = async (url: () => string, setupCode: string): Promise<Customer> => {
  await send(url(), null, 'POST /api/setup', {
    code: setupCode,
    name: 'First administrator',
    company: 'Sun company',
    ...firstAdministrator,
  })
  const { answer, cookie } = await send(url(), null, 'POST /api/session', firstAdministrator)
  const { person } = answer as AnswerOf<Routes['POST /api/session']>

  const ask: Customer['ask'] = async (call, path, body, version, key) => {
    const [method = ''] = call.split(' ')
    return (await send(url(), cookie, `${method} ${path}`, body, version, key)).answer as AnswerOf<
      Routes[typeof call]
    >
  }
  const companyId = person.company?.id ?? ''
  return {
    companyId,
    ask,
    confirm: async () => {
      const { password } = firstAdministrator
      await ask('POST /api/session/confirm', '/api/session/confirm', { password })
    },
    createStation: async (given) => {
      const input: StationInput & { id: string } = {
        id: randomUUID(),
        companyId,
        ownerName: '',
        type: 'residential',
        north: true,
        east: false,
        address: '',
        region: '',
        country: 'US',
        gridConnectedOn: null,
        capacity: 7,
        capacityUnit: 'kW',
        tiltDeg: null,
        azimuthDeg: null,
        phoneCountry: null,
        phone: '',
        tariff: null,
        co2: null,
        ...given,
      }
      await ask('POST /api/stations', '/api/stations', input)
      return input.id
    },
    addGateway: async (stationId, sn, name = 'Added by hand', model = 'Replay') => {
      const made = await ask(
        'POST /api/stations/{stationId}/gateways',
        `/api/stations/${stationId}/gateways`,
        {
          id: randomUUID(),
          sn,
          name,
          model,
        },
      )
      if (made.credentials === null) throw new Error('a new gateway came without credentials')
      return made.credentials
    },
  }
}
