import { ApiError, errorFrom } from './api-error.ts'
import { askedAhead } from './boot.ts'
import type { Answer, CallInput, RouteKey } from './call-types.ts'
import { hearServerTime } from '../../kit/time/clock.ts'
import { contact } from '../../kit/time/contact.ts'
import { confirmGate } from '../acts/confirm-gate.ts'
import { owedSignOut } from './kept/owed-sign-out.ts'
import { newId } from '../../kit/new-id.ts'
import { signInGate } from './sign-in-gate.ts'
import { written } from './written.ts'

type Loose = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  ifMatch?: number | undefined
  key?: string | undefined
  as?: string | undefined
  signal?: AbortSignal | undefined
}

let signedIn: string | null = null
/** Told by the session; a write never continues as another person than it was begun by. */
export const callAs = (personId: string | null): void => {
  signedIn = personId
}

const urlOf = (path: string, input: Loose): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${filled}?${text}` : filled
}

const send = async (method: string, url: string, input: Loose, key: string): Promise<Response> => {
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
  })
  const write = method !== 'GET'
  if (write) headers.set('idempotency-key', key)
  if (input.as) headers.set('sunkeeper-person', input.as)
  if (input.ifMatch !== undefined) headers.set('if-match', `"${input.ifMatch}"`)
  if (input.body !== undefined) headers.set('content-type', 'application/json')
  await owedSignOut.settle()
  const sentAt = Date.now()
  try {
    const response = await ((write ? undefined : askedAhead(url)) ??
      fetch(url, {
        method,
        headers,
        credentials: 'same-origin',
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(input.signal ? { signal: input.signal } : {}),
      }))
    hearServerTime(response.headers.get('date'), sentAt, Date.now())
    if (response.status < 500) contact.heard()
    return response
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new ApiError(0, 'no_connection')
  }
}

/**
 * A typed call of the API. Rejects with `ApiError`. When the session has ended it opens the sign-in sheet and repeats
 * itself once the person is back, under the same Idempotency-Key; so it does when the server wants the password again.
 */
export async function call<K extends RouteKey>(
  route: K,
  ...[given]: Record<never, unknown> extends CallInput<K> ? [CallInput<K>?] : [CallInput<K>]
): Promise<Answer<K>> {
  const input: Loose = given ?? {}
  const [method = 'GET', path = ''] = route.split(' ')
  const url = urlOf(path, input)
  const key = input.key ?? newId()
  const begunBy = signedIn
  for (;;) {
    const response = await send(method, url, input, key)
    if (response.ok && method !== 'GET') written.note(path)
    if (response.ok)
      return response.status === 204 ? ({} as Answer<K>) : ((await response.json()) as Answer<K>)
    const error = await errorFrom(response)
    if (error.code === 'sign_in_again') {
      const confirmed = await confirmGate.pass()
      if (!confirmed || input.signal?.aborted || signedIn !== begunBy) throw error
      continue
    }
    if (error.status !== 401 || error.code !== 'signed_out') throw error
    const personId = await signInGate.pass()
    if (input.signal?.aborted || (method !== 'GET' && begunBy !== null && personId !== begunBy)) throw error
  }
}
