import * as z from 'zod/mini'
import { hostName, portNumber } from './env-values.ts'
import { isLoopback } from './platform/loopback.ts'
import {
  amqpScheme,
  amqpSentence,
  apiScheme,
  apiSentence,
  isPlainOutside,
  type NodesAddress,
  readNodes,
} from './platform/broker/amqp-address.ts'

/** A cluster of RabbitMQ between gateways and servers. Holds secrets: never log it. */
export type Cluster = {
  readonly amqp: NodesAddress
  /** Its management API, to end connections; null = they end by themselves. */
  readonly api: NodesAddress | null
  /** What is said between the two may travel unprotected outside this machine. */
  readonly plainAllowed: boolean
  /** Where the cluster asks who may log in and where to; null = logins are kept there by hand. */
  readonly asks: { readonly host: string; readonly port: number; readonly secret: string } | null
}

const secretSentence = 'must be 32 to 128 letters, digits, dashes and underscores'

/** The variables of the environment that set a cluster of RabbitMQ. */
export const clusterVariables = {
  AMQP_URL: z.optional(
    z.string().check(z.refine((text) => readNodes(text, amqpScheme) !== null, amqpSentence)),
  ),
  AMQP_API_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => readNodes(text, apiScheme, { user: '-', password: '-' })?.vhosts.join() === '/',
          apiSentence,
        ),
      ),
  ),
  BROKER_AUTH_SECRET: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{32,128}$/, secretSentence))),
  BROKER_AUTH_PORT: z._default(portNumber, 8091),
  BROKER_AUTH_HOST: hostName('127.0.0.1'),
}

type Variables = {
  AMQP_URL?: string | undefined
  AMQP_API_URL?: string | undefined
  BROKER_AUTH_SECRET?: string | undefined
  BROKER_AUTH_PORT: number
  BROKER_AUTH_HOST: string
  MQTT_URL?: string | undefined
  MQTT_SHARE: boolean
  ALLOW_PLAIN_MQTT: boolean
}

export const clusterOf = (env: Omit<Variables, 'MQTT_SHARE'>): Cluster | null => {
  const amqp = env.AMQP_URL === undefined ? null : readNodes(env.AMQP_URL, amqpScheme)
  if (amqp === null) return null
  const secret = env.BROKER_AUTH_SECRET
  return {
    amqp,
    api: env.AMQP_API_URL === undefined ? null : readNodes(env.AMQP_API_URL, apiScheme, amqp),
    plainAllowed: env.ALLOW_PLAIN_MQTT,
    asks: secret === undefined ? null : { host: env.BROKER_AUTH_HOST, port: env.BROKER_AUTH_PORT, secret },
  }
}

const needsCluster = (name: 'AMQP_API_URL' | 'BROKER_AUTH_SECRET') =>
  z.refine<Variables>((env) => env[name] === undefined || env.AMQP_URL !== undefined, {
    path: [name],
    error: 'needs AMQP_URL beside it',
  })

const plainSentence = 'outside this machine, or set ALLOW_PLAIN_MQTT=yes in a network that you trust wholly'

const protectedUnlessSaid = (name: 'AMQP_URL' | 'AMQP_API_URL', part: 'amqp' | 'api', scheme: string) =>
  z.refine<Variables>(
    (env) => {
      const nodes = clusterOf(env)?.[part] ?? null
      return env.ALLOW_PLAIN_MQTT || nodes === null || !isPlainOutside(nodes)
    },
    { path: [name], error: `must be ${scheme}:// ${plainSentence}` },
  )

/** What has to hold between them. */
export const clusterChecks = [
  z.refine<Variables>(({ AMQP_URL, MQTT_URL }) => AMQP_URL === undefined || MQTT_URL !== undefined, {
    path: ['AMQP_URL'],
    error: 'needs MQTT_URL beside it: where gateways reach that cluster, such as mqtts://broker.example:8883',
  }),
  z.refine<Variables>(({ AMQP_URL, MQTT_SHARE }) => AMQP_URL === undefined || !MQTT_SHARE, {
    path: ['MQTT_SHARE'],
    error: 'is of brokers without AMQP_URL: behind that cluster servers share telemetry by themselves',
  }),
  needsCluster('AMQP_API_URL'),
  needsCluster('BROKER_AUTH_SECRET'),
  protectedUnlessSaid('AMQP_URL', 'amqp', 'amqps'),
  protectedUnlessSaid('AMQP_API_URL', 'api', 'https'),
] as const

/** Whether what the cluster asks would travel unprotected without a certificate. */
export const asksFromOutside = ({ asks }: Cluster): boolean => asks !== null && !isLoopback(asks.host)
