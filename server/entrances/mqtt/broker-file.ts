import type { StoredLogin } from '../../features/devices/login-store.ts'
import { fingerprint, loginMark } from './broker-commands.ts'
import {
  boundsRole,
  gatewayRole,
  rolePrefix,
  rolesOfGateway,
  serverRole,
} from '../../platform/broker/broker-roles.ts'

/** The parts of Mosquitto's dynamic-security.json that matter here; whatever else stands in it stays. */
export type SecurityFile = {
  clients?: ({ username: string; textname?: string } & Record<string, unknown>)[]
  roles?: ({ rolename: string } & Record<string, unknown>)[]
} & Record<string, unknown>

/** The plugin's file as `mosquitto_ctrl dynsec init` leaves it, and later; null when it is another. */
export const readSecurityFile = (text: string): SecurityFile | null => {
  try {
    const file = JSON.parse(text) as Partial<SecurityFile> | null
    return Array.isArray(file?.clients) && Array.isArray(file.roles) ? file : null
  } catch {
    return null
  }
}

/**
 * The plugin's file with the logins of all gateways in it: hash, salt and rounds as they are stored, so that no
 * gateway needs a new secret. Those that nobody has claimed yet are there and disabled. Other people's logins and
 * roles stay as they are, ours of an earlier file go. Mosquitto reads the file when it starts.
 */
export const withLogins = (file: SecurityFile, logins: readonly StoredLogin[]): SecurityFile => ({
  ...file,
  clients: [
    ...(file.clients ?? []).filter(({ textname }) => textname !== loginMark),
    ...logins.map(({ sn, hash, enabled }) => {
      const [, , iterations = '', salt = '', password = ''] = hash.split('$')
      return {
        username: sn,
        clientid: sn,
        textname: loginMark,
        textdescription: fingerprint(hash),
        ...(enabled ? {} : { disabled: true }),
        roles: rolesOfGateway(sn),
        password,
        salt,
        iterations: Number(iterations),
      }
    }),
  ],
  roles: [
    ...(file.roles ?? []).filter(
      ({ rolename }) => !rolename.startsWith(rolePrefix) || rolename === serverRole.rolename,
    ),
    boundsRole,
    ...logins.map(({ sn }) => gatewayRole(sn)),
  ],
})
