import { readFileSync } from 'node:fs'
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib'
import type { NodesAddress } from './amqp-address.ts'
import {
  allQueues,
  bindingOf,
  queueArguments,
  queueBindings,
  restExchange,
  talkQueue,
  telemetryExchange,
  telemetryQueues,
  topicExchange,
} from './amqp-topics.ts'
import { inTime } from './in-time.ts'

const patienceMs = 5_000
const heartbeatS = 10

export type SessionOptions = {
  address: NodesAddress
  vhost: string
  node: NodesAddress['nodes'][number]
  caFile: string | null
  /** As the management pages name it. */
  name: string
  /** Messages of one queue taken and not yet acknowledged, at most. */
  prefetch: number
  /** Told of each message, the queue it lay in, and what acknowledges it; null: nothing is taken. */
  onMessage: ((message: ConsumeMessage, queue: string, acknowledge: () => void) => void) | null
  /** The session is over, by whichever side; once. */
  onEnd: (reason: string) => void
}

export type AmqpSession = {
  /** True when somebody listens to it. @throws when the cluster does not confirm it */
  publish: (key: string, payload: Uint8Array, qos: 0 | 1) => Promise<boolean>
  /** Takes nothing further. */
  halt: () => Promise<void>
  end: () => Promise<void>
  /** At once, whatever is open. */
  cut: (reason: string) => void
}

/** What has to be there before any gateway is let in: what finds no queue is acknowledged to it and dropped. */
const declare = async (channel: Channel): Promise<void> => {
  await channel.assertExchange(restExchange, 'fanout', { durable: true })
  await channel.assertExchange(telemetryExchange, 'x-consistent-hash', {
    durable: true,
    alternateExchange: restExchange,
  })
  for (const queue of allQueues)
    await channel.assertQueue(queue, { durable: true, arguments: queueArguments })
  await channel.bindQueue(talkQueue, restExchange, '')
  // The figure is the queue's share.
  for (const queue of telemetryQueues) await channel.bindQueue(queue, telemetryExchange, '1')
  for (const { queue, key } of queueBindings) await channel.bindQueue(queue, topicExchange, key)
  await channel.bindExchange(telemetryExchange, topicExchange, bindingOf('tele'))
}

const connectTo = async ({ address, vhost, node, caFile, name }: SessionOptions): Promise<ChannelModel> => {
  // Loaded only where a cluster is used.
  const { connect } = await import('amqplib')
  const { secure, user: username, password } = address
  return connect(
    {
      protocol: secure ? 'amqps' : 'amqp',
      hostname: node.host,
      port: node.port,
      username,
      password,
      vhost,
      heartbeat: heartbeatS,
    },
    {
      timeout: patienceMs,
      noDelay: true,
      clientProperties: { connection_name: name },
      ...(secure ? { minVersion: 'TLSv1.2' as const, rejectUnauthorized: true } : {}),
      ...(caFile === null ? {} : { ca: readFileSync(caFile) }),
    },
  )
}

/** Confirms by number, and which of them came back because nobody listens. */
const publisherOn = (channel: ConfirmChannel): AmqpSession['publish'] => {
  const returned = new Set<string>()
  let count = 0
  channel.on('return', ({ properties }) => returned.add(String(properties.messageId)))
  return async (key, payload, qos) => {
    count += 1
    const messageId = String(count)
    const confirmed = new Promise<void>((resolve, reject) => {
      channel.publish(
        topicExchange,
        key,
        Buffer.from(payload),
        {
          mandatory: true,
          persistent: false,
          messageId,
          headers: { 'x-mqtt-publish-qos': { '!': 'byte', value: qos } },
        },
        (error: unknown) => (error ? reject(new Error('the broker did not take it')) : resolve()),
      )
    })
    try {
      await inTime(confirmed, 'sending')
      return !returned.has(messageId)
    } finally {
      returned.delete(messageId)
    }
  }
}

/**
 * One connection to one node, from declaring what has to be there to its end. Whatever goes wrong ends it as a whole:
 * what was not acknowledged lies in its queues again, in order, for the next one.
 */
export const openSession = async (options: SessionOptions): Promise<AmqpSession> => {
  const model = await connectTo(options)
  let over = false
  const ended = (reason: string): void => {
    if (over) return
    over = true
    options.onEnd(reason)
  }
  let trouble: string | null = null
  const noteTrouble = (error: Error): void => void (trouble ??= error.message)
  model.on('error', noteTrouble)
  model.on('close', () => ended(trouble ?? 'it ended'))
  const close = async (): Promise<void> => model.close()
  const cut = (reason: string): void => {
    ended(reason)
    // One that is never answered is ended by the heartbeat.
    void close().catch(() => undefined)
  }
  try {
    const channel = await inTime(model.createChannel(), 'opening')
    const out = await inTime(model.createConfirmChannel(), 'opening')
    for (const one of [channel, out]) {
      one.on('error', noteTrouble)
      one.on('close', () => {
        if (!over) cut(trouble ?? 'a channel was closed')
      })
    }
    await declare(channel)
    const tags: string[] = []
    const { onMessage } = options
    if (onMessage !== null) {
      await channel.prefetch(options.prefetch)
      const take = (queue: string, message: ConsumeMessage | null): void => {
        if (message === null) return cut('a queue is gone')
        return onMessage(message, queue, () => {
          if (!over) channel.ack(message)
        })
      }
      for (const queue of allQueues)
        tags.push((await channel.consume(queue, (message) => take(queue, message))).consumerTag)
    }
    return {
      publish: publisherOn(out),
      halt: async () => {
        for (const tag of tags) await channel.cancel(tag)
      },
      end: async () => {
        ended('closed')
        await close()
      },
      cut,
    }
  } catch (error) {
    cut(String(error))
    throw error
  }
}
