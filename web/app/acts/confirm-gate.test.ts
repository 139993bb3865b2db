import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#domain/errors.ts'
import { ApiError } from '../data/api-error.ts'
import { call, callAs } from '../data/call.ts'
import { confirmGate } from './confirm-gate.ts'

// The data layer looks at it as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal('window', {}))

const answers: { status: number; body: object }[] = []
const sent: { url: string; key: string | null }[] = []
const refused = (code: ErrorCode, status = 403) => ({
  status,
  body: { error: { code, message: code, requestId: '1' } },
})
const done = { status: 200, body: {} }
const end = { params: { sessionId: 's' } } as const

beforeEach(() => {
  answers.length = 0
  sent.length = 0
  callAs('me')
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } })
  vi.stubGlobal('fetch', async (url: string, init: { headers: Headers }) => {
    sent.push({ url, key: init.headers.get('idempotency-key') })
    const { status, body } = answers.shift() ?? done
    return Response.json(body, { status })
  })
})
afterEach(() => {
  confirmGate.close(false)
})

const asked = async (): Promise<void> => {
  while (!confirmGate.isAsked()) await new Promise((resolve) => setTimeout(resolve, 1))
}

describe('A12: a call that wants the password once more', () => {
  it('A12: waits for it and is repeated under its key', async () => {
    answers.push(refused('sign_in_again'), done)
    const ending = call('DELETE /api/me/sessions/{sessionId}', end)
    await asked()
    confirmGate.close(true)
    await expect(ending).resolves.toEqual({})
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(confirmGate.isAsked()).toBe(false)
  })

  it('A12: fails with what the server said when the person lets it be', async () => {
    answers.push(refused('sign_in_again'))
    const ending = call('DELETE /api/me/sessions/{sessionId}', end)
    await asked()
    confirmGate.close(false)
    await expect(ending).rejects.toMatchObject({ code: 'sign_in_again' })
    expect(sent).toHaveLength(1)
  })

  it('A12: several wait for one password; another refusal opens nothing', async () => {
    answers.push(refused('sign_in_again'), refused('sign_in_again'), done, done)
    const both = Promise.all([
      call('DELETE /api/me/sessions/{sessionId}', end),
      call('DELETE /api/me/sessions/{sessionId}', end),
    ])
    while (sent.length < 2) await asked()
    await new Promise((resolve) => setTimeout(resolve, 1))
    confirmGate.close(true)
    await both
    answers.push(refused('forbidden'))
    await expect(call('DELETE /api/me/sessions/{sessionId}', end)).rejects.toBeInstanceOf(ApiError)
    expect(confirmGate.isAsked()).toBe(false)
  })

  it('A12: never goes on as somebody else', async () => {
    answers.push(refused('sign_in_again'))
    const ending = call('DELETE /api/me/sessions/{sessionId}', end)
    await asked()
    callAs('somebody else')
    confirmGate.close(true)
    await expect(ending).rejects.toMatchObject({ code: 'sign_in_again' })
    expect(sent).toHaveLength(1)
  })
})
