import type * as z from 'zod/mini'
import { topicRoot } from '#contract/mqtt/topics.ts'
import type { credentials } from '#contract/http/devices.ts'
import { auditOf, record } from '../accounts/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../db/open.ts'
import type { Kitchen } from '../kitchen.ts'
import { hashSecret, makeSecret } from '../mqtt/credentials.ts'
import { refuse } from '../refusal.ts'
import type { DeviceCaller } from './add-gateway.ts'
import { lockDevice } from './device-store.ts'
import { setSecretHash } from './gateway-link-store.ts'

export type CredentialsView = z.output<typeof credentials>

/** What a person types into a gateway. */
export const presentCredentials = (
  { mqtt }: Pick<Kitchen, 'mqtt'>,
  sn: string,
  secret: string,
): CredentialsView => ({ user: sn, secret, topicPrefix: `${topicRoot}/${sn}/`, ...mqtt.address() })

type LoginKitchen = Pick<Kitchen, 'db' | 'mqtt' | 'logins' | 'news' | 'log'>

/** Writes the login, then tells the broker, which ends the gateway's connections: what is stored decides the next login. */
const change = async (
  { db, mqtt, logins, news, log }: LoginKitchen,
  caller: DeviceCaller,
  gatewayId: string,
  login: { hash: string | null; secret: string | null; action: string },
): Promise<string> => {
  const gateway = await transact(db, async (trx) => {
    const row =
      (await lockDevice(trx, gatewayId, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
    // Another kind of device has no credentials, so none are found.
    if (row.kind !== 'gateway') refuse('not_found')
    mustManage(caller.who, row)
    await setSecretHash(trx, row.id, login.hash)
    await record(trx, {
      ...auditOf(caller),
      companyId: row.company_id,
      action: login.action,
      objectKind: 'device',
      objectId: row.id,
      result: 'done',
      detail: { sn: row.sn },
    })
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
  news.tell({ type: 'device', stationId: gateway.station_id, deviceId: gateway.id })
  return gateway.sn
}

/** @throws Refusal `not_found`, `forbidden`, `unavailable` when the broker could not be told or the connection not ended */
export const rotateCredentials = async (
  kitchen: LoginKitchen,
  caller: DeviceCaller,
  gatewayId: string,
): Promise<CredentialsView> => {
  await kitchen.logins.ready()
  const secret = makeSecret()
  const login = { secret, hash: await hashSecret(secret), action: 'gateway.credentials-renew' }
  return presentCredentials(kitchen, await change(kitchen, caller, gatewayId, login), secret)
}

/** Revoking twice is revoking once. @throws as `rotateCredentials` */
export const revokeCredentials = async (
  kitchen: LoginKitchen,
  caller: DeviceCaller,
  gatewayId: string,
): Promise<void> => {
  await change(kitchen, caller, gatewayId, { hash: null, secret: null, action: 'gateway.credentials-revoke' })
}
