import { BoxSelect, Maximize, Minus, Plus } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import { boxBetween, fit, keepInside, planSize, seenBox, zoomAt, type Size, type View } from '../box.ts'
import type { CellBox } from '../snake.ts'
import type { AreaRow, Cell, MemberKind, Site } from '../site.ts'
import { usePlaceText } from '../use-place-text.ts'
import { Cells, cellStyle, detailAt } from './cells.tsx'
import { useStageGestures } from './use-stage-gestures.ts'
import styles from './layout.module.css'

type StageProps = {
  site: Site
  area: AreaRow
  kind: MemberKind
  selected: ReadonlySet<string>
  fresh: ReadonlySet<string>
  cursor: Cell | null
  /** Cells in the order in which they will be filled. */
  preview: readonly Cell[]
  boxing: boolean
  onBoxing: (boxing: boolean) => void
  onCursor: (cell: Cell) => void
  onTap: (cell: Cell, how: 'tap' | 'toggle') => void
  onBox: (box: CellBox) => void
  onDrop: (from: Cell, to: Cell) => void
}

/** Beyond so many cells a preview shows colour alone. */
const numberedUpTo = 600
/** What the tools cover of the window's lower edge. */
const toolsPx = 56
/** Narrower cells cannot be hit with a finger: a tap comes closer first. */
const tapPx = 20
const nearScale = 0.9
const short = 46
const long = 66
const arrows: Record<string, Cell> = {
  ArrowUp: { row: -1, col: 0 },
  ArrowDown: { row: 1, col: 0 },
  ArrowLeft: { row: 0, col: -1 },
  ArrowRight: { row: 0, col: 1 },
}

/** The plan of one area, drawn anew (by its key) for another area or size: moved, pinched, tapped, or walked over with the keys. */
export function Stage({ site, area, kind, selected, fresh, cursor, preview, boxing, ...on }: StageProps) {
  const t = useTranslations('arrays')
  const { wired } = usePlaceText(site)
  const stage = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const [turned, setView] = useState<View | null>(null)
  const { rows, cols, portrait } = area
  const grid = useMemo(
    () => ({
      rows,
      cols,
      cell: portrait ? { width: short, height: long } : { width: long, height: short },
    }),
    [rows, cols, portrait],
  )
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const watcher = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const plan = planSize(grid)
  const view = turned
    ? keepInside(turned, grid, size)
    : fit(grid, { width: size.width, height: Math.max(1, size.height - toolsPx) })
  const middleOf = ({ row, col }: Cell) => ({
    x: view.x + (col - 0.5) * grid.cell.width * view.scale,
    y: view.y + (row - 0.5) * grid.cell.height * view.scale,
  })
  const at = (cell: Cell): string | null => site.atSpot(kind, area.id, cell.row, cell.col)
  const { drawn, handlers, zoomBy } = useStageGestures(stage, {
    grid,
    window: size,
    view,
    setView,
    boxing,
    isFilled: (cell) => at(cell) !== null,
    onTap: (cell) => {
      on.onCursor(cell)
      if (view.scale * short < tapPx) {
        setView(zoomAt(view, nearScale / view.scale, middleOf(cell)))
        return
      }
      on.onTap(cell, boxing ? 'toggle' : 'tap')
    },
    onBox: (from, to) => {
      const box = boxBetween(grid, view, from, to)
      if (box) on.onBox(box)
    },
    onDrop: on.onDrop,
  })
  const seen = seenBox(grid, view, size)
  const keyed = (event: KeyboardEvent): void => {
    const step = arrows[event.key]
    const from = cursor ?? { row: 1, col: 1 }
    if (step) {
      const next = {
        row: Math.min(rows, Math.max(1, from.row + (cursor ? step.row : 0))),
        col: Math.min(cols, Math.max(1, from.col + (cursor ? step.col : 0))),
      }
      on.onCursor(next)
    } else if (event.key === 'Enter') on.onTap(from, 'tap')
    else if (event.key === ' ') on.onTap(from, 'toggle')
    else if (event.key === '+') zoomBy(1.4)
    else if (event.key === '-') zoomBy(1 / 1.4)
    else return
    event.preventDefault()
  }
  const device = cursor ? site.member(at(cursor) ?? '') : undefined
  const spoken =
    cursor === null
      ? ''
      : t('stage.at', {
          cell: t('cell', { row: String(cursor.row), col: String(cursor.col) }),
          what: device
            ? t('stage.device', { sn: device.sn, place: wired(site.hang(device.id)) })
            : t('stage.empty'),
        })
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a plan that is walked over with the keys is no list, table or field */}
      <div
        ref={stage}
        className={classes(styles.stage, boxing && styles.boxing)}
        style={{ '--plan': plan.height / plan.width } as CSSProperties}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
        tabIndex={0}
        aria-label={t('stage.label', { area: area.name, rows: String(rows), cols: String(cols) })}
        data-no-pull
        data-scale={view.scale}
        data-drawn={drawn?.kind}
        onKeyDown={keyed}
        {...handlers}
      >
        <div
          className={styles.plan}
          style={{
            inlineSize: `${plan.width}px`,
            blockSize: `${plan.height}px`,
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
            backgroundSize: `${grid.cell.width}px ${grid.cell.height}px`,
          }}
        >
          {seen && (
            <Cells
              site={site}
              areaId={area.id}
              kind={kind}
              cell={grid.cell}
              top={seen.top}
              left={seen.left}
              bottom={seen.bottom}
              right={seen.right}
              detail={detailAt(view.scale)}
              selected={selected}
              fresh={fresh}
            />
          )}
          {preview.slice(0, numberedUpTo).map((cell, index) => (
            <div key={`${cell.row}-${cell.col}`} className={styles.ghost} style={cellStyle(cell, grid.cell)}>
              {index + 1}
            </div>
          ))}
          {cursor && <div className={styles.cursor} style={cellStyle(cursor, grid.cell)} />}
          {drawn?.kind === 'drag' && drawn.to && (
            <div className={styles.target} style={cellStyle(drawn.to, grid.cell)} />
          )}
        </div>
        {drawn?.kind === 'box' && (
          <div
            className={styles.box}
            style={{
              left: Math.min(drawn.from.x, drawn.to.x),
              top: Math.min(drawn.from.y, drawn.to.y),
              width: Math.abs(drawn.to.x - drawn.from.x),
              height: Math.abs(drawn.to.y - drawn.from.y),
            }}
          />
        )}
      </div>
      <output className="sr-only" aria-live="polite">
        {spoken}
      </output>
      <div className={styles.tools}>
        <button
          type="button"
          aria-pressed={boxing}
          className={classes(boxing && styles.pressed)}
          aria-label={t('tools.box')}
          onClick={() => on.onBoxing(!boxing)}
        >
          <BoxSelect size={20} aria-hidden />
        </button>
        <button type="button" aria-label={t('tools.zoomIn')} onClick={() => zoomBy(1.5)}>
          <Plus size={20} aria-hidden />
        </button>
        <button type="button" aria-label={t('tools.zoomOut')} onClick={() => zoomBy(1 / 1.5)}>
          <Minus size={20} aria-hidden />
        </button>
        <button type="button" aria-label={t('tools.fit')} onClick={() => setView(null)}>
          <Maximize size={19} aria-hidden />
        </button>
      </div>
    </div>
  )
}
