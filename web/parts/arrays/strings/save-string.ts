import { attemptFor, type Attempt } from '../../../app/acts/attempt.ts'
import { call } from '../../../app/data/call.ts'
import { refresh } from '../../../app/data/query.ts'
import { stringBody, type StringDraft } from './string-values.ts'

/** Adds or changes the string. The attempt is kept first: the same again after a lost answer is carried out once. */
export const saveString = async (
  stationId: string,
  draft: StringDraft,
  keepAttempt: (attempt: Attempt) => void,
): Promise<void> => {
  const { id, values, version } = draft
  const fields = stringBody(values)
  if (version === null) {
    // The form lets none pass without its capacity.
    const capacityW = fields.capacityW ?? Number.NaN
    const body = { id, inverterId: values.inverterId ?? '', ...fields, capacityW }
    const attempt = attemptFor(draft.attempt, body)
    keepAttempt(attempt)
    await call('POST /api/stations/{stationId}/strings', { params: { stationId }, body, key: attempt.key })
  } else
    await call('PUT /api/strings/{stringId}', { params: { stringId: id }, body: fields, ifMatch: version })
  await refresh('GET /api/stations/{stationId}/array')
}
