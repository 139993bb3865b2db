import type { Delivery } from './broker-messages.ts'
import { connectToVhost, type VhostTransport, type VhostTransportOptions } from './vhost-transport.ts'

export type ClusterTransport = Omit<VhostTransport, 'declared'> & {
  /** Since the start, once: what gateways say in this virtual host finds a queue. */
  declared: (vhost: string) => boolean
}

/** Nobody listens there. */
class Nobody extends Error {}

/**
 * Several virtual hosts as one: a gateway is in whichever belongs to the node that it came to, and in no other. What is
 * sent goes to all of them and is taken where it is; one that does not answer is no harm to the others.
 */
export const joinVhosts = (vhosts: ReadonlyMap<string, VhostTransport>): ClusterTransport => {
  const all = [...vhosts.values()]
  return {
    reachable: () => all.every((one) => one.reachable()),
    declared: (vhost) => vhosts.get(vhost)?.declared() === true,
    async send(...given) {
      const tried = all.map(async (one): Promise<Delivery> => {
        const said = await one.send(...given)
        if (said !== 'sent') throw new Nobody()
        return said
      })
      try {
        return await Promise.any(tried)
      } catch (error) {
        // One of them may have had it.
        const unknown = (error as AggregateError).errors.find((one) => !(one instanceof Nobody))
        if (unknown !== undefined) throw unknown
        return 'offline'
      }
    },
    async stats() {
      const stats = await Promise.all(all.map((one) => one.stats()))
      const sum = (key: 'received' | 'inFlight'): number => stats.reduce((total, one) => total + one[key], 0)
      return { connected: null, received: sum('received'), inFlight: sum('inFlight'), refused: {} }
    },
    async close() {
      await Promise.all(all.map((one) => one.close()))
    },
  }
}

/** The MQTT interface on a cluster of RabbitMQ, in all virtual hosts of its address. */
export const connectToCluster = ({
  connected,
  ...options
}: Omit<VhostTransportOptions, 'vhost'>): ClusterTransport => {
  const vhosts = new Map<string, VhostTransport>()
  const noteConnected = (): void => {
    if ([...vhosts.values()].every((one) => one.declared())) connected?.()
  }
  for (const vhost of options.address.vhosts)
    vhosts.set(vhost, connectToVhost({ ...options, vhost, connected: noteConnected }))
  return joinVhosts(vhosts)
}
