import { type StationCondition, stationConditions } from '#domain/stations/station-kinds.ts'
import { inOrderWith } from '../../platform/kept/in-order.ts'
import { beginLine, lineOf, placesChanged, placesOfAll, withOthers } from '../../platform/kept/lists.ts'
import { COMPUTED } from './kept-store.ts'
import { createNameNumbers } from './name-numbers.ts'
import { cardFacts, type StationCardView } from './present-station.ts'
import type { StationFigures } from './station-figures.ts'
import { nightOf } from './station-night.ts'
import { type Listed, type Ordered, type PageAsked, pageOf, worstRanks } from './station-order.ts'
import type { ListedStation } from './station-store.ts'

type Counts = Record<StationCondition, number>

/**
 * Cards of many stations as this server has made them (decision 136): one is made anew where its row or its figures are
 * another object. Of rows whose list others follow their orders and counts are gone on with, too.
 */
export type CardsMind = {
  /** Of stations with figures, in their order. */
  listed: (
    rows: readonly ListedStation[],
    figures: readonly (StationFigures | undefined)[],
  ) => readonly Listed[]
  /** A page of what was listed, with how many there are, and by condition how many in all. */
  page: (
    all: readonly Listed[],
    asked: PageAsked,
    now: number,
  ) => { page: StationCardView[]; next: string | null; total: number; conditions: Counts }
}

type Kept = { row: ListedStation; figures: StationFigures; listed: Listed }
type Order = { of: readonly Listed[]; inOrder: readonly Listed[] }
type View = {
  line: object
  rows: readonly ListedStation[]
  figures: readonly (StationFigures | undefined)[]
  listed: readonly Listed[]
  counted: { of: readonly Listed[]; counts: Counts } | null
  /** By name, those asked for. */
  orders: Map<string, Order>
}

/** Lists that are asked for again and again, the last ones: all, and those that are searched for. */
const VIEWS = 8
/** Where more than this share is another all are sorted. No source: chosen. */
const SORTED_ANEW = 1 / 8

const countAll = (all: readonly Listed[]): Counts => {
  const counts = Object.fromEntries(stationConditions.map((one) => [one, 0])) as Counts
  for (const { card } of all) counts[card.condition] += 1
  return counts
}

/** With some of the stations' cards in the place of those before. */
const countAgain = (
  before: Counts,
  list: readonly Listed[],
  of: readonly Listed[],
  places: Iterable<number>,
) => {
  const counts = { ...before }
  for (const at of places) {
    const [one, other] = [of[at], list[at]]
    if (one !== undefined) counts[one.card.condition] -= 1
    if (other !== undefined) counts[other.card.condition] += 1
  }
  return counts
}

const orderAgain = (
  { of, inOrder }: Order,
  list: readonly Listed[],
  compare: (a: Listed, b: Listed) => number,
): readonly Listed[] | null => {
  const changed = placesChanged(list, of)
  const places = changed === null ? null : [...changed]
  if (places === null || places.length > SORTED_ANEW * list.length) return null
  if (places.length === 0) return inOrder
  const [gone, come] = [of, list].map((all) => places.flatMap((at) => all[at] ?? []))
  return inOrderWith(inOrder, { gone: gone ?? [], come: come ?? [] }, compare)
}

export const createCardsMind = (): CardsMind => {
  const byId = new Map<string, Kept>()
  const numbers = createNameNumbers()
  let views: View[] = []

  const made = (row: ListedStation, figures: StationFigures): Kept => {
    const card = cardFacts(row, figures)
    return {
      row,
      figures,
      listed: {
        card,
        createdAt: row.created_at,
        worst: worstRanks(card),
        nameAt: numbers.of(row.name),
        nightOf: (now) => nightOf(row, figures, now),
      },
    }
  }

  /** The same card as before, where nothing that it is made of is another. */
  const cardOf = (row: ListedStation, figures: StationFigures): Kept => {
    const known = byId.get(row.id)
    return known?.row === row && known.figures === figures ? known : made(row, figures)
  }

  /** Of those that are there no more nothing is kept. */
  const forget = (rows: readonly ListedStation[]): void => {
    if (byId.size <= rows.length) return
    const there = new Set(rows.map(({ id }) => id))
    for (const id of [...byId.keys()].filter((one) => !there.has(one))) byId.delete(id)
    numbers.keep(new Set(byId.values().map(({ row }) => row.name)))
  }

  const viewOf = (rows: readonly ListedStation[]): View | null => {
    const line = lineOf(rows)
    if (line === undefined) return null
    const known = views.find((one) => one.line === line)
    const view = known ?? { line, rows, figures: [], listed: [], counted: null, orders: new Map() }
    if (known === undefined && views.every((one) => one.rows.length <= rows.length)) forget(rows)
    views = [view, ...views.filter((one) => one !== view)].slice(0, VIEWS)
    return view
  }

  /** Those of a list that follows another, or of which others follow. All have figures. */
  const listedIn = (view: View, rows: readonly ListedStation[], figures: readonly StationFigures[]) => {
    const isFirst = view.listed.length !== rows.length
    const places = isFirst
      ? null
      : placesOfAll([placesChanged(rows, view.rows), placesChanged(figures, view.figures)])
    const asked = places ?? rows.keys()
    numbers.add(
      (places === null ? rows : [...places].map((at) => rows[at] as ListedStation)).map(({ name }) => name),
    )
    const others = new Map<number, Listed>()
    for (const at of asked) {
      const [row, own] = [rows[at], figures[at]]
      if (row === undefined || own === undefined) continue
      const one = cardOf(row, own)
      byId.set(row.id, one)
      if (one.listed !== view.listed[at]) others.set(at, one.listed)
    }
    const listed = withOthers(isFirst ? [] : view.listed, others)
    if (isFirst) beginLine(listed)
    Object.assign(view, { rows, figures, listed })
    return view.listed
  }

  const viewWith = (list: readonly Listed[]): View | undefined => {
    const line = lineOf(list)
    return line === undefined ? undefined : views.find((one) => lineOf(one.listed) === line)
  }

  const countsOf = (view: View | undefined, all: readonly Listed[]): Counts => {
    const known = view?.counted ?? null
    const places = known === null ? null : placesChanged(all, known.of)
    const counts =
      known === null || places === null ? countAll(all) : countAgain(known.counts, all, known.of, places)
    if (view !== undefined) view.counted = { of: all, counts }
    return counts
  }

  const orderedIn =
    (view: View, all: readonly Listed[]): Ordered =>
    (name, compare) => {
      const known = view.orders.get(name)
      const inOrder = (known && orderAgain(known, all, compare)) ?? all.toSorted(compare)
      view.orders.set(name, { of: all, inOrder })
      return inOrder
    }

  return {
    listed: (rows, figures) => {
      const view = rows.length > COMPUTED && !figures.includes(undefined) ? viewOf(rows) : null
      if (view !== null) return listedIn(view, rows, figures as readonly StationFigures[])
      return rows.flatMap((row, at) => {
        const own = figures[at]
        return own === undefined ? [] : [cardOf(row, own).listed]
      })
    },
    page: (all, asked, now) => {
      const view = viewWith(all)
      const conditions = countsOf(view, all)
      const total = asked.condition === undefined ? all.length : conditions[asked.condition]
      return {
        ...pageOf(all, asked, now, view === undefined ? null : orderedIn(view, all)),
        total,
        conditions: { ...conditions },
      }
    },
  }
}
