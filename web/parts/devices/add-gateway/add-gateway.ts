import { ApiError } from '../../../app/data/api-error.ts'
import type { KeyFor } from '../../../app/acts/use-act.ts'
import { call } from '../../../app/data/call.ts'
import { newId } from '../../../kit/new-id.ts'
import { readAfter } from '../../../app/live/read-after.ts'
import type { Credentials } from '../gateway/credentials-sheet.tsx'
import type { GatewayDraft } from './gateway-draft.ts'
import { gatewayBody } from './gateway-values.ts'

export type Added = { gatewayId: string; sn: string; credentials: Credentials | null }

/** True when the id of this draft already stands for this very gateway: the answer to adding it was lost. */
const isAdded = async (id: string, sn: string): Promise<boolean> => {
  try {
    return (await call('GET /api/devices/{deviceId}', { params: { deviceId: id } })).device.sn === sn
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Adds what the rules have found right. The same again after a lost answer gives the same gateway with the same
 * credentials, for the call goes out under the key that stays with the draft.
 * @throws ApiError `sn_repeat`, `claim_refused`, `too_many_attempts`, …
 */
export const addGateway = async (draft: GatewayDraft, keyFor: KeyFor): Promise<Added> => {
  const { stationId } = draft.values
  if (stationId === null) throw new Error('a gateway belongs to a station')
  const entered = gatewayBody(draft.values)
  const body = { ...entered, id: draft.id }
  const key = await keyFor({ stationId, ...body })
  try {
    const answer = await call('POST /api/stations/{stationId}/gateways', {
      params: { stationId },
      body,
      key,
    })
    void readAfter('POST /api/stations/{stationId}/gateways')
    return { gatewayId: draft.id, sn: answer.gateway.sn, credentials: answer.credentials }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'wrong_state' || error.field !== 'id') throw error
    if (await isAdded(draft.id, entered.sn)) return { gatewayId: draft.id, sn: entered.sn, credentials: null }
    return addGateway({ ...draft, id: newId() }, keyFor)
  }
}
