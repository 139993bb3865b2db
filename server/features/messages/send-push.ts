import { levelNumber } from '#domain/alarms/alarm-states.ts'
import { waitAfter } from '#domain/messages/message-kinds.ts'
import {
  isAsking,
  PUSH_ATTEMPTS,
  PUSH_LIFE_MS,
  PUSHED_SINGLY,
  pushMany,
  type PushText,
  pushText,
  pushTrial,
} from '#domain/messages/push-text.ts'
import { whoAre } from '../accounts/session-store.ts'
import type { Who } from '../accounts/who.ts'
import type { Context } from '../../context.ts'
import { messagesOf } from './message-store.ts'
import { type Posted, postOnce } from './post-once.ts'
import { pushKeys, type PushKeys } from './push-keys.ts'
import {
  type DuePush,
  dropSubscription,
  notePushes,
  noteSubscription,
  pastMessages,
  takeDuePushes,
} from './push-store.ts'

const BROWSERS_AT_ONCE = 8
const LEASE_MS = 60_000
const LONGEST_WAIT_S = 3_600

type Push = { text: PushText; urgent: boolean; deliveries: DuePush[] }
type Sender = Pick<Context, 'db' | 'webhooks' | 'push'>

/** What goes to one browser now, seen with the rights its person has now. What it holds nothing of is past. */
const pushesFor = async (
  db: Context['db'],
  who: Who,
  now: number,
  due: readonly DuePush[],
): Promise<Push[]> => {
  const [{ language } = { language: 'zh_CN' as const }] = due
  const byMessage = new Map(due.map((one) => [one.message_id, one]))
  const ids = due.flatMap(({ message_id }) => message_id ?? [])
  const past = await pastMessages(db, ids)
  const fresh = ids.filter((id) => !past.has(id))
  const page = { unread: true, after: null, limit: fresh.length, ids: fresh }
  const found = fresh.length === 0 ? [] : await messagesOf(db, who, now, page)
  const changeEvents = found.filter(({ dueAt }) => now - dueAt < PUSH_LIFE_MS)
  const trial = byMessage.get(null)
  const pushes: Push[] = trial ? [{ text: pushTrial(language), urgent: true, deliveries: [trial] }] : []
  const all = changeEvents.flatMap(({ message }) => {
    const delivery = byMessage.get(message.id)
    const urgent = isAsking(message.kind) || (message.alarm !== null && levelNumber(message.alarm.level) <= 2)
    return delivery ? [{ text: pushText(message, language), urgent, deliveries: [delivery] }] : []
  })
  if (all.length <= PUSHED_SINGLY) return [...pushes, ...all]
  const stations = [...new Set(changeEvents.map(({ message }) => message.station.name))]
  const urgent = all.some((one) => one.urgent)
  const deliveries = all.flatMap((one) => one.deliveries)
  return [...pushes, { text: pushMany(all.length, stations, language), urgent, deliveries }]
}

/** How often the same message reaches a push service, it stands once: by its topic the later takes the earlier's place. */
const post = async (given: {
  to: DuePush
  push: Push
  keys: PushKeys
  contact: string
  privateAllowed: boolean
}): Promise<Posted | null> => {
  const { to, push, keys, contact, privateAllowed } = given
  const { endpoint, p256dh, auth } = to
  try {
    const { default: webPush } = await import('web-push')
    const request = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(push.text),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: PUSH_LIFE_MS / 1000,
        urgency: push.urgent ? 'high' : 'normal',
        topic: (push.deliveries[0]?.id ?? '').replaceAll('-', ''),
      },
    )
    return await postOnce({ url: endpoint, headers: request.headers, body: request.body }, privateAllowed)
  } catch {
    return null
  }
}

const isGone = ({ status }: Posted): boolean => status === 404 || status === 410
/** A refusal that the same push would meet again. */
const isFinal = ({ status }: Posted): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429

const settle = async ({ db }: Sender, now: number, push: Push, posted: Posted): Promise<void> => {
  const { failure, retryAfterS } = posted
  for (const { id, attempts } of push.deliveries) {
    const isOver = failure === null || isFinal(posted) || attempts >= PUSH_ATTEMPTS
    const asked = Math.min(retryAfterS ?? 0, LONGEST_WAIT_S) * 1000
    await notePushes(db, [id], isOver ? null : now + Math.max(waitAfter(attempts), asked))
  }
}

/** Everything for one browser. A subscription whose session, person or address is no more goes. */
const sendTo = async (
  context: Sender,
  now: number,
  given: { due: DuePush[]; who: Who | undefined; keys: PushKeys },
): Promise<number> => {
  const { db, webhooks, push: settings } = context
  const { due, who, keys } = given
  const [to] = due
  if (to === undefined) return 0
  if (who === undefined || who.accountId !== to.account_id) {
    await dropSubscription(db, to.subscription_id)
    return 0
  }
  const pushes = await pushesFor(db, who, now, due)
  const named = new Set(pushes.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)))
  const past = due.filter(({ id }) => !named.has(id)).map(({ id }) => id)
  await notePushes(db, past, null)
  for (const push of pushes) {
    const { privateAllowed } = webhooks
    const posted = await post({ to, push, keys, contact: settings.contact, privateAllowed })
    if (posted === null || isGone(posted)) {
      await dropSubscription(db, to.subscription_id)
      return pushes.length
    }
    await settle(context, now, push, posted)
    await noteSubscription(db, to.subscription_id, now, posted.failure)
  }
  return pushes.length
}

/**
 * Sends what is due to the browsers of the people it is for, end to end encrypted; taken, again later, or given up.
 * Gives how many were sent.
 */
export const pushDue = async (context: Sender, now: number, stopping?: AbortSignal): Promise<number> => {
  const { db } = context
  let sent = 0
  let keys: PushKeys | null = null
  for (;;) {
    if (stopping?.aborted) break
    const due = await takeDuePushes(db, now, LEASE_MS, BROWSERS_AT_ONCE)
    if (due.length === 0) break
    keys ??= await pushKeys(db)
    const pair = keys
    const people = await whoAre(
      db,
      now,
      due.map(({ session_id }) => session_id),
    )
    const browsers = Map.groupBy(due, ({ subscription_id }) => subscription_id)
    const counts = await Promise.all(
      [...browsers.values()].map((mine) =>
        sendTo(context, now, { due: mine, who: people.get(mine[0]?.session_id ?? ''), keys: pair }),
      ),
    )
    sent += counts.reduce((all, count) => all + count, 0)
  }
  return sent
}
