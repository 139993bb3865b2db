import { createHash } from 'node:crypto'
import { channelNames, channels, isFromGateway, topicRoot } from '#contract/mqtt/topics.ts'
import { subscriptionsOf } from './access.ts'

/** One rule of Mosquitto's dynamic security. The first that matches decides: by role, then by its own priority. */
export type AccessRule = {
  acltype:
    | 'publishClientSend'
    | 'publishClientReceive'
    | 'subscribeLiteral'
    | 'subscribePattern'
    | 'unsubscribePattern'
  topic: string
  priority: number
  allow: boolean
}
export type Role = { rolename: string; acls: AccessRule[] }

const rule = (acltype: AccessRule['acltype'], topic: string, allow = true): AccessRule => ({
  acltype,
  topic,
  priority: 0,
  allow,
})

const gatewayRules = (gateway: string): AccessRule[] => {
  const branch = `${topicRoot}/${gateway}/`
  const to = channelNames.filter((channel) => channels[channel].direction === 'to gateway')
  return [
    ...channelNames.filter(isFromGateway).map((channel) => rule('publishClientSend', branch + channel)),
    ...to.map((channel) =>
      rule('publishClientReceive', branch + (channel === 'ota/data' ? `${channel}/+/+` : channel)),
    ),
    ...subscriptionsOf(gateway).map((filter) => rule('subscribeLiteral', filter)),
    rule('subscribePattern', `${branch}ota/data/#`),
  ]
}

/** A wildcard alone does not cover what begins with `$`. */
const everything = ['#', '$SYS/#', '$CONTROL/#', '$share/#']
const noneBeyond: AccessRule[] = everything.flatMap((topic) => [
  rule('publishClientSend', topic, false),
  rule('publishClientReceive', topic, false),
  rule('subscribePattern', topic, false),
])

const serverRules: AccessRule[] = [
  rule('publishClientSend', `${topicRoot}/#`),
  rule('publishClientReceive', `${topicRoot}/#`),
  ...[`${topicRoot}/#`, `$share/sunkeeper/${topicRoot}/#`].flatMap((filter) => [
    rule('subscribePattern', filter),
    rule('unsubscribePattern', filter),
  ]),
]

/** Names carry a mark of the rules, so that other rules are other roles. */
const mark = createHash('sha256')
  .update(JSON.stringify([gatewayRules('GATEWAY'), noneBeyond, serverRules]))
  .digest('hex')
  .slice(0, 6)

export const rolePrefix = 'sunkeeper-'

/** What one gateway may do: see access.ts, of which this is the same in that broker's words. */
export const gatewayRole = (gateway: string): Role => ({
  rolename: `${rolePrefix}${mark}-${gateway}`,
  acls: gatewayRules(gateway),
})

/** Every gateway has it below its own: whatever that broker allows by default, a gateway may nothing further. */
export const boundsRole: Role = { rolename: `${rolePrefix}${mark}-bounds`, acls: noneBeyond }

/** What the server itself needs beside the right to administer. */
export const serverRole: Role = { rolename: `${rolePrefix}${mark}-server`, acls: serverRules }

export const rolesOfGateway = (gateway: string): { rolename: string; priority: number }[] => [
  { rolename: gatewayRole(gateway).rolename, priority: 2 },
  { rolename: boundsRole.rolename, priority: 1 },
]
