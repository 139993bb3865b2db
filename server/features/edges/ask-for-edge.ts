import { randomUUID } from 'node:crypto'
import { PAIRING_MS } from '#domain/edges/limits.ts'
import { TYPED_CODE } from '#domain/edges/pairing-code.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { refuse } from '../../platform/refusal.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { mustManageStation } from '../devices/add-gateway.ts'
import { lockDevice } from '../devices/device-store.ts'
import { hashOfCode, makePairingCode } from './code-hash.ts'
import { savePairing } from './pairing-store.ts'

export type AskedEdge = { stationId: string; name: string; replaces: string | null }
export type NewCode = { id: string; code: string; expiresAt: number }

/** The code of a pairing, in the caller's transaction. `built_in`: for the edge of this server, which can take a long one. */
export const writePairing = async (
  trx: Db,
  asked: AskedEdge & { id?: string; askedBy: string; builtIn: boolean; length: number },
  now: number,
): Promise<NewCode> => {
  const id = asked.id ?? randomUUID()
  const code = makePairingCode(asked.length)
  const expiresAt = now + PAIRING_MS
  const row = {
    id,
    station_id: asked.stationId,
    code_hash: hashOfCode(code),
    name: asked.name,
    replaces: asked.replaces,
    built_in: asked.builtIn,
    asked_by: asked.askedBy,
    asked_at: new Date(now),
    expires_at: new Date(expiresAt),
  }
  if (!(await savePairing(trx, row, now))) refuse('pairings_full')
  return { id, code, expiresAt }
}

/**
 * Makes a code by which an edge comes to a station; it is shown this once. Asked again under the same id, since the
 * answer was lost, it is another code in place of the one that nobody has seen.
 * @throws Refusal `not_found`, `forbidden`, `pairings_full`
 */
export const askForEdge = async (
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  asked: AskedEdge & { id: string },
): Promise<NewCode> =>
  transact(db, async (trx) => {
    const companyId = await mustManageStation(trx, caller, asked.stationId)
    if (asked.replaces !== null) {
      const old = await lockDevice(trx, asked.replaces, visibleStations(caller.who, caller.now))
      if (old?.kind !== 'gateway' || old.station_id !== asked.stationId) refuse('not_found')
    }
    const made = await writePairing(
      trx,
      { ...asked, askedBy: caller.who.accountId, builtIn: false, length: TYPED_CODE },
      caller.now,
    )
    await recordDone(trx, caller, {
      companyId,
      action: 'edge.pairing',
      objectKind: 'pairing',
      objectId: made.id,
      detail: {
        stationId: asked.stationId,
        ...(asked.replaces === null ? {} : { replaces: asked.replaces }),
      },
    })
    return made
  })
