// The outbox with the features that use it: what is sent, and who says what becomes of it.
import { errors, sentence, type ErrorCode } from '#domain/errors.ts'
import { ApiError, errorFrom } from '../../app/data/api-error.ts'
import { call } from '../../app/data/call.ts'
import { readDraft, readStored } from '../../app/data/draft-store.ts'
import { fileRequest } from '../../app/data/file-request.ts'
import { kindIn, type AnyKind, type KindsByRoute } from '../../app/outbox/kind.ts'
import type { Call } from '../../app/outbox/queued-act.ts'
import type { Kinds } from '../../app/outbox/send-all.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { queuedDevices } from '../devices/adding/queued-devices.ts'
import { queuedOrders } from '../work-orders/queued/queued-orders.ts'

type KeptFile = { picture: { blob: Blob; name: string; type: string } }

const canBeRead = async (blob: Blob): Promise<boolean> =>
  blob.arrayBuffer().then(
    () => true,
    () => false,
  )

/**
 * What has arrived already is the same file again. What is not on the phone any more must have arrived. Before what this
 * page remembers goes what the phone stored: the file that somebody chose may have been moved or changed since.
 */
const sendFile: Kinds['sendFile'] = async ({ id, purpose, kept }, personId) => {
  const found = (await readStored<KeptFile>(kept)) ?? (await readDraft<KeptFile>(kept))
  if (!found) return
  const { blob, name, type } = found.picture
  const { url, headers } = fileRequest({ id, purpose, name, type }, personId)
  let response: Response
  try {
    response = await fetch(url, { method: 'PUT', headers, body: blob })
  } catch {
    // To fetch both are the same.
    throw (await canBeRead(blob)) ? new ApiError(0, 'no_connection') : new ApiError(422, 'image_unreadable')
  }
  if (!response.ok) throw await errorFrom(response)
}

/** What waits, by the route it is sent to; each feature says what becomes of its own. */
export const kindsByRoute: KindsByRoute = { ...queuedOrders, ...queuedDevices }

/** The parts of a queued call belong together, which its union does not say of each alone. */
type AnyCall = (route: Call['route'], input: object) => Promise<never>

const send: Kinds['send'] = async (act, as) => {
  const { route, params, body, ifMatch } = act.call
  const input = { params, body, key: act.id, as, ...(ifMatch !== null && { ifMatch }) }
  const answer = await (call as AnyCall)(route, input)
  return { answer, version: kindIn(kindsByRoute, act).versionIn(answer) }
}

const settle: Kinds['settle'] = (act, answer) =>
  kindIn(kindsByRoute, act).settle(act, answer as Parameters<AnyKind['settle']>[1])

/** The server's own words; what never came so far has the sentence of its code. */
const wordsFor = (code: string, message: string): string =>
  message === '' && Object.hasOwn(errors, code) ? sentence(code as ErrorCode, words.language()) : message

const explain: Kinds['explain'] = async (act, { status, code: given, message: said }, as) => {
  // Of what something on the way refused, its status alone is known.
  const code = given === 'unreadable' ? 'too_large' : given
  const message = wordsFor(code, said)
  const refusal = { status, code, message, at: serverNow(), theirs: null, by: null, byAt: null }
  return kindIn(kindsByRoute, act).explain?.(act, refusal, as) ?? { done: false, refusal }
}

export const kinds: Kinds = { sendFile, send, settle, explain }
