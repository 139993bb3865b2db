import type { ChannelFromGateway } from '#contract/mqtt/topics.ts'
import { type Link, type LinkOptions, openLink as open } from '#gateway/link.ts'

/** A link that takes any message: tests also send what no gateway may. */
export type LooseLink = Omit<Link, 'publish'> & {
  publish: (channel: ChannelFromGateway, message: object) => Promise<void>
}

/** @throws as the gateway's own link: refused, or not reachable. */
export const openLooseLink = async (options: LinkOptions): Promise<LooseLink> => {
  const link = await open(options)
  return { ...link, publish: (channel, message) => link.publish(channel, message as never) }
}
