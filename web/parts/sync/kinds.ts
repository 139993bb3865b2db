// The one place of the queue that knows the features: what becomes of an answer or a refusal of each kind of act.
import { errors, sentence, type ErrorCode } from '#domain/errors.ts'
import { ApiError, errorFrom } from '../../app/data/api-error.ts'
import { call } from '../../app/data/call.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { serverNow } from '../../kit/time/clock.ts'
import { dropDraft, readDraft, readStored } from '../../app/data/draft-store.ts'
import { fileRequest } from '../../app/data/file-request.ts'
import { dataKey, queryClient } from '../../app/data/query.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { readAfter } from '../../app/live/read-after.ts'
import type { Order } from '../work-orders/use-orders.ts'
import { sideOf } from '../work-orders/queued/side.ts'
import type { ActRefusal, QueuedAct } from '../../app/outbox/queued-act.ts'
import type { Kinds } from '../../app/outbox/send-all.ts'

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

const send: Kinds['send'] = async ({ id: key, call: made }, as) => {
  if (made.route === 'POST /api/orders/{orderId}/actions') {
    const { route, params, body, ifMatch } = made
    const answer = await call(route, { params, body, ifMatch, key, as })
    return { answer, version: answer.order.version }
  }
  if (made.route === 'POST /api/stations/{stationId}/devices') {
    const { route, params, body } = made
    const stationId = params['stationId'] ?? ''
    return { answer: await call(route, { params: { stationId }, body, key, as }), version: null }
  }
  const answer =
    made.route === 'POST /api/orders'
      ? await call(made.route, { body: made.body, key, as })
      : await call(made.route, { body: made.body, key, as })
  return { answer, version: answer.order.version }
}

const addedDevices = (answer: Answer<'POST /api/stations/{stationId}/devices'> | null): ActRefusal | null => {
  void readAfter('POST /api/stations/{stationId}/devices')
  const [first] = answer?.refused ?? []
  if (!answer || !first) return null
  const rows = answer.refused.map(({ id, code }) => ({ id, code }))
  return {
    status: 409,
    code: first.code,
    message: '',
    at: serverNow(),
    theirs: null,
    by: null,
    byAt: null,
    rows,
  }
}

const settle: Kinds['settle'] = async ({ call: made, files, drafts }, answer) => {
  if (made.route === 'POST /api/stations/{stationId}/devices')
    return addedDevices(answer as Answer<typeof made.route> | null)
  if (made.route === 'POST /api/orders/{orderId}/actions' && answer !== null)
    queryClient.setQueryData<Answer<'GET /api/orders/{orderId}'>>(
      dataKey('GET /api/orders/{orderId}', { params: made.params }),
      answer as Answer<typeof made.route>,
    )
  await Promise.all([...drafts, ...files.map(({ kept }) => kept)].map(dropDraft))
  void readAfter(made.route)
  return null
}

/** A phone's idea of the time may be off by so much where the server was never heard, ms. */
const clockMs = 5 * 60_000

/** An answer that was lost after the work was done: the step stands in the flow as this person's. */
const wasDone = (act: QueuedAct, { flow }: Order, personId: string): boolean => {
  if (act.call.route !== 'POST /api/orders/{orderId}/actions' || act.tried < 2) return false
  const { no, report, reason, remark } = act.call.body
  const text = report ?? reason ?? remark ?? ''
  return flow.some(
    (record) =>
      record.no === no && record.by?.id === personId && record.text === text && record.at >= act.at - clockMs,
  )
}

/** The server's own words; what never came so far has the sentence of its code. */
const wordsFor = (code: string, message: string): string =>
  message === '' && Object.hasOwn(errors, code) ? sentence(code as ErrorCode, words.language()) : message

const explain: Kinds['explain'] = async (act, { status, code: given, message: said }, as) => {
  // Of what something on the way refused, its status alone is known.
  const code = given === 'unreadable' ? 'too_large' : given
  const message = wordsFor(code, said)
  const refusal = { status, code, message, at: serverNow(), theirs: null, by: null, byAt: null }
  if (act.call.route !== 'POST /api/orders/{orderId}/actions') return { done: false, refusal }
  const { params } = act.call
  try {
    const found = await call('GET /api/orders/{orderId}', { params, as })
    queryClient.setQueryData(dataKey('GET /api/orders/{orderId}', { params }), found)
    const { order } = found
    if (wasDone(act, order, as)) return { done: true, version: order.version }
    const last = order.flow.at(-1)
    const by = last?.by?.name ?? null
    return { done: false, refusal: { ...refusal, theirs: sideOf(order), by, byAt: last?.at ?? null } }
  } catch (error) {
    // Gone, or not this person's to see any more.
    if (error instanceof ApiError && (error.status === 404 || error.status === 403))
      return { done: false, refusal }
    throw error
  }
}

export const kinds: Kinds = { sendFile, send, settle, explain }
