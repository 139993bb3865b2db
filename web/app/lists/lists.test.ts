import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../data/api-error.ts'
import type { Answer } from '../data/call-types.ts'
import { dataKey, queryClient } from '../data/query.ts'
import { core } from '../phrases/en/core.ts'
import { PagedList } from './paged-list.tsx'
import { pagesKey } from './pages-query.ts'
import { usePages, type Listed } from './use-pages.ts'

// The data layer looks at it as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal('window', {}))

type Companies = Answer<'GET /api/companies'>
type Row = { id: string; name: string }

const draw = (element: ReactNode): string => {
  const inside = { client: queryClient, children: element }
  const children = createElement(QueryClientProvider, inside)
  const intl = { locale: 'en' as const, timeZone: 'UTC', messages: core, children }
  return renderToString(createElement(IntlProvider, intl))
}

const input = { query: { search: 'sun', limit: 2 } }
const page = (rows: Row[], next: string | null): Companies => ({ companies: rows, next }) as Companies

/** The hook as a screen has it, drawn once over what was read already. */
const listOf = (...pages: Companies[]) => {
  queryClient.setQueryData(pagesKey('GET /api/companies', input), {
    pages,
    pageParams: pages.map((_, no) => (no === 0 ? null : `after ${no}`)),
  })
  const drawn: ReturnType<typeof usePages<'GET /api/companies', Companies['companies'][number]>>[] = []
  function Screen() {
    drawn.push(usePages('GET /api/companies', input, ({ companies }) => companies))
    return null
  }
  draw(createElement(Screen))
  const [list] = drawn
  if (!list) throw new Error('the list was not drawn')
  return list
}

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json(page([{ id: 'd', name: 'last' }], null)))
  })
})
afterEach(() => {
  queryClient.clear()
})

describe('a list that is read page by page', () => {
  it('holds a row that moved between two readings once, with the later word on it', () => {
    const { rows } = listOf(
      page(
        [
          { id: 'a', name: 'older' },
          { id: 'b', name: 'other' },
        ],
        'two',
      ),
      page([{ id: 'a', name: 'newer' }], null),
    )
    expect(rows?.map(({ id, name }) => `${id} ${name}`)).toEqual(['a newer', 'b other'])
  })

  it('is no answer to a single reading of the same question', () => {
    listOf(page([{ id: 'a', name: 'first' }], null))
    expect(queryClient.getQueryData(pagesKey('GET /api/companies', input))).toBeDefined()
    expect(queryClient.getQueryData(dataKey('GET /api/companies', input))).toBeUndefined()
  })

  it('asks for the next page with the same question and its cursor, and for none after the last', async () => {
    const { more } = listOf(page([{ id: 'a', name: 'first' }], 'two'))
    more?.load()
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(asked).toEqual(['/api/companies?search=sun&limit=2&cursor=two'])
    expect(listOf(page([{ id: 'a', name: 'first' }], null)).more).toBeNull()
  })
})

const texts = { empty: 'nothing there', more: 'show more' }
const named = (rows: readonly Row[]): string => rows.map(({ name }) => name).join()
const shown = (state: Partial<Listed<Row>>): string => {
  const list = { rows: undefined, error: null, refetch: async () => undefined, more: null, ...state }
  const props = { ...texts, list, children: named }
  return draw(createElement(PagedList<Row>, props))
}

describe('what stands in the place of a list', () => {
  const more = { busy: false, load: () => undefined }
  const row = { id: 'a', name: 'a row' }

  it('is its skeleton until something has come', () => {
    expect(shown({})).toContain(core.ui.loading)
  })

  it('is why nothing came, with another try', () => {
    const failed = shown({ error: new ApiError(0, 'no_connection') })
    expect(failed).toContain(core.failure.no_connection)
    expect(failed).toContain(core.ui.retry)
  })

  it('is still the rows when a later reading fails', () => {
    const old = shown({ rows: [row], error: new ApiError(0, 'no_connection') })
    expect(old).toContain('a row')
    expect(old).not.toContain(core.failure.no_connection)
  })

  it('is what is said of none, though more may come', () => {
    expect(shown({ rows: [] })).toContain('nothing there')
    expect(shown({ rows: [], more })).toContain('show more')
  })

  it('is the rows, and the way to more only while there are more', () => {
    expect(shown({ rows: [row], more })).toMatch(/a row.*show more/)
    expect(shown({ rows: [row] })).not.toContain('show more')
    expect(shown({ rows: [row] })).not.toContain('nothing there')
  })
})
