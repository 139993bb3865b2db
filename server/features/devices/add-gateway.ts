import { serialKey } from '#domain/devices/fields.ts'
import { findModel } from '#domain/devices/models.ts'
import { auditOf, record, recordDone } from '../../platform/audit/audit.ts'
import { addressKey, chargeGuess, failuresOf, forgive } from '../accounts/guesses.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { hashSecret, makeSecret } from '../../platform/broker/credentials.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation, holdStation } from '../stations/station-store.ts'
import { chargeSerials } from './charge-serials.ts'
import { isClaimCode } from './claim-code.ts'
import { setSecretHash } from './gateway-link-store.ts'
import { keepPlaces } from './keep-places.ts'
import { insertGateway, lockRegistered, markClaimed } from './gateway-store.ts'
import type { GuessKey } from '../accounts/guess-store.ts'
import { DEVICES_OF_STATION } from '#domain/devices/limits.ts'
import { countDevices } from './inventory-store.ts'

export type NewGateway = { id: string; stationId: string; sn: string; name: string; model: string }

/** Wrong claim codes of one account before what strangers guess holds it up, too. */
const OWN_TRIES = 3

/**
 * Charges a guess at a claim code: to the person, to the person's company at this serial, to the address, and to the
 * serial from wherever the guesses come. Whoever has hardly guessed wrong is not held up by strangers at the last two;
 * so all strangers together gain a few guesses for each account that somebody has given them.
 * @throws Refusal `too_many_attempts`
 */
export const chargeClaim = async (db: Db, caller: Caller, snKey: string): Promise<GuessKey[]> => {
  const { who, now, ip } = caller
  const person: GuessKey = { kind: 'address', of: `claim by ${who.accountId}` }
  const countsOnly = (await failuresOf(db, now, person)) < OWN_TRIES
  const guesses: GuessKey[] = [
    person,
    { kind: 'code', of: `claim of ${snKey} by ${who.companyId ?? who.accountId}` },
    { kind: 'address', of: `claim from ${addressKey(ip)}`, countsOnly },
    { kind: 'code', of: `claim of ${snKey}`, countsOnly },
  ]
  await chargeGuess(db, now, guesses)
  return guesses
}

/**
 * The company of a station that the caller may change. In a transaction the station stays until its end, so that nothing
 * is added to one that somebody deletes in the same moment.
 * @throws Refusal `not_found`, `forbidden`
 */
export const mustManageStation = async (db: Db, caller: Caller, stationId: string): Promise<string> => {
  const scope = visibleStations(caller.who, caller.now)
  const find = db.isTransaction ? holdStation : findStation
  const station = (await find(db, stationId, scope)) ?? refuse('not_found')
  mustManage(caller.who, station)
  return station.company_id
}

const save = async (
  trx: Db,
  caller: Caller,
  gateway: NewGateway & { companyId: string; claimed: boolean },
  secretHash: string,
): Promise<'saved' | 'id' | 'serial'> => {
  if ((await countDevices(trx, gateway.stationId)) >= DEVICES_OF_STATION) refuse('devices_full')
  const listed = findModel('gateway', gateway.model)
  const made = await insertGateway(trx, {
    ...gateway,
    snKey: serialKey(gateway.sn),
    brand: listed?.brand ?? '',
    now: caller.now,
  })
  if (made !== 'saved') return made
  await setSecretHash(trx, gateway.id, secretHash)
  await keepPlaces(trx, gateway.stationId, [gateway.id], { by: caller.who.accountId, now: caller.now })
  await recordDone(trx, caller, {
    companyId: gateway.companyId,
    action: gateway.claimed ? 'gateway.claim' : 'gateway.add',
    objectKind: 'device',
    objectId: gateway.id,
    detail: { sn: gateway.sn, stationId: gateway.stationId },
  })
  return 'saved'
}

/**
 * Claims a gateway of the factory registry; its login is in it already. Serial unknown, taken or code wrong are one
 * answer, in status, body and work done.
 * @throws Refusal `claim_refused`, `too_many_attempts`, `devices_full`, `not_found`, `forbidden`, `wrong_state` for a used id
 */
export const claimGateway = async (
  { db, changeEvents, logins, log }: Pick<Context, 'db' | 'changeEvents' | 'logins' | 'log'>,
  caller: Caller,
  gateway: NewGateway & { claimCode: string },
): Promise<void> => {
  const companyId = await mustManageStation(db, caller, gateway.stationId)
  const snKey = serialKey(gateway.sn)
  const guesses = await chargeClaim(db, caller, snKey)
  const outcome = await transact(db, async (trx) => {
    await mustManageStation(trx, caller, gateway.stationId)
    const registered = await lockRegistered(trx, snKey)
    const right = isClaimCode(gateway.claimCode, registered?.claim_code_hash)
    if (!registered || !right || registered.claimed_at !== null) return 'refused'
    const claimed = {
      ...gateway,
      sn: registered.sn,
      model: registered.model || gateway.model,
      companyId,
      claimed: true,
    }
    const saved = await save(trx, caller, claimed, registered.secret_hash)
    if (saved === 'saved') await markClaimed(trx, snKey, caller.now)
    return saved
  })
  if (outcome === 'id') refuse('wrong_state', { field: 'id' })
  if (outcome !== 'saved') {
    await record(db, {
      ...auditOf(caller),
      companyId,
      action: 'gateway.claim',
      objectKind: 'serial',
      objectId: gateway.sn,
      result: 'claim_refused',
    })
    refuse('claim_refused')
  }
  await forgive(db, guesses)
  // Claimed is claimed: a broker that is away learns it when it is back.
  await logins
    .follow(gateway.sn)
    .catch((error: unknown) =>
      log.warn({ err: error, gateway: gateway.sn }, 'claimed, the broker is not told yet'),
    )
  changeEvents.tell({ type: 'changed', stationId: gateway.stationId, what: 'devices' })
}

/**
 * Adds a gateway that is in no registry. Gives the secret to type into it, which is shown this once and kept as a hash.
 * `also` is done in the same transaction, when the gateway is there.
 * @throws Refusal `sn_repeat` for a serial in use anywhere (or in the registry, where it has to be claimed),
 * `too_many_serials`, `devices_full`, `not_found`, `forbidden`, `wrong_state` for a used id, `unavailable` when the broker could not be
 * told the secret; whatever `also` throws
 */
export const addGateway = async (
  { db, changeEvents, logins, log }: Pick<Context, 'db' | 'changeEvents' | 'logins' | 'log'>,
  caller: Caller,
  gateway: NewGateway,
  also: (trx: Db) => Promise<void> = async () => {},
): Promise<{ secret: string }> => {
  await mustManageStation(db, caller, gateway.stationId)
  await chargeSerials(db, caller, [gateway.sn], 'adds')
  await logins.ready()
  const secret = makeSecret()
  const hash = await hashSecret(secret)
  const outcome = await transact(db, async (trx) => {
    const companyId = await mustManageStation(trx, caller, gateway.stationId)
    if (await lockRegistered(trx, serialKey(gateway.sn))) return 'serial'
    const saved = await save(trx, caller, { ...gateway, companyId, claimed: false }, hash)
    if (saved === 'saved') await also(trx)
    return saved
  })
  if (outcome === 'id') refuse('wrong_state', { field: 'id' })
  if (outcome === 'serial') refuse('sn_repeat', { field: 'sn' })
  await logins.give(gateway.sn, secret).catch((error: unknown) => {
    log.error({ err: error, gateway: gateway.sn }, 'added, but the broker does not know its secret: renew it')
    return refuse('unavailable')
  })
  changeEvents.tell({ type: 'changed', stationId: gateway.stationId, what: 'devices' })
  return { secret }
}
