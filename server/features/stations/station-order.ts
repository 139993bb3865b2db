import type { ListOrder } from '#contract/http/lists.ts'
import type { stationSorts } from '#domain/stations/station-kinds.ts'
import { names } from '#domain/name-order.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { type StationCondition, stationConditions } from '#domain/stations/station-kinds.ts'
import { placeWhere } from '../../platform/kept/in-order.ts'
import { firstOf, idPart, numberPart, type PageOrder, placeIn, textPart } from '../../platform/page/page.ts'
import type { NameAt } from './name-numbers.ts'
import type { CardFacts, StationCardView } from './present-station.ts'

export type StationSort = (typeof stationSorts)[number]
/** A card, what only the order needs of it, and what is asked of those that are shown. */
export type Listed = {
  card: CardFacts
  createdAt: number
  /** `worstRanks` the card. */
  worst: readonly [number, number]
  /** Where its name stands among those of many stations; null: not known. */
  nameAt: NameAt | null
  nightOf: (now: number) => StationCardView['night']
}

const last = Number.POSITIVE_INFINITY
const falling = (value: number | null): number => (value === null ? last : -value)

const beyondAll = stationConditions.length
const silent = conditionRank('offline')

/** Faults and silence first; of the others those with an alarm or a device that somebody has to look at. 0 is the worst. */
const worstRank = ({ condition, attention, openAlarms }: CardFacts): number => {
  const rank = conditionRank(condition)
  const waits = attention + openAlarms > 0
  return waits || rank <= silent ? rank : rank + beyondAll
}

/** Smallest first. */
export const worstRanks = (card: CardFacts): readonly [number, number] => [
  worstRank(card),
  -(card.attention + card.openAlarms),
]

type Rank = (listed: Listed) => number
const none: Rank = () => 0

/** The numbers an order looks at first, smallest first; what is unknown comes last. */
const ranks: Record<StationSort, readonly [Rank, Rank]> = {
  worst: [({ worst }) => worst[0], ({ worst }) => worst[1]],
  name: [none, none],
  power: [({ card }) => falling(card.powerW), none],
  today: [({ card }) => falling(card.todayWh), none],
  equivalent_hours: [({ card }) => falling(card.equivalentHours), none],
  capacity: [({ card }) => -card.capacityW, none],
  alarms: [({ card }) => -card.openAlarms, ({ card }) => -card.attention],
  heard: [({ card }) => falling(card.lastHeardAt), none],
  newest: [({ createdAt }) => -createdAt, none],
}

type Place = { first: number; second: number; name: string; id: string }

/** How an order runs where nothing is said: names from their beginning, all else from the most. */
const usual = (sort: StationSort): ListOrder => (sort === 'name' ? 'rising' : 'falling')

/** The other way round; what is unknown stays last. */
const turned = (rank: number): number => (rank === last ? last : -rank)

/** Where it belongs among those in their order, of which no more than `count` are wanted. */
const putIn = <T>(first: T[], one: T, count: number, compare: (a: T, b: T) => number): void => {
  first.splice(
    placeWhere(first, (other) => compare(one, other) < 0),
    0,
    one,
  )
  if (first.length > count) first.pop()
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareRanks = (a: Pick<Place, 'first' | 'second'>, b: Pick<Place, 'first' | 'second'>): number =>
  a.first === b.first
    ? a.second === b.second
      ? 0
      : a.second < b.second
        ? -1
        : 1
    : a.first < b.first
      ? -1
      : 1

/** As the list has them, for whoever shows all at once. */
export const worstFirst = (all: readonly Listed[]): Listed[] =>
  all.toSorted(
    (a, b) =>
      a.worst[0] - b.worst[0] ||
      a.worst[1] - b.worst[1] ||
      compareNames(a, b) ||
      compareIds(a.card.id, b.card.id),
  )

type Ranked = { listed: Listed; first: number; second: number }

/** To compare names of thousands with each other takes longer than a look at each. */
const compareNames = (a: Listed, b: Listed): number =>
  a.nameAt !== null && b.nameAt !== null ? a.nameAt.no - b.nameAt.no : names.compare(a.card.name, b.card.name)

/** How a name stands to this one: asked of a few of many whose names are numbered. */
const besideName = (name: string): ((listed: Listed) => number) => {
  let [below, same, above] = [-last, Number.NaN, last]
  return ({ nameAt, card }) => {
    const no = nameAt?.no ?? null
    if (no !== null && no <= below) return -1
    if (no !== null && no >= above) return 1
    if (no !== null && no === same) return 0
    const compared = names.compare(card.name, name)
    if (no !== null) {
      if (compared < 0) below = no
      else if (compared > 0) above = no
      else same = no
    }
    return compared
  }
}

/** What a list is ordered by; `name`: as cursors say it. */
type By = { name: string; ranks: readonly [Rank, Rank]; namesFall: boolean }

const byOf = ({ sort, order }: { sort: StationSort; order: ListOrder | undefined }): By => {
  const against = order !== undefined && order !== usual(sort)
  const [first, second] = ranks[sort]
  return {
    name: against ? `${sort} turned` : sort,
    ranks: against ? [(one) => turned(first(one)), (one) => turned(second(one))] : [first, second],
    namesFall: against && sort === 'name',
  }
}

const rankedBy =
  ({ ranks: [firstOf, secondOf] }: By) =>
  (listed: Listed): Ranked => ({ listed, first: firstOf(listed), second: secondOf(listed) })

const comparedBy =
  ({ namesFall }: By) =>
  (a: Ranked, b: Ranked): number =>
    compareRanks(a, b) ||
    (namesFall ? compareNames(b.listed, a.listed) : compareNames(a.listed, b.listed)) ||
    compareIds(a.listed.card.id, b.listed.card.id)

/** Whether one comes behind a place. */
const behindPlace = ({ namesFall }: By, after: Place | null): ((one: Ranked) => boolean) => {
  if (after === null) return () => true
  const beside = besideName(after.name)
  return (one) => {
    const ranked = compareRanks(one, after)
    if (ranked !== 0) return ranked > 0
    const named = beside(one.listed)
    return (named === 0 ? compareIds(one.listed.card.id, after.id) : namesFall ? -named : named) > 0
  }
}

type Behind = { after: Place | null; count: number; condition: StationCondition | undefined }

/** The first `count` behind a place, in their order. */
const firstBehind = (all: readonly Listed[], by: By, { after, count, condition }: Behind): Ranked[] => {
  const [firstRank, secondRank] = by.ranks
  const compare = comparedBy(by)
  const isBehind = behindPlace(by, after)
  const found: Ranked[] = []
  for (const listed of all) {
    if (condition !== undefined && listed.card.condition !== condition) continue
    const first = firstRank(listed)
    const worst = found.length === count ? found.at(-1) : undefined
    if (worst !== undefined && first > worst.first) continue
    const one = { listed, first, second: secondRank(listed) }
    if ((worst !== undefined && compare(one, worst) >= 0) || !isBehind(one)) continue
    putIn(found, one, count, compare)
  }
  return found
}

/** The same of those that stand in their order already. */
const nextBehind = (ordered: readonly Listed[], by: By, { after, count, condition }: Behind): Ranked[] => {
  const isBehind = behindPlace(by, after)
  const ranked = rankedBy(by)
  const found: Ranked[] = []
  for (let at = placeWhere(ordered, (one) => isBehind(ranked(one))); at < ordered.length; at += 1) {
    const listed = ordered[at]
    if (found.length === count || listed === undefined) break
    if (condition === undefined || listed.card.condition === condition) found.push(ranked(listed))
  }
  return found
}

/** The order of a list, of which others are made at each look: by which name it goes, and how two are compared. */
export type Ordered = (name: string, compare: (a: Listed, b: Listed) => number) => readonly Listed[]

/** Both ranks as one number: of what waits there is more than nothing. */
export const badnessOf = ({ worst: [rank, waits] }: Listed): number => rank + 1 / (1 - waits)

/**
 * Of these places those with the least `badness`, the least first, at most so many. Of those that are equally bad whichever
 * come first are taken: to compare the names of all would take longer than everything else.
 */
export const worstPlaces = (places: Int32Array, badness: Float64Array, most: number): number[] => {
  const of = (place: number): number => badness[place] ?? last
  const inOrder = (a: number, b: number): number => of(a) - of(b)
  let first: number[] = []
  let bar = last
  for (let no = 0; no < places.length; no += 1) {
    const place = places[no] ?? 0
    if (of(place) >= bar) continue
    first.push(place)
    if (first.length < 2 * most) continue
    first = first.sort(inOrder).slice(0, most)
    bar = of(first.at(-1) ?? 0)
  }
  return first.sort(inOrder).slice(0, most)
}

const numberText = /^-?(Infinity|\d+(\.\d+)?(e[+-]\d+)?)$/
/** As a cursor holds it. */
type Seen = Place & { sort: string }
const orderOf = (sort: string): PageOrder<Seen> => ({
  sort: textPart(new RegExp(`^${sort}$`)),
  first: numberPart(numberText),
  second: numberPart(numberText),
  name: textPart(/^[^]*$/),
  id: idPart,
})

export type PageAsked = {
  sort: StationSort
  order: ListOrder | undefined
  cursor: string | undefined
  limit: number
  /** Of those in it alone. */
  condition?: StationCondition | undefined
}

/**
 * One page of what matches. Equal values are ordered by name and id, so that every station has one place; a page starts
 * after the place of the last one seen, wherever stations have moved meanwhile. `ordered` gives all in an order, where it
 * is kept.
 * @throws Refusal `invalid_input` for a cursor of another making or another order
 */
export const pageOf = (
  all: readonly Listed[],
  asked: PageAsked,
  now: number,
  ordered: Ordered | null = null,
): { page: StationCardView[]; next: string | null } => {
  const { cursor, limit, condition } = asked
  const by = byOf(asked)
  const order = orderOf(by.name)
  // One more than the page has says that it goes on.
  const behind = { after: placeIn(order, cursor), count: limit + 1, condition }
  const [ranked, compare] = [rankedBy(by), comparedBy(by)]
  const found =
    ordered === null
      ? firstBehind(all, by, behind)
      : nextBehind(
          ordered(by.name, (a, b) => compare(ranked(a), ranked(b))),
          by,
          behind,
        )
  const { rows, next } = firstOf(order, found, limit, ({ listed: { card }, ...own }) => ({
    sort: by.name,
    ...own,
    name: card.name,
    id: card.id,
  }))
  return { page: rows.map(({ listed: { card, nightOf } }) => ({ ...card, night: nightOf(now) })), next }
}
