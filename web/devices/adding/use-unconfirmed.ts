import { useQueries } from '@tanstack/react-query'
import { dataQuery } from '../../data/query.ts'
import type { StationDevice } from './adding-draft.ts'

/** Ids of devices that gateways of the station have found and nobody has confirmed yet. */
export const useUnconfirmed = (devices: readonly StationDevice[]): ReadonlySet<string> =>
  useQueries({
    queries: devices
      .filter(({ kind }) => kind === 'gateway')
      .map(({ id }) => dataQuery('GET /api/gateways/{gatewayId}/children', { params: { gatewayId: id } })),
    combine: idsOf,
  })

const idsOf = (answers: readonly { data?: { unexpected: string[] } | undefined }[]): ReadonlySet<string> =>
  new Set(answers.flatMap(({ data }) => data?.unexpected ?? []))
