import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'
import type { Portion, Published } from './broker-messages.ts'

/** One portion so often at the most: each wakes the other thread. */
const EVERY_MS = 4
/**
 * Small messages that come thickly are gathered for longer, as the intake gathers them for a multiple of this: of 4,500
 * messages a second the portions were a third of what the broker took. No source: chosen.
 */
const THICK_EVERY_MS = 20
const THICK_MESSAGES = 8
const SMALL_BYTES = 1_024

export const portionOf = (messages: readonly Published[]): Portion => {
  const payloads = new Uint8Array(messages.reduce((sum, { payload }) => sum + payload.length, 0))
  const numbers = new Float64Array(2 * messages.length)
  let at = 0
  for (const [index, { id, payload }] of messages.entries()) {
    numbers[2 * index] = id
    numbers[2 * index + 1] = payload.length
    payloads.set(payload, at)
    at += payload.length
  }
  const names = messages.map(({ channel, gateway }) => `${channel} ${gateway}`).join('\n')
  return { numbers, names, payloads }
}

/** The messages of a portion in their order; payloads are views of it. */
export const messagesOf = ({ numbers, names, payloads }: Portion): Published[] => {
  let at = 0
  return names.split('\n').map((name, index) => {
    const space = name.indexOf(' ')
    const bytes = numbers[2 * index + 1] ?? 0
    const payload = payloads.subarray(at, (at += bytes))
    // Neither channels nor serials have a blank, and nobody but the other thread writes this.
    const channel = name.slice(0, space) as ChannelFromGateway
    return { id: numbers[2 * index] ?? 0, gateway: name.slice(space + 1), channel, payload }
  })
}

/** Milliseconds after a portion of so many messages and bytes before the next one leaves. */
export const pauseAfter = (messages: number, bytes: number): number =>
  messages >= THICK_MESSAGES && bytes < messages * SMALL_BYTES ? THICK_EVERY_MS : EVERY_MS
