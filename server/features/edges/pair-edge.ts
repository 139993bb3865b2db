import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { HANDED_CODE, readCode } from '#domain/edges/pairing-code.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { EdgePairingTable } from '../../platform/db/tables/edges.ts'
import { isLoopback } from '../../platform/loopback.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { findWho } from '../accounts/find-who.ts'
import type { GuessKey } from '../accounts/guess-store.ts'
import { addressKey, chargeGuess, forgive } from '../accounts/guesses.ts'
import { chargeShared, giveBackShared } from '../accounts/hourly-tries.ts'
import { type Caller, may } from '../accounts/who.ts'
import { addGateway } from '../devices/add-gateway.ts'
import { desiredSettings } from '../devices/device-store.ts'
import { rotateCredentials } from '../devices/gateway-credentials.ts'
import { markActivated } from '../devices/mark-activated.ts'
import { brokerFor } from './broker-for.ts'
import { setBuiltInGateway } from './built-in-store.ts'
import { makePairingCode, pairingHash } from './code-hash.ts'
import { loseSeals } from './edge-device-store.ts'
import { edgeOf, saveEdge } from './edge-store.ts'
import { pairingByCode, usePairing } from './pairing-store.ts'

type Pairing = Selectable<EdgePairingTable>
type PairContext = Pick<Context, 'db' | 'changeEvents' | 'logins' | 'mqtt' | 'log' | 'edges' | 'broker'>
export type PairCall = { now: number; requestId: string; ip: string; origin: string }
export type GivenEdge = { code: string; key: string; name: string; version: string }

/** 40 random bits; at least one figure, as every serial has. */
const makeSerial = (): string => {
  for (;;) {
    const serial = `EDGE-${makePairingCode(8).replaceAll('-', '')}`
    if (/\d/.test(serial)) return serial
  }
}

const isOpen = (pairing: Pairing, now: number): boolean =>
  pairing.used_at === null && pairing.expires_at > now

/**
 * The pairing of a code that waits. A guess is counted before it is tried, by address and for all together; a code that
 * one program hands to another has 130 bits and is held up by nobody's guesses.
 * @throws Refusal `pairing_refused`, `too_many_attempts`
 */
const findWaiting = async (db: Db, { now, ip }: PairCall, typed: string): Promise<Pairing> => {
  const plain = readCode(typed)
  const keys: GuessKey[] = [{ kind: 'address', of: `pairing from ${addressKey(ip)}` }]
  const handed = plain?.length === HANDED_CODE
  if (!handed) {
    await chargeGuess(db, now, keys)
    await chargeShared(db, 'pairing', now)
  }
  const pairing = plain === null ? undefined : await pairingByCode(db, pairingHash(plain))
  if (!pairing || !isOpen(pairing, now)) {
    if (handed) await chargeGuess(db, now, keys)
    return refuse('pairing_refused')
  }
  if (!handed) {
    await forgive(db, keys)
    await giveBackShared(db, 'pairing')
  }
  return pairing
}

/** Whoever asked for the code, as far as they still may: what they could not do now nobody does in their name. */
const askerOf = async (db: Db, call: PairCall, pairing: Pairing): Promise<Caller> => {
  const who = await findWho(db, call.now, pairing.asked_by)
  const may_ = who !== null && may(who, pairing.built_in ? 'installation:edge:assign' : 'device:edge:pair')
  return may_ ? { who, now: call.now, requestId: call.requestId, ip: call.ip } : refuse('pairing_refused')
}

/** A refusal that would tell a stranger something of stations and devices. */
const tellsNothing = (error: unknown): never => {
  const told = ['not_found', 'forbidden', 'wrong_state', 'sn_repeat', 'devices_full']
  if (error instanceof Refusal && told.includes(error.code)) return refuse('pairing_refused')
  throw error
}

/**
 * An edge comes with a code and its public key, and gets its login: that of a new gateway at the station, or a new one of
 * the gateway whose place it takes. The code is used up in the same transaction, so that of two edges one gets in.
 * @throws Refusal `pairing_refused` (wrong, used, ended and no longer allowed are one answer), `too_many_attempts`,
 * `tls_needed`, `unavailable`
 */
export const pairEdge = async (context: PairContext, call: PairCall, given: GivenEdge) => {
  const { db, changeEvents, edges } = context
  const { now } = call
  if (!edges.secure && !isLoopback(addressKey(call.ip))) refuse('tls_needed')
  const pairing = await findWaiting(db, call, given.code)
  const caller = await askerOf(db, call, pairing)
  const becomes =
    (gatewayId: string) =>
    async (trx: Db, gateway: { stationId: string } = { stationId: pairing.station_id }): Promise<void> => {
      if (gateway.stationId !== pairing.station_id) refuse('pairing_refused')
      if (!(await usePairing(trx, pairing.id, gatewayId, now))) refuse('pairing_refused')
      const before = await edgeOf(trx, gatewayId)
      if (before && before.public_key !== given.key) await loseSeals(trx, gatewayId)
      await saveEdge(trx, {
        gateway_id: gatewayId,
        public_key: given.key,
        version: given.version,
        built_in: pairing.built_in,
        paired_at: new Date(now),
      })
      if (pairing.built_in) await setBuiltInGateway(trx, gatewayId)
      await recordDone(trx, caller, {
        action: 'edge.pair',
        objectKind: 'device',
        objectId: gatewayId,
        detail: { pairingId: pairing.id, version: given.version },
      })
    }
  const login = await (
    pairing.replaces === null
      ? addNew(context, caller, { ...given, name: given.name || pairing.name }, pairing.station_id, becomes)
      : rotateCredentials(context, caller, pairing.replaces, becomes(pairing.replaces)).then(
          ({ user, secret }) => ({ id: pairing.replaces ?? '', sn: user, secret }),
        )
  ).catch(tellsNothing)
  await markActivated(context, [login.id], now)
  changeEvents.tell({ type: 'changed', stationId: pairing.station_id, what: 'edges' })
  const settings = (await desiredSettings(db, login.sn)) ?? refuse('pairing_refused')
  return {
    serial: login.sn,
    secret: login.secret,
    ...brokerFor(context, call.origin, pairing.built_in),
    reportS: settings.report_s,
  }
}

const addNew = async (
  context: PairContext,
  caller: Caller,
  given: GivenEdge,
  stationId: string,
  becomes: (gatewayId: string) => (trx: Db) => Promise<void>,
): Promise<{ id: string; sn: string; secret: string }> => {
  const gateway = { id: randomUUID(), stationId, sn: makeSerial(), name: given.name, model: 'Edge' }
  const { secret } = await addGateway(context, caller, gateway, becomes(gateway.id))
  return { id: gateway.id, sn: gateway.sn, secret }
}
