import { FAVOURITES_MAX, GROUP_STATIONS_MAX } from '#domain/stations/limits.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../../platform/db/handle.ts'
import { transact } from '../../platform/db/open.ts'
import { refuse } from '../../platform/refusal.ts'
import { answerEach, done, type EachResult, refusedWith } from '../accounts/answer-each.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { allFavouritesOf, lockAccount, turnFavourites } from './favourite-store.ts'
import { inScopeOf, lockMembers, turnMembers } from './group-store.ts'

type Turned = { stationIds: readonly string[]; preview?: boolean | undefined }

/** What comes of each: out of sight, so already, no room for it, or turned. */
const judge = (
  given: readonly string[],
  seen: ReadonlySet<string>,
  present: ReadonlySet<string>,
  on: boolean,
  most: { count: number; code: ErrorCode },
): EachResult[] => {
  let room = most.count - present.size
  return given.map((id) => {
    if (!seen.has(id)) return refusedWith(id, { code: 'not_found', detail: {} })
    if (present.has(id) === on) return done(id, true)
    if (!on) return done(id)
    room -= 1
    return room < 0 ? refusedWith(id, { code: most.code, detail: {} }) : done(id)
  })
}

const turnedIn = (results: readonly EachResult[]): string[] =>
  results.flatMap(({ id, before, refused }) => (refused === null && !before ? [id] : []))

const seenOf = async (db: Db, { who, now }: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await inScopeOf(db, ids, visibleStations(who, now)))

/** Marks stations as favourites of the caller, or no longer. */
export const turnFavouritesEach = async (
  db: Db,
  caller: Caller,
  { stationIds, preview = false, favourite }: Turned & { favourite: boolean },
): Promise<{ results: EachResult[] }> => {
  const ids = [...new Set(stationIds)]
  const { accountId } = caller.who
  const results = await transact(db, async (trx) => {
    await lockAccount(trx, accountId)
    const [seen, present] = [await seenOf(trx, caller, ids), await allFavouritesOf(trx, accountId)]
    const judged = judge(ids, seen, present, favourite, { count: FAVOURITES_MAX, code: 'favourites_full' })
    if (!preview)
      await turnFavourites(trx, { accountId, stationIds: turnedIn(judged), favourite, now: caller.now })
    return judged
  })
  return answerEach(db, caller, { action: 'POST /api/favourites', objectKind: 'station', preview }, results)
}

/** Puts stations into a group of the caller, or takes them out. @throws Refusal `not_found` for a group that is not theirs */
export const turnMembersEach = async (
  db: Db,
  caller: Caller,
  { groupId, stationIds, preview = false, member }: Turned & { groupId: string; member: boolean },
): Promise<{ results: EachResult[] }> => {
  const ids = [...new Set(stationIds)]
  const results = await transact(db, async (trx) => {
    const present = (await lockMembers(trx, caller.who.accountId, groupId)) ?? refuse('not_found')
    const seen = await seenOf(trx, caller, ids)
    const judged = judge(ids, seen, present, member, { count: GROUP_STATIONS_MAX, code: 'group_full' })
    const turned = turnedIn(judged)
    if (!member && turned.length > 0 && turned.length === present.size)
      return judged.map((one) =>
        turned.includes(one.id) ? refusedWith(one.id, { code: 'group_empty', detail: {} }) : one,
      )
    if (!preview) await turnMembers(trx, groupId, turned, member)
    return judged
  })
  const asked = {
    action: 'POST /api/station-groups/{groupId}/members',
    objectKind: 'station',
    preview,
  }
  return answerEach(db, caller, asked, results)
}
