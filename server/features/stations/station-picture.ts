import { giveToStation, removeFile } from '../files/file-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../accounts/who.ts'

/**
 * A picture that the caller has sent becomes the station's, and the one before goes. The station has to stand.
 * @throws Refusal `not_found` for a picture that is not the caller's, not of this purpose or elsewhere already.
 */
export const changePicture = async (
  trx: Db,
  { who, now }: Pick<Caller, 'who' | 'now'>,
  stationId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> => {
  if (from === to) return
  if (to !== null) {
    const file = { id: to, purpose: 'station_image' as const, stationId, accountId: who.accountId }
    if (!(await giveToStation(trx, file))) refuse('not_found', { field: 'imageFileId' })
  }
  if (from !== null) await removeFile(trx, from, now)
}
