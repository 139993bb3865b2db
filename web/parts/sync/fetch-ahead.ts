import { keepFile, keptFiles } from '../../app/data/kept/kept-files.ts'
import type { Answer, CallInput, ReadKey } from '../../app/data/call-types.ts'
import { dataQuery, queryClient } from '../../app/data/query.ts'
import { pagesQuery } from '../../app/lists/pages-query.ts'
import { ordersPage } from '../work-orders/use-orders.ts'
import { personIdNow } from '../../app/data/signed-in.ts'

type Orders = Answer<'GET /api/orders'>
type Order = Answer<'GET /api/orders/{orderId}'>['order']

const everyMs = 15 * 60_000
const firstMs = 8_000
const freshMs = 5 * 60_000
const ordersMost = 30
const bytesMost = 60 * 1024 * 1024

/** Only where a start without a network is possible, and where a byte costs nothing. */
const mayFetch = (): boolean => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return (
    navigator.onLine &&
    document.visibilityState === 'visible' &&
    Boolean(navigator.serviceWorker?.controller) &&
    connection?.saveData !== true
  )
}

const listOf = async (
  query: NonNullable<CallInput<'GET /api/orders'>['query']>,
): Promise<Orders['orders']> => {
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...pagesQuery('GET /api/orders', { query: { ...query, limit: ordersPage } }),
    staleTime: freshMs,
  })
  return pages.flatMap(({ orders }) => orders)
}

const stations = (): Promise<unknown> =>
  queryClient.prefetchInfiniteQuery({
    ...pagesQuery('GET /api/stations', { query: { limit: 50 } }),
    staleTime: freshMs,
  })

const read = async <K extends ReadKey>(
  route: K,
  input: Parameters<typeof dataQuery<K>>[1],
): Promise<unknown> => queryClient.fetchQuery({ ...dataQuery(route, input), staleTime: freshMs })

/** The pictures of a comment. */
const saidWith = ({ note, images }: Order['flow'][number]): Order['images'] =>
  note === 'comment' ? images : []

/** Its pictures small and whole, and its documents. */
const filesOf = ({ images, files, report, checklist, flow }: Order): { id: string; picture: boolean }[] => [
  ...[...images, ...(report?.images ?? []), ...flow.flatMap(saidWith)].map(({ id }) => ({
    id,
    picture: true,
  })),
  ...checklist.flatMap(({ answer }) => (answer?.file ? [{ id: answer.file.id, picture: true }] : [])),
  ...[...files, ...(report?.files ?? [])].map(({ id }) => ({ id, picture: false })),
]

const fetchOrder = async (orderId: string, room: { bytes: number }): Promise<void> => {
  const params = { orderId }
  const { order } = (await read('GET /api/orders/{orderId}', { params })) as { order: Order }
  await read('GET /api/orders/{orderId}/flow', { params })
  const there = await keptFiles()
  for (const { id, picture } of filesOf(order))
    for (const size of picture ? (['thumb', 'whole'] as const) : (['whole'] as const))
      if (room.bytes > 0) room.bytes -= (await keepFile(id, size, there)) ?? 0
}

/** What a cellar needs: the open orders of whoever is signed in, with all that belongs to them, and the stations. */
const fetchAll = async (): Promise<void> => {
  if (personIdNow() === null || !mayFetch()) return
  await stations()
  const mine = [...(await listOf({ mine: 'do' })), ...(await listOf({ mine: 'accept' }))].slice(0, ordersMost)
  const room = { bytes: bytesMost }
  for (const { id } of mine) {
    if (!mayFetch()) return
    await fetchOrder(id, room)
  }
  for (const stationId of new Set(mine.map(({ station }) => station.id))) {
    await read('GET /api/stations/{stationId}', { params: { stationId } })
    await read('GET /api/stations/{stationId}/devices', { params: { stationId } })
  }
}

// What could not be read now is read the next time.
const run = (): void => void fetchAll().catch(() => undefined)

let begun = false
/** Reads ahead while the line is quiet, and again every quarter of an hour. */
export const startFetchAhead = (): void => {
  if (begun) return
  begun = true
  setTimeout(run, firstMs)
  setInterval(run, everyMs)
}
