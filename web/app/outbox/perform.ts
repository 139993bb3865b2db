import { ApiError } from '../data/api-error.ts'
import { personIdNow } from '../data/signed-in.ts'
import { serverNow } from '../../kit/time/clock.ts'
import type { NewAct } from './queued-act.ts'
import { queue, type Performed } from './queue.ts'

type Waiting = Pick<NewAct, 'call' | 'subject' | 'title'> & Partial<NewAct>

/**
 * Does what the signed-in person has pressed, now or once there is a network, under this Idempotency-Key.
 * @throws ApiError what the server refused; StorageRefused: there is neither network nor room to keep it
 */
export const perform = async (key: string, act: Waiting): Promise<Performed> => {
  const personId = personIdNow()
  if (personId === null) throw new ApiError(401, 'signed_out')
  const rest = { seen: null, files: [], drafts: [], restore: null, at: serverNow() }
  return queue.perform(personId, { ...rest, ...act, id: key })
}
