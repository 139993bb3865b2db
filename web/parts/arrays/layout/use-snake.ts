import { useMemo, useState } from 'react'
import { freeCells, wayOver, type CellBox, type Way } from '../snake.ts'
import type { AreaRow, Cell, MemberKind, Site } from '../site.ts'

export type SnakeSettings = {
  /** Empty: all that are not in the layout. */
  stringId: string
  way: Way
  fromCursor: boolean
  inBox: boolean
}

export type SnakeUse = {
  settings: SnakeSettings
  change: (change: Partial<SnakeSettings>) => void
  /** Devices that are not in the layout yet, in the order of strings and positions. */
  deviceIds: readonly string[]
  /** Where they come, one each; fewer when there is no room. */
  cells: readonly Cell[]
  /** All free cells of the way as the site is given: what scanning goes through. */
  freeIn: (site: Site) => readonly Cell[]
  missing: number
  countOf: (stringId: string) => number
}

const waiting = (site: Site, kind: MemberKind, stringId: string): string[] => {
  const members =
    stringId === ''
      ? [
          ...[...site.strings].sort((a, b) => a.no - b.no).flatMap(({ id }) => site.inString(id, kind)),
          ...site.members.filter((one) => one.kind === kind && site.hang(one.id).stringId === null),
        ]
      : site.inString(stringId, kind)
  return members.filter(({ id }) => site.hang(id).areaId === null).map(({ id }) => id)
}

type Wanted = { site: Site; area: AreaRow | null; kind: MemberKind; cursor: Cell | null; box: CellBox | null }

/** What a fill in snake order would do. */
export const useSnake = ({ site, area, kind, cursor, box }: Wanted): SnakeUse => {
  const [settings, setSettings] = useState<SnakeSettings>({
    stringId: '',
    way: { corner: 'top-left', along: 'rows', back: true },
    fromCursor: false,
    inBox: true,
  })
  const { stringId, way, fromCursor, inBox } = settings
  const known = stringId === '' || site.strings.some(({ id }) => id === stringId) ? stringId : ''
  const freeIn = (now: Site): readonly Cell[] => {
    if (!area) return []
    const whole = { top: 1, left: 1, bottom: area.rows, right: area.cols }
    return freeCells(
      wayOver(inBox && box ? box : whole, way),
      ({ row, col }) => now.atSpot(kind, area.id, row, col) !== null,
      fromCursor ? cursor : null,
    )
  }
  const deviceIds = useMemo(() => waiting(site, kind, known), [site, kind, known])
  const free = freeIn(site)
  return {
    settings: { ...settings, stringId: known },
    change: (change) => setSettings({ ...settings, ...change }),
    deviceIds,
    cells: free.slice(0, deviceIds.length),
    freeIn,
    missing: Math.max(0, deviceIds.length - free.length),
    countOf: (id) => waiting(site, kind, id).length,
  }
}
