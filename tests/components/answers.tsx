import { useState, type ReactNode } from 'react'
import type { Answer, ReadKey } from '#web/app/data/call-types.ts'
import { dataKey, queryClient } from '#web/app/data/query.ts'

/** What the server says to reads: an answer, a refusal, or nothing yet. What is not named is refused. */
export type Answers = { readonly [K in ReadKey]?: Answer<K> | 'nothing yet' | { status: 403 } }

/** The same where it matters what is asked for, or when it is answered. */
export type AnswersBy = {
  readonly [K in ReadKey]?: (
    query: URLSearchParams,
  ) => NonNullable<Answers[K]> | Promise<NonNullable<Answers[K]>>
}

type Person = NonNullable<Answer<'GET /api/session'>['person']>

/** Somebody without a company is signed in who may do this; `more` says who else they are. */
export const signedIn = (
  permissions: Readonly<Person['permissions']>,
  more: Partial<Person> = {},
): Answers => ({
  'GET /api/session': {
    person: {
      id: '00000000-0000-4000-8000-0000000000cc',
      account: 'somebody',
      name: 'Somebody',
      roles: [],
      permissions: [...permissions],
      company: null,
      language: 'en',
      lookOnly: [],
      ...more,
    },
    setupNeeded: false,
  },
})

let present: Answers = {}
let presentBy: AnswersBy = {}

/** Whether a route like `GET /api/stations/{stationId}` is that of a path. */
const matches = (route: string, path: string): boolean =>
  new RegExp(`^${route.slice('GET '.length).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

const beyond = window.fetch.bind(window)
window.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  if (!url.pathname.startsWith('/api/')) return beyond(input, init)
  const given: [string, unknown][] = Object.entries(present)
  const asked: [string, (query: URLSearchParams) => unknown][] = Object.entries(presentBy)
  const by = asked.find(([route]) => matches(route, url.pathname))?.[1]
  const found = by ? await by(url.searchParams) : given.find(([route]) => matches(route, url.pathname))?.[1]
  if (found === 'nothing yet') return new Promise(() => {})
  if (typeof found !== 'object' || found === null || 'status' in found) {
    const body = { error: { code: 'forbidden', message: 'Not permitted.', requestId: 'r-18f2' } }
    return Response.json(body, { status: 403 })
  }
  return Response.json(found)
}

/** What stands in it reads from a server that says this. Who is signed in is known before, as in the app. */
export function Answering({
  answers,
  by = {},
  children,
}: {
  answers: Answers
  by?: AnswersBy
  children: ReactNode
}) {
  useState(() => {
    queryClient.clear()
    present = answers
    presentBy = by
    const session = answers['GET /api/session']
    if (typeof session === 'object' && 'person' in session)
      queryClient.setQueryData(dataKey('GET /api/session'), session)
  })
  return children
}
