import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataKey, queryClient } from '../data/query.ts'
import { useAct } from './use-act.ts'

// The data layer looks at it as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal('window', {}))

type Options = Parameters<typeof useAct<'name'>>[0]
type Act = ReturnType<typeof useAct<'name'>>

/** The hook as a form has it, drawn once. */
const actWith = (options?: Options): Act => {
  const drawn: Act[] = []
  function Form() {
    drawn.push(useAct<'name'>(options))
    return null
  }
  const client = { client: queryClient, children: createElement(Form) }
  const children = createElement(QueryClientProvider, client)
  const intl = { locale: 'en' as const, timeZone: 'UTC', messages: {}, onError: () => undefined, children }
  renderToString(createElement(IntlProvider, intl))
  const [found] = drawn
  if (!found) throw new Error('the form was not drawn')
  return found
}

const refusal = (status: number, code: string): Response =>
  Response.json({ error: { code, message: 'no', requestId: 'r' } }, { status })

const keys: (string | null)[] = []
let answers: (() => Response)[] = []
beforeEach(() => {
  keys.length = 0
  answers = []
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('idempotency-key'))
    const answer = answers.shift()
    if (!answer) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(answer())
  })
})
afterEach(() => {
  queryClient.clear()
})

const company = (name: string) => ({ body: { id: '00000000-0000-4000-8000-000000000001', name } })
const done = (): Response => Response.json({ company: {} })
const send = (act: Act, name: string) => act.send('POST /api/companies', company(name))

describe('the key of an act', () => {
  it('is the same when an answer was lost, and another once it came', async () => {
    const act = actWith()
    answers = [() => refusal(502, 'unreadable'), done, done]
    for (const _ of answers.slice()) await send(act, 'a')
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })
  it('is another one for another input, and after the server has surely not done it', async () => {
    const act = actWith()
    answers = [() => refusal(502, 'unreadable'), () => refusal(400, 'invalid_input'), done]
    await send(act, 'a')
    await send(act, 'b')
    await send(act, 'b')
    expect(new Set(keys).size).toBe(3)
  })
  it('lies with the draft where there is one, before anything is sent', async () => {
    const order: string[] = []
    const keep = (attempt: { key: string }): void => void order.push(`kept ${attempt.key}`)
    answers = [
      () => {
        order.push(`sent ${keys[0]}`)
        return done()
      },
    ]
    await send(actWith({ attempt: { present: () => null, keep } }), 'a')
    expect(order).toEqual([`kept ${keys[0]}`, `sent ${keys[0]}`])
  })
})

describe('an act', () => {
  it('is sent once however often it is pressed', async () => {
    const act = actWith()
    answers = [done, done]
    expect(await Promise.all([send(act, 'a'), send(act, 'a')])).toEqual([{ company: {} }, null])
    expect(keys).toHaveLength(1)
  })
  it('makes old what the change map says, when it is done and when it is otherwise by now', async () => {
    const key = dataKey('GET /api/companies')
    const isOld = (): boolean => queryClient.getQueryState(key)?.isInvalidated ?? false
    for (const [answer, old] of [
      [done, true],
      [() => refusal(409, 'wrong_state'), true],
      [() => refusal(400, 'invalid_input'), false],
    ] as const) {
      queryClient.setQueryData(key, { companies: [] })
      answers = [answer]
      await send(actWith(), 'a')
      await vi.dynamicImportSettled()
      expect(isOld()).toBe(old)
    }
  })
  it('lets the form hear first what was refused', async () => {
    const heard: unknown[] = []
    answers = [() => refusal(412, 'version_stale')]
    const refused = (error: unknown): true => {
      heard.push(error)
      return true
    }
    expect(await send(actWith({ refused }), 'a')).toBeNull()
    expect(heard).toMatchObject([{ code: 'version_stale' }])
  })
})
