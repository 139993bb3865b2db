import { createHmac } from 'node:crypto'
import { postOnce } from './post-once.ts'

/** Sunkeeper-Signature of a body sent at an instant (seconds since 1970). */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Posts a body once, signed. null when it was taken, else why not. */
export const postWebhook = async (
  given: { url: string; secret: string; id: string; event: string; body: string },
  now: number,
  privateAllowed: boolean,
): Promise<string | null> => {
  const { url, secret, id, event, body } = given
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'sunkeeper-event': event,
    'sunkeeper-delivery': id,
    'sunkeeper-signature': signatureOf(secret, Math.floor(now / 1000), body),
  }
  const { failure } = await postOnce({ url, headers, body }, privateAllowed)
  return failure
}
