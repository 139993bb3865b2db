import { around, type Point } from '#domain/mercator.ts'
import { worldPx } from './mercator.ts'

/** What stands on a map: where, how bad it is (0 is worst), and how many it stands for. */
export type Marked = { id: string; point: Point; rank: number; count: number }
/** Marks that would cover each other, and how many they stand for. `worst` is one of them. */
export type Cluster<M extends Marked> = {
  id: string
  point: Point
  members: readonly M[]
  count: number
  worst: M
}

/** Nearer than this they would cover each other, px. */
const near = 46

/** Nearer than this they do cover each other, px. */
const covering = 36

const key = (x: number, y: number): string => `${x} ${y}`

/** Zoom is continuous; what belongs together changes in steps of a half, so that nothing flickers under the fingers. */
export const clusterLevel = (zoom: number): number => Math.floor(zoom * 2) / 2

/**
 * Groups marks for a level of zoom. The same marks give the same groups whatever part is in view; the worst ones are
 * placed first, so they keep their place longest.
 */
export const clusters = <M extends Marked>(marks: readonly M[], level: number): Cluster<M>[] => {
  const world = worldPx(level)
  const cells = new Map<string, M[][]>()
  const groups: M[][] = []
  const ordered = marks.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
  for (const mark of ordered) {
    const [px, py] = [mark.point.x * world, mark.point.y * world]
    const [column, row] = [Math.floor(px / near), Math.floor(py / near)]
    let nearest: M[] | null = null
    let least = near
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (const group of cells.get(key(column + dx, row + dy)) ?? []) {
          const [first] = group
          if (!first) continue
          const distance = Math.hypot(first.point.x * world - px, first.point.y * world - py)
          if (distance < least) {
            least = distance
            nearest = group
          }
        }
    if (nearest) {
      nearest.push(mark)
      continue
    }
    const group = [mark]
    groups.push(group)
    const here = cells.get(key(column, row))
    if (here) here.push(group)
    else cells.set(key(column, row), [group])
  }
  return joined(groups.flatMap(clusterOf), world)
}

/** In the middle of what its members stand for, wherever 180° is. */
const clusterOf = <M extends Marked>(members: readonly M[]): Cluster<M>[] => {
  const [worst] = members
  if (!worst) return []
  const count = members.reduce((sum, mark) => sum + mark.count, 0)
  const mean = (of: (mark: M) => number): number =>
    members.reduce((sum, mark) => sum + of(mark) * mark.count, 0) / count
  return [
    {
      id: members.length === 1 ? worst.id : `${worst.id}+${members.length}`,
      point: {
        x: around(worst.point.x + mean(({ point }) => aside(point.x - worst.point.x))),
        y: mean(({ point }) => point.y),
      },
      members,
      count,
      worst,
    },
  ]
}

/** The short way around the world. */
const aside = (dx: number): number => around(dx + 0.5) - 0.5

/** Groups whose middles have come to lie on each other, or that 180° alone divides, are one; the worst take the others. */
const joined = <M extends Marked>(groups: readonly Cluster<M>[], world: number): Cluster<M>[] => {
  const apart: Cluster<M>[] = []
  for (const group of groups) {
    const at = apart.findIndex(
      ({ point }) =>
        Math.abs(point.y - group.point.y) * world < covering &&
        Math.hypot(aside(point.x - group.point.x), point.y - group.point.y) * world < covering,
    )
    const other = apart[at]
    const [both] = other ? clusterOf([...other.members, ...group.members]) : []
    if (both) apart[at] = both
    else apart.push(group)
  }
  // What has moved may have come to lie on another.
  return apart.length < groups.length ? joined(apart, world) : apart
}
