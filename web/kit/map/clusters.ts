import { worldPx, type Point } from './mercator.ts'

/** What stands on a map: where, and how bad it is (0 is worst). */
export type Marked = { id: string; point: Point; rank: number }
/** Marks that would cover each other. `worst` is one of them. */
export type Cluster<M extends Marked> = { id: string; point: Point; members: readonly M[]; worst: M }

/** Nearer than this they would cover each other, px. */
const near = 46

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
  return groups.flatMap((members) => {
    const [worst] = members
    if (!worst) return []
    const mean = (of: (mark: M) => number): number =>
      members.reduce((sum, mark) => sum + of(mark), 0) / members.length
    return [
      {
        id: members.length === 1 ? worst.id : `${worst.id}+${members.length}`,
        point: { x: mean(({ point }) => point.x), y: mean(({ point }) => point.y) },
        members,
        worst,
      },
    ]
  })
}
