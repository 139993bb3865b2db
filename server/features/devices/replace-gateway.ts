import { gatewaySerial, serialKey } from '#domain/devices/fields.ts'
import { findModel } from '#domain/devices/models.ts'
import { auditOf, record, recordDone } from '../../platform/audit/audit.ts'
import { forgive } from '../accounts/guesses.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { hashSecret, makeSecret } from '../../platform/broker/credentials.ts'
import { refuse } from '../../platform/refusal.ts'
import { chargeClaim } from './add-gateway.ts'
import { chargeSerials } from './charge-serials.ts'
import { isClaimCode } from './claim-code.ts'
import { endLogins } from './end-logins.ts'
import { exchangeDevice } from './exchange-device.ts'
import { setSecretHash, saveLink } from './gateway-link-store.ts'
import { insertGateway, lockRegistered, markClaimed } from './gateway-store.ts'
import type { DeviceRow } from './inventory-store.ts'
import type { Replacement } from './replace-device.ts'
import { lockToReplace } from './replace-device.ts'
import type { Caller } from '../accounts/who.ts'

type Login = { sn: string; model: string; hash: string }

/** The login of the new gateway: that of the registry with the right claim code, else the one just made. */
const loginOf = async (
  trx: Db,
  given: Replacement & { claimCode?: string | undefined },
  made: string,
  now: number,
): Promise<Login | 'refused' | 'serial'> => {
  const key = serialKey(given.sn)
  const registered = await lockRegistered(trx, key)
  if (given.claimCode === undefined)
    return registered ? 'serial' : { sn: given.sn, model: given.model ?? '', hash: made }
  const right = isClaimCode(given.claimCode, registered?.claim_code_hash)
  if (!registered || !right || registered.claimed_at !== null) return 'refused'
  await markClaimed(trx, key, now)
  return { sn: registered.sn, model: registered.model || (given.model ?? ''), hash: registered.secret_hash }
}

/** The old login ends for good; what was known of the old link stays with it. */
const closeOld = async (trx: Db, old: DeviceRow): Promise<void> => {
  await setSecretHash(trx, old.id, null)
  await saveLink(trx, old.id, { connected: false })
}

/**
 * Puts another gateway into the place of one: all that is behind it moves over, the old login ends at once. With a claim
 * code the new one comes from the factory registry, without it gets a secret that is shown this once.
 * @throws Refusal `not_found`, `forbidden`, `sn_format`, `sn_repeat`, `claim_refused`, `too_many_attempts`, `too_many_serials`,
 * `wrong_state` for a used id, `unavailable` when the broker could not be told the secret
 */
export const replaceGateway = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'logins' | 'mqtt' | 'log' | 'commands'>,
  caller: Caller,
  asked: Replacement & { claimCode?: string | undefined },
): Promise<{ sn: string; secret: string | null }> => {
  const { db, changeEvents, logins, log, commands } = context
  const { now } = caller
  const sn = gatewaySerial.safeParse(asked.sn)
  if (!sn.success) return refuse('sn_format', { field: 'sn' })
  const given = { ...asked, sn: sn.data }
  const claims = given.claimCode !== undefined
  await transact(db, async (trx) => lockToReplace(trx, caller, given.deviceId))
  const guesses = claims ? await chargeClaim(db, caller, serialKey(given.sn)) : []
  if (!claims) {
    await chargeSerials(db, caller, [given.sn], 'adds')
    await logins.ready()
  }
  const secret = makeSecret()
  const made = await hashSecret(secret)
  const outcome = await transact(db, async (trx) => {
    const old = await lockToReplace(trx, caller, given.deviceId)
    const login = await loginOf(trx, given, made, now)
    if (login === 'refused') return { refusedFor: old.company_id }
    if (login === 'serial') return refuse('sn_repeat', { field: 'sn' })
    const saved = await insertGateway(trx, {
      id: given.id,
      stationId: old.station_id,
      sn: login.sn,
      snKey: serialKey(login.sn),
      name: '',
      brand: given.brand || (findModel('gateway', login.model)?.brand ?? ''),
      model: login.model || old.model,
      now,
    })
    if (saved !== 'saved')
      return refuse(saved === 'id' ? 'wrong_state' : 'sn_repeat', { field: saved === 'id' ? 'id' : 'sn' })
    await setSecretHash(trx, given.id, login.hash)
    await commands.cancelOpen(trx, [old.id], now)
    await exchangeDevice(trx, old, given.id, { by: caller.who.accountId, now })
    await closeOld(trx, old)
    await recordDone(trx, caller, {
      companyId: old.company_id,
      action: 'gateway.replace',
      objectKind: 'device',
      objectId: old.id,
      detail: { old: old.sn, new: login.sn, by: given.id },
    })
    return { old: old.sn, sn: login.sn, stationId: old.station_id }
  })
  if (outcome.refusedFor !== undefined) {
    await record(db, {
      ...auditOf(caller),
      companyId: outcome.refusedFor,
      action: 'gateway.claim',
      objectKind: 'serial',
      objectId: given.sn,
      result: 'claim_refused',
    })
    return refuse('claim_refused')
  }
  if (claims) await forgive(db, guesses)
  for (const what of ['devices', 'array', 'commands', 'alarms'] as const)
    changeEvents.tell({ type: 'changed', stationId: outcome.stationId, what })
  await endLogins(context, [outcome.old])
  await (claims ? logins.follow(outcome.sn) : logins.give(outcome.sn, secret)).catch((error: unknown) => {
    log.error({ err: error, gateway: outcome.sn }, 'replaced, but the broker does not know the new login yet')
    if (!claims) refuse('unavailable')
  })
  return { sn: outcome.sn, secret: claims ? null : secret }
}
