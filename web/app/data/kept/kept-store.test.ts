import { get } from 'idb-keyval'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

const unreachable = async (): Promise<Response> => {
  throw new TypeError('no network')
}
const full = async (): Promise<never> => {
  throw new DOMException('full', 'QuotaExceededError')
}

const first = (id: string | null, contract = 'now') =>
  ({
    contract,
    session: { person: id === null ? null : { id }, setupNeeded: false },
    home: null,
    at: 1_700_000_000_000,
    shown: null,
  }) as never

describe('O5: what a phone kept is shown to whom it belongs', () => {
  it.each([
    ['to the same person, once the server names it', 'a', { person: { id: 'a' } }, 'figures'],
    ['never to another one', 'a', { person: { id: 'b' } }, 'empty'],
    ['never where nobody is signed in', 'a', { person: null }, 'empty'],
    ['never where nobody was named when it was kept', null, { person: { id: 'b' } }, 'empty'],
    ['without a network, where nobody can be named', 'a', 'unreachable', 'whole'],
    ['not on an answer that names nobody', 'a', { error: { code: 'overloaded' } }, 'nothing'],
    ['not on an answer that is none', 'a', null, 'nothing'],
    ['not on any other text', 'a', 'reachable', 'nothing'],
  ])('O5: %s', async (_, kept, heard, use) => {
    const { useOfKept } = await import('./kept-store.ts')
    expect(useOfKept(first(kept), heard, 'now')).toBe(use)
  })

  it('O5: what an app with other answers kept is not shown, and goes when it is of somebody else', async () => {
    const { useOfKept } = await import('./kept-store.ts')
    expect(useOfKept(first('a', 'before'), 'unreachable', 'now')).toBe('nothing')
    expect(useOfKept(first('a', 'before'), { person: { id: 'a' } }, 'now')).toBe('nothing')
    expect(useOfKept(first('a', 'before'), { person: { id: 'b' } }, 'now')).toBe('empty')
  })
})

it('W9: a sign-out that is owed comes before whatever the server says', async () => {
  const { useOfKept } = await import('./kept-store.ts')
  for (const heard of [{ person: { id: 'a' } }, { person: null }, 'unreachable', null])
    expect(useOfKept({ owed: true }, heard, 'now')).toBe('owed')
  expect(useOfKept(null, { person: { id: 'a' } }, 'now')).toBe('nothing')
})

describe('W9: a sign-out that is owed', () => {
  it('W9: is told once, however many calls wait for it, and again after it failed', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const asked: string[] = []
    let answer = unreachable
    vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${url}`)
      return answer()
    })
    const { owedSignOut } = await import('./owed-sign-out.ts')
    await owedSignOut.settle()
    expect(asked).toEqual([])

    owedSignOut.owe()
    const both = await Promise.allSettled([owedSignOut.settle(), owedSignOut.settle()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([asked.length, owedSignOut.isOwed()]).toEqual([1, true])

    answer = async () => new Response(null, { status: 503 })
    await expect(owedSignOut.settle()).rejects.toMatchObject({ code: 'no_connection' })
    expect(owedSignOut.isOwed()).toBe(true)

    answer = async () => new Response(null, { status: 204 })
    await Promise.all([owedSignOut.settle(), owedSignOut.settle()])
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'DELETE /api/session'))
    expect(owedSignOut.isOwed()).toBe(false)
  })
})

describe('W11: a browser that keeps nothing', () => {
  it('W11: is told of once, and nothing else changes', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const { emptyKept, withKept } = await import('./kept-store.ts')
    expect(await withKept((kept) => get('first', kept))).toBe(null)
    await emptyKept({ owed: true })
    await emptyKept()
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('W11: a full one too', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    const { withKept } = await import('./kept-store.ts')
    expect(await withKept(full)).toBe(null)
    expect(await withKept(full)).toBe(null)
    expect(warn).toHaveBeenCalledTimes(1)
  })
})
