// What servers of one database tell each other by NOTIFY, as text.
import * as z from 'zod/mini'
import type { ChangeEvent, GatewayErrand } from '../../events.ts'

/** PostgreSQL takes payloads under 8000 bytes. */
const PAYLOAD_MAX = 7_900

/** What the people of one server have open: `null` = pages that follow figures of any device. */
export type Looks = { streams: boolean; stations: ReadonlySet<string> | null }

export type FiguresNews = ['f', string] | ['d', string, string]

/**
 * f figures of a station, d one device of it, c what changed of it, a an account; r: read everything again; e: an
 * errand for the server of a gateway.
 */
const errand: z.ZodMiniType<GatewayErrand> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), gateway: z.string() }),
  z.object({ type: z.literal('due'), gateway: z.string(), cameUp: z.boolean() }),
  z.object({ type: z.literal('disconnect'), gateway: z.string() }),
  z.object({ type: z.literal('settings'), gateway: z.string(), reportS: z.number() }),
])
const word = z.union([
  z.tuple([z.literal('f'), z.string()]),
  z.tuple([z.literal('d'), z.string(), z.string()]),
  z.tuple([
    z.literal('c'),
    z.string(),
    z.enum([
      'station',
      'devices',
      'energy',
      'array',
      'commands',
      'alarms',
      'orders',
      'messages',
      'upgrades',
      'edges',
    ]),
  ]),
  z.tuple([z.literal('a'), z.string()]),
  z.tuple([z.literal('r')]),
  z.tuple([z.literal('e'), errand]),
])
export type Word = z.infer<typeof word>
const payload = z.object({ from: z.string(), words: z.array(word) })
/** `looks`: null = it closes. `ask`: it is new and wants to hear the same of the others. */
const looksPayload = z.object({
  from: z.string(),
  ask: z.boolean(),
  looks: z.nullable(z.object({ streams: z.boolean(), stations: z.nullable(z.array(z.string())) })),
})

export const asWord = (changeEvents: ChangeEvent): Word =>
  changeEvents.type === 'figures'
    ? ['f', changeEvents.stationId]
    : changeEvents.type === 'device'
      ? ['d', changeEvents.stationId, changeEvents.deviceId]
      : ['c', changeEvents.stationId, changeEvents.what]

export const isFigures = (one: Word): one is FiguresNews => one[0] === 'f' || one[0] === 'd'

/**
 * Under what news of figures are held: the id of what they are of, which nobody has to put together. Where other news have
 * that place (of a device that moves to another station), all of it. `at`: what is held there.
 */
export const figuresKey = (news: FiguresNews, at: (id: string) => Word | undefined): string => {
  const id = news[2] ?? news[1]
  const there = at(id)
  return there === undefined || (there[0] === news[0] && there[1] === news[1]) ? id : news.join(' ')
}

/** Payloads of at most `PAYLOAD_MAX` bytes; ids and words are ASCII. */
export const packed = (from: string, words: readonly string[]): string[] => {
  const head = `{"from":"${from}","words":[`
  const payloads: string[] = []
  let held: string[] = []
  let length = head.length + 2
  for (const one of words) {
    if (length + one.length + 1 > PAYLOAD_MAX) {
      payloads.push(`${head}${held.join()}]}`)
      held = []
      length = head.length + 2
    }
    held.push(one)
    length += one.length + 1
  }
  return held.length === 0 ? payloads : [...payloads, `${head}${held.join()}]}`]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** null: it makes no sense. */
export const readNews = (text: string): z.output<typeof payload> | null =>
  payload.safeParse(parsed(text)).data ?? null
export const readLooks = (text: string): z.output<typeof looksPayload> | null =>
  looksPayload.safeParse(parsed(text)).data ?? null
