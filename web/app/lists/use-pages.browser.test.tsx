import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import type { Answer } from '../data/call-types.ts'
import { queryClient } from '../data/query.ts'
import { pagesKey } from './pages-query.ts'
import { usePages } from './use-pages.ts'

type Companies = Answer<'GET /api/companies'>

const input = (search: string) => ({ query: { search } })
const known = (search: string, names: readonly string[]): void => {
  const answer = { companies: names.map((id) => ({ id })), next: null } as unknown as Companies
  queryClient.setQueryData(pagesKey('GET /api/companies', input(search)), {
    pages: [answer],
    pageParams: [null],
  })
}

/** Another filter, whose answer does not come. */
function List({ from }: { from: string }) {
  const [search, setSearch] = useState(from)
  const { rows, pages } = usePages('GET /api/companies', input(search), ({ companies }) => companies)
  return (
    <>
      <button type="button" onClick={() => setSearch('other')}>
        Other
      </button>
      <output>
        {rows ? `${rows.length} rows` : 'on their way'}, {pages ? 'counted' : 'not counted'}
      </output>
    </>
  )
}

const beforeAndWhile = async (names: readonly string[]): Promise<(string | null)[]> => {
  await show(
    <Answering answers={{ 'GET /api/companies': 'nothing yet' }}>
      <Known names={names}>
        <List from="first" />
      </Known>
    </Answering>,
  )
  const says = page.getByRole('status')
  const before = says.element().textContent
  await page.getByRole('button').click()
  return [before, says.element().textContent]
}

function Known({ names, children }: { names: readonly string[]; children: ReactNode }) {
  useState(() => known('first', names))
  return children
}

test('rows stay while another filter loads', async () => {
  expect(await beforeAndWhile(['a', 'b'])).toEqual(['2 rows, counted', '2 rows, counted'])
})

test('that there were none is not said of a filter that loads; what was counted stays', async () => {
  expect(await beforeAndWhile([])).toEqual(['0 rows, counted', 'on their way, counted'])
})
