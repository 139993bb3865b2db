import { LayoutGrid, List, Pencil, Plus, Waypoints } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Button } from '../../../kit/button.tsx'
import { Chips } from '../../../kit/chips.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { IconButton } from '../../../kit/page.tsx'
import { toast } from '../../../kit/toast.tsx'
import { isInBox } from '../box.ts'
import { DeviceBar } from '../electrical/hand-bars.tsx'
import { fillCells, moveToSpot, shift } from '../moves.ts'
import { ScanSheet, type NextPlace } from '../scan-sheet.tsx'
import type { CellBox } from '../snake.ts'
import type { Cell, MemberKind, Site } from '../site.ts'
import type { ArrayUse } from '../use-array.ts'
import { usePlaceText } from '../use-place-text.ts'
import { AreaSheet } from './area-sheet.tsx'
import { ManyBar } from './many-bar.tsx'
import { SnakePanel } from './snake-panel.tsx'
import { SpotTray } from './spot-tray.tsx'
import { SpotsSheet } from './spots-sheet.tsx'
import { Stage } from './stage.tsx'
import { useSnake } from './use-snake.ts'
import styles from './layout.module.css'

type LayoutViewProps = {
  stationId: string
  array: ArrayUse & { site: Site }
  kind: MemberKind
  areaId: string | undefined
  onArea: (areaId: string | undefined) => void
}

const nobody: ReadonlySet<string> = new Set()

/** Where each device lies on the roof, area by area. */
export function LayoutView({ stationId, array, kind, areaId, onArea }: LayoutViewProps) {
  const t = useTranslations('arrays')
  const format = useFormat()
  const { site, store, state } = array
  const { laid } = usePlaceText(site)
  const area = site.areas.find(({ id }) => id === areaId) ?? site.areas[0] ?? null
  const [selected, setSelected] = useState(nobody)
  const [cursor, setCursor] = useState<Cell | null>(null)
  const [boxing, setBoxing] = useState(false)
  const [box, setBox] = useState<CellBox | null>(null)
  const [snaking, setSnaking] = useState(false)
  const [sheet, setSheet] = useState<'area' | 'newArea' | 'list' | 'scan' | null>(null)
  const snake = useSnake({ site, area, kind, cursor, box })
  const chosen = useMemo(() => [...selected].filter((id) => site.member(id)), [selected, site])
  const one = chosen.length === 1 ? (chosen[0] ?? null) : null

  const letGo = (): void => {
    setSelected(nobody)
    setCursor(null)
    setBox(null)
  }
  const open = (id: string | undefined): void => {
    letGo()
    onArea(id)
  }
  if (!area)
    return (
      <>
        <EmptyState
          icon={<LayoutGrid size={26} aria-hidden />}
          title={t('area.none')}
          text={t('area.noneText')}
          action={<Button onClick={() => setSheet('newArea')}>{t('area.add')}</Button>}
        />
        <AreaSheet
          open={sheet === 'newArea'}
          stationId={stationId}
          site={site}
          area={null}
          onSaved={(id) => {
            setSheet(null)
            open(id)
          }}
          onDeleted={() => setSheet(null)}
          onClose={() => setSheet(null)}
        />
      </>
    )

  const at = ({ row, col }: Cell): string | null => site.atSpot(kind, area.id, row, col)
  const tap = (cell: Cell, how: 'tap' | 'toggle'): void => {
    setCursor(cell)
    const there = at(cell)
    if (how === 'toggle') {
      if (there === null) return
      const next = new Set(selected)
      if (!next.delete(there)) next.add(there)
      setSelected(next)
    } else if (one !== null && there !== one) {
      const wasThere = site.hang(one).areaId !== null
      store.act(moveToSpot(site, one, area.id, cell))
      // From the tray one goes on with the next of the string.
      const next = wasThere ? undefined : snake.deviceIds[snake.deviceIds.indexOf(one) + 1]
      setSelected(next === undefined || there !== null ? nobody : new Set([next]))
    } else if (there === null || there === one) setSelected(nobody)
    else setSelected(new Set([there]))
  }
  const drop = (from: Cell, to: Cell): void => {
    const dragged = at(from)
    if (dragged === null) return
    setCursor(to)
    if (selected.size > 1 && selected.has(dragged)) {
      const by = { rows: to.row - from.row, cols: to.col - from.col }
      const changes = shift(site, chosen, area, by)
      if (changes) store.act(changes)
      else toast(t('stage.blocked'), 'failed')
    } else store.act(moveToSpot(site, dragged, area.id, to))
  }
  const drawBox = (drawn: CellBox): void => {
    setBox(drawn)
    const inside = site.inArea(area.id, kind).filter(({ id }) => {
      const { row, col } = site.hang(id)
      return row !== null && col !== null && isInBox(drawn, { row, col })
    })
    setSelected(new Set(inside.map(({ id }) => id)))
  }
  const next = (now: Site): NextPlace => {
    const [cell] = snake.freeIn(now)
    if (!cell) return null
    return {
      text: laid({ areaId: area.id, ...cell }),
      put: (id) => moveToSpot(now, id, area.id, cell),
    }
  }
  const filled = site.inArea(area.id, kind).length
  const angle = (value: number | null): string => (value === null ? '–' : `${format.number(value, 1)}°`)
  return (
    <div className={styles.work}>
      <div className={styles.areas}>
        {site.areas.length > 1 && (
          <Chips
            label={t('tools.areas')}
            options={site.areas.map(({ id, name }) => ({ value: id, label: name }))}
            value={area.id}
            onChange={open}
          />
        )}
        <div className={styles.areaHead}>
          <div>
            <h2>{area.name}</h2>
            <p>
              <Dotted
                parts={[
                  t('area.size', { rows: String(area.rows), cols: String(area.cols) }),
                  t(area.portrait ? 'area.portrait' : 'area.landscape'),
                  t('area.angles', { tilt: angle(area.tiltDeg), azimuth: angle(area.azimuthDeg) }),
                ]}
              />
            </p>
            <p>{t('area.filled', { count: String(filled), all: String(area.rows * area.cols) })}</p>
          </div>
          <IconButton label={t('area.edit')} onClick={() => setSheet('area')}>
            <Pencil size={20} aria-hidden />
          </IconButton>
          <IconButton label={t('area.add')} onClick={() => setSheet('newArea')}>
            <Plus size={22} aria-hidden />
          </IconButton>
        </div>
      </div>
      <Stage
        key={`${area.id} ${area.rows} ${area.cols} ${area.portrait}`}
        site={site}
        area={area}
        kind={kind}
        selected={selected}
        fresh={state.fresh}
        cursor={cursor}
        preview={snaking ? snake.cells : []}
        boxing={boxing}
        onBoxing={setBoxing}
        onCursor={setCursor}
        onTap={tap}
        onBox={drawBox}
        onDrop={drop}
      />
      <div className={styles.actions}>
        <Button
          kind="soft"
          small
          icon={<Waypoints size={18} aria-hidden />}
          aria-pressed={snaking}
          onClick={() => setSnaking(!snaking)}
        >
          {t('tools.fill')}
        </Button>
        <Button kind="quiet" small icon={<List size={18} aria-hidden />} onClick={() => setSheet('list')}>
          {t('tools.list')}
        </Button>
      </div>
      {snaking ? (
        <SnakePanel
          site={site}
          snake={snake}
          boxed={box ? (box.bottom - box.top + 1) * (box.right - box.left + 1) : 0}
          hasCursor={cursor !== null}
          onFill={() => {
            store.act(fillCells(site, snake.deviceIds, area.id, snake.cells))
            setSelected(nobody)
          }}
          onScan={() => setSheet('scan')}
          onClose={() => setSnaking(false)}
        />
      ) : (
        <SpotTray
          site={site}
          kind={kind}
          chosen={one}
          hinted={chosen.length === 0}
          onChoose={(id) => setSelected(id === one ? nobody : new Set([id]))}
        />
      )}
      {one !== null && !snaking && (
        <DeviceBar site={site} store={store} deviceId={one} of="area" onDone={letGo} />
      )}
      {chosen.length > 1 && !snaking && (
        <ManyBar
          site={site}
          store={store}
          area={area}
          kind={kind}
          deviceIds={chosen}
          onSelect={(ids) => setSelected(new Set(ids))}
          onDone={letGo}
        />
      )}
      <AreaSheet
        key={sheet === 'newArea' ? 'new' : area.id}
        open={sheet === 'area' || sheet === 'newArea'}
        stationId={stationId}
        site={site}
        area={sheet === 'newArea' ? null : area}
        onSaved={(id) => {
          if (sheet === 'newArea') open(id)
          setSheet(null)
        }}
        onDeleted={() => {
          setSheet(null)
          open(undefined)
        }}
        onClose={() => setSheet(null)}
      />
      <SpotsSheet
        open={sheet === 'list'}
        site={site}
        store={store}
        area={area}
        kind={kind}
        onClose={() => setSheet(null)}
      />
      <ScanSheet
        open={sheet === 'scan'}
        store={store}
        site={site}
        next={next}
        placed={(hang) => (hang.areaId === null ? null : laid(hang))}
        onClose={() => setSheet(null)}
      />
    </div>
  )
}
