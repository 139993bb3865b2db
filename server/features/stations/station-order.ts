import type { ListOrder } from '#contract/http/lists.ts'
import type { stationSorts } from '#domain/stations/station-kinds.ts'
import { names } from '#domain/name-order.ts'
import { conditionRank } from '#domain/stations/condition.ts'
import { stationConditions } from '#domain/stations/station-kinds.ts'
import { firstOf, idPart, numberPart, type PageOrder, placeIn, textPart } from '../../platform/page/page.ts'
import type { CardFacts, StationCardView } from './present-station.ts'

export type StationSort = (typeof stationSorts)[number]
/** A card, what only the order needs of it, and what is asked of those that are shown. */
export type Listed = { card: CardFacts; createdAt: number; nightOf: () => StationCardView['night'] }

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

const worst = (card: CardFacts): readonly [number, number] => [
  worstRank(card),
  -(card.attention + card.openAlarms),
]

/** The numbers an order looks at first, smallest first; what is unknown comes last. */
const ranks: Record<StationSort, (listed: Listed) => readonly [number, number]> = {
  worst: ({ card }) => worst(card),
  name: () => [0, 0],
  power: ({ card }) => [falling(card.powerW), 0],
  today: ({ card }) => [falling(card.todayWh), 0],
  equivalent_hours: ({ card }) => [falling(card.equivalentHours), 0],
  capacity: ({ card }) => [-card.capacityW, 0],
  alarms: ({ card }) => [-card.openAlarms, -card.attention],
  heard: ({ card }) => [falling(card.lastHeardAt), 0],
  newest: ({ createdAt }) => [-createdAt, 0],
}

type Place = { ranks: readonly [number, number]; name: string; id: string }

/** How an order runs where nothing is said: names from their beginning, all else from the most. */
const usual = (sort: StationSort): ListOrder => (sort === 'name' ? 'rising' : 'falling')

/** The other way round; what is unknown stays last. */
const turned = (rank: number): number => (rank === last ? last : -rank)

const compareBy =
  (namesFall: boolean) =>
  (a: Place, b: Place): number => {
    for (const at of [0, 1] as const)
      if (a.ranks[at] !== b.ranks[at]) return a.ranks[at] < b.ranks[at] ? -1 : 1
    const named = names.compare(a.name, b.name)
    return (namesFall ? -named : named) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  }

/** As the list has them, for whoever shows all at once. */
export const worstFirst = (cards: readonly CardFacts[]): CardFacts[] => {
  const compare = compareBy(false)
  return cards
    .map((card) => ({ card, ranks: worst(card), name: card.name, id: card.id }))
    .sort(compare)
    .map(({ card }) => card)
}

/** The first `count` of all in their order: comparing names of thousands with each other takes longer than a look at each. */
const firstSorted = <T>(all: readonly T[], count: number, compare: (a: T, b: T) => number): T[] => {
  const first: T[] = []
  for (const one of all) {
    const last = first.at(-1)
    if (first.length === count && last !== undefined && compare(one, last) >= 0) continue
    let [from, to] = [0, first.length]
    while (from < to) {
      const middle = (from + to) >> 1
      const other = first[middle]
      if (other !== undefined && compare(one, other) >= 0) from = middle + 1
      else to = middle
    }
    first.splice(from, 0, one)
    if (first.length > count) first.pop()
  }
  return first
}

type Ranked = { card: CardFacts; badness: number }

/**
 * The worst of all in the order of the list, at most so many. Of those that are equally bad whichever come first are
 * taken: to compare the names of all would take longer than everything else.
 */
export const worstOf = (cards: readonly CardFacts[], most: number): CardFacts[] => {
  const inOrder = (a: Ranked, b: Ranked): number => a.badness - b.badness
  let first: Ranked[] = []
  let bar = last
  for (const card of cards) {
    const badness = worstRank(card) + 1 / (1 + card.attention + card.openAlarms)
    if (badness >= bar) continue
    first.push({ card, badness })
    if (first.length < 2 * most) continue
    first = first.sort(inOrder).slice(0, most)
    bar = first.at(-1)?.badness ?? last
  }
  return worstFirst(
    first
      .sort(inOrder)
      .slice(0, most)
      .map(({ card }) => card),
  )
}

const numberText = /^-?(Infinity|\d+(\.\d+)?(e[+-]\d+)?)$/
/** As a cursor holds it. */
type Seen = { sort: string; first: number; second: number; name: string; id: string }
const orderOf = (sort: string): PageOrder<Seen> => ({
  sort: textPart(new RegExp(`^${sort}$`)),
  first: numberPart(numberText),
  second: numberPart(numberText),
  name: textPart(/^[^]*$/),
  id: idPart,
})

/**
 * One page of what matches. Equal values are ordered by name and id, so that every station has one place; a page starts
 * after the place of the last one seen, wherever stations have moved meanwhile.
 * @throws Refusal `invalid_input` for a cursor of another making or another order
 */
export const pageOf = (
  all: readonly Listed[],
  asked: { sort: StationSort; order: ListOrder | undefined; cursor: string | undefined; limit: number },
): { page: StationCardView[]; next: string | null } => {
  const { cursor, limit } = asked
  const against = asked.order !== undefined && asked.order !== usual(asked.sort)
  const sort = against ? `${asked.sort} turned` : asked.sort
  const rank = (listed: Listed): readonly [number, number] => {
    const [first, second] = ranks[asked.sort](listed)
    return against ? [turned(first), turned(second)] : [first, second]
  }
  const compare = compareBy(against && asked.sort === 'name')
  const order = orderOf(sort)
  const seen = placeIn(order, cursor)
  const after: Place | null = seen && { ...seen, ranks: [seen.first, seen.second] }
  const placed = all.map((listed) => ({
    listed,
    place: { ranks: rank(listed), name: listed.card.name, id: listed.card.id },
  }))
  // One more than the page has says that it goes on.
  const sorted = firstSorted(
    after === null ? placed : placed.filter(({ place }) => compare(place, after) > 0),
    limit + 1,
    (a, b) => compare(a.place, b.place),
  )
  const seenAt = ({ ranks: [first, second], name, id }: Place): Seen => ({ sort, first, second, name, id })
  const { rows, next } = firstOf(order, sorted, limit, ({ place }) => seenAt(place))
  return { page: rows.map(({ listed: { card, nightOf } }) => ({ ...card, night: nightOf() })), next }
}
