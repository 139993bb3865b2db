import type { Cell } from './site.ts'
import type { CellBox } from './snake.ts'

/** How a plan of cells is looked at: CSS pixels a pixel of the plan, and where its corner lies in the window. */
export type View = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }
export type Point = { x: number; y: number }
/** A plan of cells of one size, CSS pixels at scale 1. */
export type Grid = { rows: number; cols: number; cell: Size }

export const scaleLeast = 0.08
export const scaleMost = 2.5
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

export const planSize = ({ rows, cols, cell }: Grid): Size => ({
  width: cols * cell.width,
  height: rows * cell.height,
})

/** A window wider than that of any phone, CSS pixels. */
const wideWindow = 640

/** The whole plan in the middle of the window: on a phone no larger than life, on a wide screen twice that. */
export const fit = (grid: Grid, window: Size, margin = 12): View => {
  const plan = planSize(grid)
  const most = window.width > wideWindow ? 2 : 1
  const scale = clamp(
    Math.min((window.width - 2 * margin) / plan.width, (window.height - 2 * margin) / plan.height),
    scaleLeast,
    most,
  )
  return {
    scale,
    x: (window.width - plan.width * scale) / 2,
    y: (window.height - plan.height * scale) / 2,
  }
}

/** Moved so that a part of the plan always stays in the window. */
export const keepInside = (view: View, grid: Grid, window: Size): View => {
  const plan = planSize(grid)
  const [width, height] = [plan.width * view.scale, plan.height * view.scale]
  const edge = 48
  const settle = (at: number, length: number, room: number): number =>
    length <= room ? clamp(at, 0, room - length) : clamp(at, room - length - edge, edge)
  return {
    scale: view.scale,
    x: settle(view.x, width, window.width),
    y: settle(view.y, height, window.height),
  }
}

/** Larger or smaller around a point of the window, which stays where it is. */
export const zoomAt = (view: View, factor: number, at: Point): View => {
  const scale = clamp(view.scale * factor, scaleLeast, scaleMost)
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** The cell under a point of the window; null beside the plan. */
export const cellAt = ({ rows, cols, cell }: Grid, view: View, at: Point): Cell | null => {
  const col = Math.floor((at.x - view.x) / view.scale / cell.width) + 1
  const row = Math.floor((at.y - view.y) / view.scale / cell.height) + 1
  return row >= 1 && row <= rows && col >= 1 && col <= cols ? { row, col } : null
}

/** The cells that a box drawn from one point of the window to another touches; null beside the plan. */
export const boxBetween = (grid: Grid, view: View, from: Point, to: Point): CellBox | null => {
  const { rows, cols, cell } = grid
  const at = (value: number, offset: number, length: number): number =>
    Math.floor((value - offset) / view.scale / length) + 1
  const box = {
    top: at(Math.min(from.y, to.y), view.y, cell.height),
    left: at(Math.min(from.x, to.x), view.x, cell.width),
    bottom: at(Math.max(from.y, to.y), view.y, cell.height),
    right: at(Math.max(from.x, to.x), view.x, cell.width),
  }
  if (box.bottom < 1 || box.right < 1 || box.top > rows || box.left > cols) return null
  return {
    top: clamp(box.top, 1, rows),
    left: clamp(box.left, 1, cols),
    bottom: clamp(box.bottom, 1, rows),
    right: clamp(box.right, 1, cols),
  }
}

/** The part of the plan that the window shows, with one cell around it. */
export const seenBox = (grid: Grid, view: View, window: Size): CellBox | null =>
  boxBetween(
    grid,
    view,
    { x: -grid.cell.width * view.scale, y: -grid.cell.height * view.scale },
    {
      x: window.width + grid.cell.width * view.scale,
      y: window.height + grid.cell.height * view.scale,
    },
  )

export const isInBox = (box: CellBox, { row, col }: Cell): boolean =>
  row >= box.top && row <= box.bottom && col >= box.left && col <= box.right

export const boxAround = (cells: readonly Cell[]): CellBox | null =>
  cells.length === 0
    ? null
    : {
        top: Math.min(...cells.map(({ row }) => row)),
        left: Math.min(...cells.map(({ col }) => col)),
        bottom: Math.max(...cells.map(({ row }) => row)),
        right: Math.max(...cells.map(({ col }) => col)),
      }
