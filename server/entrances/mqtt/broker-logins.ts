import { Gauge, type Registry } from 'prom-client'
import { secretHashOf } from '../../features/devices/device-store.ts'
import { type StoredLogin, storedLogins } from '../../features/devices/login-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import {
  type BrokerLogin,
  carryOut,
  fingerprint,
  gone,
  judge,
  listAll,
  loginAt,
  loginMark,
  making,
  removing,
  renewRoles,
  switching,
  there,
} from './broker-commands.ts'
import { type BrokerControl, BrokerSilent, type Control } from '../../platform/broker/broker-control.ts'
import {
  boundsRole,
  gatewayRole,
  rolePrefix,
  rolesOfGateway,
  serverRole,
} from '../../platform/broker/broker-roles.ts'
import { verifySecret } from '../../platform/broker/credentials.ts'
import type { DoorLog } from '../../platform/broker/transport.ts'
import { createGatewayQueues } from './gateway-queues.ts'

export type Reconciled = {
  deleted: number
  enabled: number
  disabled: number
  /** Gateways in force whose login is not there: their secrets have to be renewed, or imported as a file. */
  missing: string[]
}

export type BrokerLogins = {
  /** Whether the broker takes logins from us; null before it has been asked. */
  readonly managed: () => boolean | null
  /** Gives the server its own rights at the broker. @throws BrokerSilent */
  prepare: () => Promise<void>
  /** Makes the broker know the new secret, at once, and ends connections with the old one. @throws BrokerSilent */
  give: (sn: string, secret: string) => Promise<void>
  /** Makes the broker follow the database for one gateway, and ends its connections. @throws BrokerSilent */
  follow: (sn: string) => Promise<void>
  /** Makes the broker follow the database for all of them. Changing nothing the second time. @throws BrokerSilent */
  reconcile: () => Promise<Reconciled>
}

/**
 * Keeps the logins of gateways at a Mosquitto with its dynamic-security plugin. What is stored decides; only who may
 * log in is pushed, and a secret in the one moment in which it exists in clear: that broker takes no hash over MQTT.
 * A login that is not there and whose secret nobody knows any more can come with a file (see broker-file.ts) or by
 * renewing it.
 */
export const createBrokerLogins = (given: {
  db: Db
  log: DoorLog
  metrics: Registry
  control: BrokerControl
  /** The server's own name at the broker. */
  username: string
}): BrokerLogins => {
  const { db, log, control, username } = given
  const lanes = createGatewayQueues()
  let managed: boolean | null = null
  const missingLogins = new Gauge({
    name: 'sunkeeper_broker_logins_missing',
    help: 'Gateways whose login the other MQTT broker does not have',
    registers: [given.metrics],
  })

  const hasRole = async (call: Control): Promise<boolean> =>
    (await loginAt(call, username))?.roles.some(({ rolename }) => rolename === serverRole.rolename) ?? false

  const prepare = async (): Promise<void> => {
    if (managed === false) return
    try {
      const has = await control.session(async (call) => {
        await carryOut(call, [making(boundsRole), making(serverRole)], there)
        return hasRole(call)
      })
      managed = true
      if (has) return
    } catch (error) {
      if (!(error instanceof BrokerSilent && error.connected) || managed === true) throw error
      managed = false
      log.warn(
        {},
        'the MQTT broker takes no logins from the server: keep them and their access there by hand',
      )
      return
    }
    // It ends our connection before it answers.
    await control
      .session((call) =>
        call([{ command: 'addClientRole', username, rolename: serverRole.rolename, priority: 1 }]),
      )
      .catch(() => undefined)
    if (!(await control.session(hasRole))) throw new Error('the MQTT broker did not give the server its role')
    log.info({}, 'the server has given itself its role at the MQTT broker')
  }

  const ask = async <T>(work: (call: Control) => Promise<T>, otherwise: T): Promise<T> => {
    if (managed === null) await prepare()
    return managed === false ? otherwise : control.session(work)
  }

  return {
    managed: () => managed,
    prepare,

    give: (sn, secret) =>
      lanes.run(sn, 'alone', () =>
        ask(async (call) => {
          const hash = await secretHashOf(db, sn)
          // Somebody was faster, and gives theirs.
          if (hash === null || !(await verifySecret(secret, hash))) return
          await carryOut(call, removing(sn), gone)
          await carryOut(call, [
            making(gatewayRole(sn)),
            {
              command: 'createClient',
              username: sn,
              clientid: sn,
              password: secret,
              textname: loginMark,
              textdescription: fingerprint(hash),
              roles: rolesOfGateway(sn),
            },
          ])
        }, undefined),
      ),

    follow: (sn) =>
      lanes.run(sn, 'alone', () =>
        ask(async (call) => {
          const hash = await secretHashOf(db, sn)
          if (hash === null) return carryOut(call, removing(sn), gone)
          const judged = judge(await loginAt(call, sn), { sn, hash, enabled: true })
          if (judged !== 'absent') await carryOut(call, [switching(sn, false)])
          if (judged === 'right') return carryOut(call, [switching(sn, true)])
          log.warn({ gateway: sn }, 'the MQTT broker has no login for this gateway: renew its secret')
        }, undefined),
      ),

    reconcile: () =>
      ask(
        async (call) => {
          const found = await listAll<BrokerLogin>(call, 'listClients', 'clients', true)
          // After the broker's: whoever is there by then is in the database already.
          const stored = new Map((await storedLogins(db)).map((login) => [login.sn, login]))
          const ours = new Map(
            found.filter(({ textname }) => textname === loginMark).map((login) => [login.username, login]),
          )
          const surplus = [...ours.keys()].filter((sn) => !stored.has(sn))
          await carryOut(call, surplus.flatMap(removing), gone)

          const kept = [...stored.values()].filter(({ sn }) => ours.has(sn))
          await carryOut(
            call,
            kept.flatMap((login) => renewRoles(login.sn, ours.get(login.sn))),
            there,
          )
          const wanted = (login: StoredLogin) => login.enabled && judge(ours.get(login.sn), login) === 'right'
          const turned = kept.filter((login) => wanted(login) === (ours.get(login.sn)?.disabled ?? false))
          await carryOut(
            call,
            turned.map((login) => switching(login.sn, wanted(login))),
          )

          const roles = new Set([
            boundsRole.rolename,
            serverRole.rolename,
            ...kept.map(({ sn }) => gatewayRole(sn).rolename),
          ])
          const names = await listAll<string>(call, 'listRoles', 'roles', false)
          const old = names.filter((name) => name.startsWith(rolePrefix) && !roles.has(name))
          await carryOut(
            call,
            old.map((rolename) => ({ command: 'deleteRole', rolename })),
            gone,
          )

          const missing = [...stored.values()].filter(
            (login) => login.enabled && judge(ours.get(login.sn), login) !== 'right',
          )
          missingLogins.set(missing.length)
          const enabled = turned.filter(wanted).length
          const done = {
            deleted: surplus.length,
            enabled,
            disabled: turned.length - enabled,
            missing: missing.map(({ sn }) => sn),
          }
          tell(log, done)
          return done
        },
        { deleted: 0, enabled: 0, disabled: 0, missing: [] },
      ),
  }
}

const tell = (log: DoorLog, { missing, ...changed }: Reconciled): void => {
  if (Object.values(changed).some((count) => count > 0)) {
    log.info(changed, 'logins at the MQTT broker follow the database')
  }
  if (missing.length > 0) {
    log.warn(
      { gateways: missing.length, some: missing.slice(0, 5) },
      'the MQTT broker lacks logins of gateways: renew their secrets, or import all logins with npm run broker-logins',
    )
  }
}
