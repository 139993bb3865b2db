import { names } from '#domain/name-order.ts'
import { COMPUTED } from './kept-store.ts'
import { cardFacts } from './present-station.ts'
import type { StationFigures } from './station-figures.ts'
import { nightOf } from './station-night.ts'
import { type Listed, worstRanks } from './station-order.ts'
import type { ListedStation } from './station-store.ts'

/**
 * Cards of many stations as this server has made them (decision 136): one is made anew where its row or its figures are
 * another object.
 */
export type CardsMind = {
  /** Of stations with figures, in their order. */
  listed: (
    rows: readonly ListedStation[],
    figures: readonly (StationFigures | undefined)[],
  ) => readonly Listed[]
}

type Kept = { row: ListedStation; figures: StationFigures; listed: Listed }

const made = (row: ListedStation, figures: StationFigures, nameNo: number | null): Kept => {
  const card = cardFacts(row, figures)
  return {
    row,
    figures,
    listed: {
      card,
      createdAt: row.created_at,
      worst: worstRanks(card),
      nameNo,
      nightOf: (now) => nightOf(row, figures, now),
    },
  }
}

const byName = (a: Kept, b: Kept): number => names.compare(a.row.name, b.row.name)

/** Those in their order, and those that come to them. */
const merged = (inOrder: readonly Kept[], fresh: readonly Kept[]): Kept[] => {
  const found: Kept[] = []
  const more = fresh.toSorted(byName)
  let at = 0
  for (const one of inOrder) {
    for (let next = more[at]; next !== undefined && byName(next, one) < 0; next = more[at]) {
      found.push(next)
      at += 1
    }
    found.push(one)
  }
  return [...found, ...more.slice(at)]
}

export const createCardsMind = (): CardsMind => {
  let byId = new Map<string, Kept>()
  let inOrder: readonly Kept[] = []
  let last: {
    rows: readonly ListedStation[]
    figures: readonly (StationFigures | undefined)[]
    kept: (Kept | undefined)[]
    listed: readonly Listed[]
  } | null = null

  /** Says where the name of each stands among all of them, those of equal names at the same place. */
  const number = (all: readonly Kept[]): void => {
    const now = new Set(all)
    const known = inOrder.flatMap(({ row }) => {
      const one = byId.get(row.id)
      return one !== undefined && one.row.name === row.name && now.delete(one) ? [one] : []
    })
    inOrder = merged(known, [...now])
    let no = 0
    for (const [at, one] of inOrder.entries()) {
      const before = inOrder[at - 1]
      if (before !== undefined && before.row.name !== one.row.name && byName(before, one) !== 0) no += 1
      one.listed.nameNo = no
    }
  }

  const listed: CardsMind['listed'] = (rows, figures) => {
    if (last?.rows === rows && last.figures === figures) return last.listed
    // Some of all do not take the place of all.
    const isAll = rows.length > COMPUTED && 2 * rows.length > (last?.rows.length ?? 0)
    const before = last?.rows === rows ? last.kept : null
    const kept = rows.map((row, at) => {
      const own = figures[at]
      if (own === undefined) return undefined
      const one = before === null ? byId.get(row.id) : before[at]
      if (one?.row === row && one.figures === own) return one
      const now = made(row, own, one?.row.name === row.name ? one.listed.nameNo : null)
      if (before !== null) byId.set(row.id, now)
      return now
    })
    const found = kept.filter((one) => one !== undefined)
    const given = found.map((one) => one.listed)
    if (isAll) {
      if (before === null || found.some((one) => one.listed.nameNo === null)) {
        byId = new Map(found.map((one) => [one.row.id, one]))
        number(found)
      }
      last = { rows, figures, kept, listed: given }
    }
    return given
  }
  return { listed }
}
