import { createHash } from 'node:crypto'
import type { StoredLogin } from '../../features/devices/login-store.ts'
import type { Command, Control } from '../../platform/broker/broker-control.ts'
import { gatewayRole, type Role, rolesOfGateway } from '../../platform/broker/broker-roles.ts'

/** By which the server knows its own logins at that broker; it touches no other. */
export const loginMark = 'Sunkeeper gateway'

/** Which stored secret a login at the broker was made from: the broker never shows what it keeps. */
export const fingerprint = (hash: string): string =>
  createHash('sha256').update(hash).digest('hex').slice(0, 32)

export type BrokerLogin = {
  username: string
  textname?: string
  textdescription?: string
  disabled?: boolean
  roles: { rolename: string }[]
}

const PAGE = 100
export const gone = new Set(['Client not found', 'Role not found'])
export const there = new Set(['Role already exists', 'Client already exists'])

/** Carries out commands. @throws Error naming the first that was refused for any reason but `harmless` ones. */
export const carryOut = async (
  control: Control,
  commands: readonly Command[],
  harmless: ReadonlySet<string> = new Set(),
): Promise<void> => {
  if (commands.length === 0) return
  const refused = (await control(commands)).find(({ error }) => error !== undefined && !harmless.has(error))
  if (refused) throw new Error(`the MQTT broker refused ${refused.command}: ${refused.error ?? ''}`)
}

export const making = (role: Role): Command => ({ command: 'createRole', ...role })

export const removing = (sn: string): Command[] => [
  { command: 'deleteClient', username: sn },
  { command: 'deleteRole', rolename: gatewayRole(sn).rolename },
]

/** Everything of one kind, page by page. */
export const listAll = async <T>(
  control: Control,
  command: string,
  name: string,
  verbose: boolean,
): Promise<T[]> => {
  const all: T[] = []
  for (;;) {
    const [answer] = await control([{ command, verbose, count: PAGE, offset: all.length }])
    const page = (answer?.data?.[name] ?? []) as T[]
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** One login as the broker has it; null when it has none. */
export const loginAt = async (call: Control, sn: string): Promise<BrokerLogin | null> => {
  const [answer] = await call([{ command: 'getClient', username: sn }])
  return (answer?.data?.['client'] as BrokerLogin | undefined) ?? null
}

/** Ours, absent from the broker, or another secret than the stored one. */
export const judge = (
  found: BrokerLogin | null | undefined,
  stored: StoredLogin,
): 'right' | 'absent' | 'other secret' => {
  if (!found || found.textname !== loginMark) return 'absent'
  return found.textdescription === fingerprint(stored.hash) ? 'right' : 'other secret'
}

export const switching = (sn: string, enabled: boolean): Command => ({
  command: enabled ? 'enableClient' : 'disableClient',
  username: sn,
})

/** Roles of today's rules for a login that was made under other ones. */
export const renewRoles = (sn: string, login: BrokerLogin | undefined): Command[] => {
  const has = new Set(login?.roles.map(({ rolename }) => rolename))
  const wanted = rolesOfGateway(sn)
  if (wanted.every(({ rolename }) => has.has(rolename))) return []
  return [
    making(gatewayRole(sn)),
    ...wanted
      .filter(({ rolename }) => !has.has(rolename))
      .map((role) => ({ command: 'addClientRole', username: sn, ...role })),
  ]
}
