import { randomInt } from 'node:crypto'
import type { StationInput } from '#domain/stations/fields.ts'
import { STATION_NUMBERS, stationCode } from '#domain/stations/station-code.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { checkStationInput } from './station-checks.ts'
import { changePicture } from './station-picture.ts'
import type { StationRow } from './station-store.ts'
import { findStation, insertStation } from './station-store.ts'

/** By chance: a number that counted would tell each company how many stations the others make. */
const drawNumber = (): number => randomInt(STATION_NUMBERS.from, STATION_NUMBERS.to + 1)

/**
 * The id is the client's, the code the server's.
 * @throws Refusal `wrong_state` when the id is in use, `not_found` for a company or owner the caller cannot see.
 */
export const createStation = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  { id, ...input }: StationInput & { id: string },
  draw = drawNumber,
): Promise<StationRow> => {
  const station = await transact(db, async (trx) => {
    await checkStationInput(trx, caller.who, input)
    const given = { id, input, createdBy: caller.who.accountId, now: caller.now }
    let code = stationCode(input.country, draw())
    let outcome = await insertStation(trx, { ...given, code })
    while (outcome === 'code used') {
      code = stationCode(input.country, draw())
      outcome = await insertStation(trx, { ...given, code })
    }
    if (outcome === 'id used') refuse('wrong_state', { field: 'id' })
    await changePicture(trx, caller, id, { from: null, to: input.imageFileId ?? null })
    await recordDone(trx, caller, {
      companyId: input.companyId,
      action: 'station.create',
      objectKind: 'station',
      objectId: id,
      detail: { code, name: input.name },
    })
    return findStation(trx, id, visibleStations(caller.who, caller.now))
  })
  if (!station) throw new Error('a new station is not visible to its maker')
  changeEvents.tell({ type: 'changed', stationId: id, what: 'station' })
  return station
}
