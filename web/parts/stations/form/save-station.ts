import { ApiError } from '../../../app/data/api-error.ts'
import type { KeyFor } from '../../../app/acts/use-act.ts'
import { call } from '../../../app/data/call.ts'
import { readAfter } from '../../../app/live/read-after.ts'
import { dataKey, queryClient } from '../../../app/data/query.ts'
import type { StationAnswer, StationData } from '../station-queries.ts'
import type { StationDraft } from './station-draft.ts'
import { bodyOf, sameValues, valuesOf } from './station-values.ts'

/** What screens show of it is renewed at once. */
export const spreadStation = (station: StationData): void => {
  const key = dataKey('GET /api/stations/{stationId}', { params: { stationId: station.id } })
  queryClient.setQueryData<StationAnswer>(key, (old) => old && { ...old, station })
  void readAfter('PUT /api/stations/{stationId}')
}

const put = async (id: string, version: number, draft: StationDraft): Promise<StationData> => {
  const params = { stationId: id }
  const { station } = await call('PUT /api/stations/{stationId}', {
    params,
    body: bodyOf(draft.values),
    ifMatch: version,
  })
  return station
}

/** The id is used already: an answer was lost, and something was typed since. What was made is brought up to date. */
const finish = async (draft: StationDraft): Promise<StationData> => {
  const { station } = await call('GET /api/stations/{stationId}', { params: { stationId: draft.id } })
  return sameValues(valuesOf(station), draft.values) ? station : put(station.id, station.version, draft)
}

const create = async (draft: StationDraft, keyFor: KeyFor): Promise<StationData> => {
  const body = { ...bodyOf(draft.values), id: draft.id }
  const key = await keyFor(body)
  try {
    return (await call('POST /api/stations', { body, key })).station
  } catch (error) {
    if (error instanceof ApiError && error.code === 'wrong_state' && error.field === 'id')
      return finish(draft)
    throw error
  }
}

/**
 * Saves what the rules have found right. Repeating it after a lost answer makes nothing twice.
 * @throws ApiError; `version_stale` carries the present station.
 */
export const saveStation = async (draft: StationDraft, keyFor: KeyFor): Promise<StationData> => {
  const station = draft.base ? await put(draft.id, draft.base.version, draft) : await create(draft, keyFor)
  spreadStation(station)
  return station
}
