import type { Context } from '../../context.ts'
import type { Environment } from '../../env.ts'
import { parseTopic } from '#contract/mqtt/topics.ts'
import { config } from '#contract/mqtt/config.ts'
import type { OpenTransport } from './opened-transport.ts'
import { reachableHost } from './reachable-host.ts'

/**
 * The gateways of an installation whose built-in broker is another server's: what has to be done there is asked of it.
 * Commands and offers never come by here: whoever has the role `intake` takes them out of the database.
 */
export const gatewaysElsewhere = (
  env: Environment,
  { errands }: Pick<Context, 'errands'>,
  secure: boolean,
): OpenTransport => ({
  transport: {
    send: async (topic, payload) => {
      const to = parseTopic(topic)
      if (to?.channel !== 'cfg') return 'offline'
      const settings = config.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
      errands.tell({ type: 'settings', gateway: to.gateway, reportS: settings.report_s })
      return 'sent'
    },
    disconnect: async (gateway) => errands.tell({ type: 'disconnect', gateway }),
    stats: async () => ({ connected: null, received: 0, inFlight: 0, refused: {} }),
    close: async () => {},
  },
  address: {
    host: reachableHost(env, secure ? env.host : env.mqttHost),
    port: secure ? (env.mqttsPort ?? 8883) : env.mqttPort,
    tls: secure,
  },
  mqttPort: null,
  logins: { ready: async () => {}, give: async () => {}, follow: async () => {} },
  reachable: () => true,
  reconcile: null,
  reconcileMs: 0,
})
