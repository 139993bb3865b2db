import mqtt from 'mqtt'
import type { GatewayMessage } from '#contract/mqtt/decode.ts'
import type { Will } from '#contract/mqtt/status.ts'
import {
  type ChannelFromGateway,
  type ChannelToGateway,
  channels,
  topicOf,
  topicRoot,
} from '#contract/mqtt/topics.ts'

export interface LinkOptions {
  readonly url: string
  readonly sn: string
  readonly secret: string
  /** The only authority whose certificates of the broker are believed, PEM; null or absent = those that everybody believes. */
  readonly authority?: string | null
  readonly will: Will
  readonly listensTo: readonly ChannelToGateway[]
  readonly onMessage: (topic: string, payload: Uint8Array) => void
  /** The connection is gone, for whatever reason; called once. */
  readonly onClose: () => void
}

/** One connection of one gateway. It never reconnects by itself: its gateway decides when. */
export interface Link {
  /** QoS 1; settles when the PUBACK has come, or rejects when the connection is gone before it. */
  publish<C extends ChannelFromGateway>(channel: C, message: GatewayMessage<C>): Promise<void>
  /** Breaks the connection without a goodbye, so that the broker sends the will. */
  cut(): void
  /** Ends it in good order; the will is not sent. */
  close(): Promise<void>
}

/** As long as a cluster of brokers may let a login wait while thousands come: whoever gives up sooner stands in line anew. */
const CONNECT_TIMEOUT_MS = 60_000
/**
 * Where nothing is answered for so long though something waits for it, the connection is given up. A broker may keep one
 * whose messages it will never answer again, and answer each sign of life on it: RabbitMQ 3.10 where it was not told in time
 * whether a topic is allowed. Longer than a primary takes to be replaced. Chosen.
 */
export const ANSWER_MS = 180_000

/** Connects as the gateway (user name = client id = serial). Rejects when refused or not reachable. */
export function openLink(options: LinkOptions): Promise<Link> {
  const { url, sn, secret, authority = null, will } = options
  const client = mqtt.connect(url, {
    clientId: sn,
    username: sn,
    password: secret,
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    resubscribe: false,
    keepalive: 60,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(authority === null ? {} : { ca: authority }),
    will: { topic: topicOf(sn, 'status'), payload: Buffer.from(JSON.stringify(will)), qos: 1, retain: true },
  })
  let open = true
  const unanswered = new Set<(reason: Error) => void>()
  let patience: ReturnType<typeof setTimeout> | undefined
  const cut = (): void => {
    client.stream.destroy()
    client.end(true)
  }
  /** From now on, when something was answered or is asked first. */
  const waitForAnswers = (): void => {
    clearTimeout(patience)
    if (open && unanswered.size > 0) patience = setTimeout(cut, ANSWER_MS)
  }
  client.on('message', (topic, payload) => {
    options.onMessage(topic, payload)
  })

  const publish: Link['publish'] = (channel, message) =>
    new Promise<void>((resolve, reject) => {
      if (!open) {
        reject(new Error('link is down'))
        return
      }
      unanswered.add(reject)
      if (unanswered.size === 1) waitForAnswers()
      const { retained: retain } = channels[channel]
      client.publish(topicOf(sn, channel), JSON.stringify(message), { qos: 1, retain }, (error) => {
        unanswered.delete(reject)
        waitForAnswers()
        if (error) reject(error)
        else resolve()
      })
    })
  const link: Link = {
    publish,
    cut,
    close: () => client.endAsync(),
  }

  return new Promise<Link>((resolve, reject) => {
    let cause = new Error(`connection to ${url} closed`)
    // After a refusal or a reset mqtt.js emits `error` and then `close`; without a listener it would throw.
    client.on('error', (error) => {
      cause = error
    })
    client.once('close', () => {
      open = false
      client.end(true)
      for (const one of unanswered) one(cause)
      unanswered.clear()
      clearTimeout(patience)
      reject(cause)
      options.onClose()
    })
    client.once('connect', () => {
      if (options.listensTo.length === 0) {
        resolve(link)
        return
      }
      client.subscribe(
        // A chunk has a topic of its own.
        options.listensTo.map((channel) =>
          channel === 'ota/data' ? `${topicRoot}/${sn}/ota/data/#` : topicOf(sn, channel),
        ),
        { qos: 1 },
        (error) => {
          if (error) client.end(true)
          else resolve(link)
        },
      )
    })
  })
}

/** The broker answered and said no (MQTT 3.1.1, table 3.1): a return code stands in `code`. */
export const wasTurnedAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'

/** Wait before the next attempt, ms: doubles from 2 s to a minute, half to one and a half times that by `chance` (0 to 1). */
export function reconnectWaitMs(failures: number, chance: number): number {
  return Math.min(60_000, 1000 * 2 ** Math.min(failures, 10)) * (0.5 + chance)
}
