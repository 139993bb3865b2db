import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { readAnewIn } from './read-anew.ts'

type Page = { no: number; reading: number }
type Asked = { no: number; answer: () => void }

/** A list of two pages that somebody looks at; an answer comes when it is let. */
const openList = () => {
  const client = new QueryClient()
  const asked: Asked[] = []
  let reading = 0
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['GET /api/stations', {}, { limit: 1 }],
    queryFn: ({ pageParam }) =>
      new Promise<Page>((resolve) => {
        const at = (reading += 1)
        asked.push({ no: pageParam, answer: () => resolve({ no: pageParam, reading: at }) })
      }),
    initialPageParam: 0,
    getNextPageParam: ({ no }: Page) => (no < 1 ? no + 1 : undefined),
  })
  const leave = list.subscribe(() => undefined)
  const answer = async (no: number): Promise<void> => {
    await vi.waitFor(() => expect(asked.map((one) => one.no)).toContain(no))
    asked
      .splice(
        asked.findIndex((one) => one.no === no),
        1,
      )[0]
      ?.answer()
  }
  const shown = () => list.getCurrentResult().data?.pages.map(({ no, reading: at }) => [no, at])
  return { client, list, answer, shown, leave }
}

it.each([
  ['the list', { queryKey: ['GET /api/stations'] }],
  ['all that is shown', { refetchType: 'active' } as const],
])(
  'a further page that was asked for comes, though %s is read anew meanwhile; then it is',
  async (_, filters) => {
    const { client, list, answer, shown, leave } = openList()
    await answer(0)
    await vi.waitFor(() => expect(shown()).toEqual([[0, 1]]))
    void list.fetchNextPage()
    const done = readAnewIn(client, filters)
    await answer(1)
    await vi.waitFor(() =>
      expect(shown()).toEqual([
        [0, 1],
        [1, 2],
      ]),
    )
    await answer(0)
    await answer(1)
    await done
    expect(shown()).toEqual([
      [0, 3],
      [1, 4],
    ])
    leave()
  },
)

it('what nobody asks more of is read anew at once', async () => {
  const { client, answer, shown, leave } = openList()
  await answer(0)
  await vi.waitFor(() => expect(shown()).toEqual([[0, 1]]))
  const done = readAnewIn(client, { queryKey: ['GET /api/stations'] })
  await answer(0)
  await done
  expect(shown()).toEqual([[0, 2]])
  leave()
})
