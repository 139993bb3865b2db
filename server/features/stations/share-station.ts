import { accountKey } from '#domain/accounts/account-key.ts'
import { sameCompany } from '#domain/accounts/same-company.ts'
import { accountOfKey } from '../accounts/account-store.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { chargeGuess, giveBack } from '../accounts/guesses.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { countShares, putShare, removeShare, type ShareRow } from './share-store.ts'
import { lockToShare, stationToShare } from './station-to-manage.ts'
import type { Caller } from '../accounts/who.ts'
import type { GuessKey } from '../accounts/guess-store.ts'
import { SHARES_MAX, SHARED_STATIONS_MAX } from '#domain/accounts/limits.ts'

type Shared = { stationId: string; account: string; rights: 'view' | 'manage'; untilAt: number | null }

/**
 * Shares a station with an account. Names are guessed at no faster than claim codes are.
 * @throws Refusal `not_found`, `forbidden`, `in_the_past`, `share_account_unknown`, `share_not_needed`, `shares_full`, `too_many_attempts`
 */
export const shareStation = async (
  { db, accountChanged }: Pick<Context, 'db' | 'accountChanged'>,
  caller: Caller,
  { stationId, account, rights, untilAt }: Shared,
): Promise<ShareRow> => {
  const { who, now } = caller
  if (untilAt !== null && untilAt <= now) refuse('in_the_past', { field: 'untilAt' })
  await stationToShare(db, caller, stationId)
  const counted: GuessKey = { kind: 'code', of: `share ${who.accountId}` }
  await chargeGuess(db, now, [counted])
  const row = await transact(db, async (trx) => {
    const station = await lockToShare(trx, caller, stationId)
    const found = await accountOfKey(trx, accountKey(account))
    if (!found || found.disabled_at !== null || found.role === null)
      return refuse('share_account_unknown', { field: 'account' })
    const anyway =
      found.role === 'administrator' ||
      found.id === station.owner_account_id ||
      (found.role !== 'owner' && sameCompany(found.company_id, station.company_id))
    if (anyway) refuse('share_not_needed', { field: 'account' })
    const { people, stations } = await countShares(trx, stationId, found.id)
    if (people >= SHARES_MAX || stations >= SHARED_STATIONS_MAX) refuse('shares_full')
    const share = await putShare(trx, {
      stationId,
      accountId: found.id,
      rights,
      untilAt,
      by: who.accountId,
      now,
    })
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: 'station.share',
      objectKind: 'station',
      objectId: stationId,
      detail: { with: share.name, rights, untilAt },
    })
    return share
  })
  // Whoever knows one name could clear the count of all wrong ones with it.
  await giveBack(db, counted)
  accountChanged.tell(row.account_id)
  return row
}

/** @throws Refusal `not_found`, `forbidden` */
export const takeBackShare = async (
  { db, accountChanged }: Pick<Context, 'db' | 'accountChanged'>,
  caller: Caller,
  { stationId, shareId }: { stationId: string; shareId: string },
): Promise<void> => {
  const accountId = await transact(db, async (trx) => {
    const station = await lockToShare(trx, caller, stationId)
    const gone = (await removeShare(trx, stationId, shareId)) ?? refuse('not_found')
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: 'station.unshare',
      objectKind: 'station',
      objectId: stationId,
      detail: { accountId: gone.account_id },
    })
    return gone.account_id
  })
  accountChanged.tell(accountId)
}
