import type { Address } from './gateway-draft.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A line for a computer in the same network that tries the gateway's login and says whether it was taken, without
 * sending anything in its name. Its password is left to be filled in.
 */
export const loginTest = ({ host, port, user, tls, topicPrefix }: Address): string =>
  [
    'mosquitto_sub -d -W 10',
    `-h ${host} -p ${port}${tls ? ' --tls-use-os-certs' : ''}`,
    `-i ${quoted(user)} -u ${quoted(user)} -P PASSWORD`,
    `-t ${quoted(`${topicPrefix}cfg`)}`,
  ].join(' ')
