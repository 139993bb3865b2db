import type * as z from 'zod/mini'
import { topicRoot } from '#contract/mqtt/topics.ts'
import type { credentials } from '#contract/http/devices.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { hashSecret, makeSecret } from '../../platform/broker/credentials.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockDevice } from './device-store.ts'
import { setSecretHash } from './gateway-link-store.ts'
import type { Caller } from '../accounts/who.ts'

export type CredentialsView = z.output<typeof credentials>

/** What a person types into a gateway. */
export const presentCredentials = (
  { mqtt }: Pick<Context, 'mqtt'>,
  sn: string,
  secret: string,
): CredentialsView => ({ user: sn, secret, topicPrefix: `${topicRoot}/${sn}/`, ...mqtt.address() })

type LoginContext = Pick<Context, 'db' | 'mqtt' | 'logins' | 'changeEvents' | 'log'>

/** Writes the login, then tells the broker, which ends the gateway's connections: what is stored decides the next login. */
const change = async (
  { db, mqtt, logins, changeEvents, log }: LoginContext,
  caller: Caller,
  gatewayId: string,
  login: {
    hash: string | null
    secret: string | null
    action: string
    also?: ((trx: Db, gateway: { id: string; stationId: string }) => Promise<void>) | undefined
  },
): Promise<string> => {
  const gateway = await transact(db, async (trx) => {
    const row =
      (await lockDevice(trx, gatewayId, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
    // Another kind of device has no credentials, so none are found.
    if (row.kind !== 'gateway') refuse('not_found')
    mustManage(caller.who, row)
    await setSecretHash(trx, row.id, login.hash)
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: login.action,
      objectKind: 'device',
      objectId: row.id,
      detail: { sn: row.sn },
    })
    await login.also?.(trx, { id: row.id, stationId: row.station_id })
    return row
  })
  const tellBroker = async (): Promise<void> => {
    if (login.secret !== null) await logins.give(gateway.sn, login.secret)
    await mqtt.disconnect(gateway.sn)
  }
  await tellBroker().catch((error: unknown) => {
    log.error({ err: error, gateway: gateway.sn }, 'a gateway whose login changed could not be disconnected')
    return refuse('unavailable')
  })
  changeEvents.tell({ type: 'device', stationId: gateway.station_id, deviceId: gateway.id })
  return gateway.sn
}

/**
 * Makes a new login; the old one ends. `also` is done in the same transaction.
 * @throws Refusal `not_found`, `forbidden`, `unavailable` when the broker could not be told or the connection not ended;
 * whatever `also` throws
 */
export const rotateCredentials = async (
  context: LoginContext,
  caller: Caller,
  gatewayId: string,
  also?: (trx: Db, gateway: { id: string; stationId: string }) => Promise<void>,
): Promise<CredentialsView> => {
  await context.logins.ready()
  const secret = makeSecret()
  const login = { secret, hash: await hashSecret(secret), action: 'gateway.credentials-renew', also }
  return presentCredentials(context, await change(context, caller, gatewayId, login), secret)
}

/** Revoking twice is revoking once. @throws as `rotateCredentials` */
export const revokeCredentials = async (
  context: LoginContext,
  caller: Caller,
  gatewayId: string,
): Promise<void> => {
  await change(context, caller, gatewayId, { hash: null, secret: null, action: 'gateway.credentials-revoke' })
}
