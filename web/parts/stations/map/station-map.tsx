import { useMemo, useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { Point } from '#domain/mercator.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { clusterLevel, clusters, type Cluster } from '../../../kit/map/clusters.ts'
import { MapFrame, type Stage } from '../../../kit/map/map-frame.tsx'
import { closestZoom, fit, pan, toBox, worldPx, type Size, type View } from '../../../kit/map/mercator.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { useWide } from '../../../app/shell/width.ts'
import { StatusIcon, statusTone } from '../../states/status-pill.tsx'
import frame from '../../../kit/map/map.module.css'
import type { ListSearch } from '../list-filter.ts'
import { useMapTiles } from '../use-map-tiles.ts'
import type { Sight } from './area-shown.ts'
import { InView } from './in-view.tsx'
import { PinsTable } from './pins-table.tsx'
import { SameSpot } from './same-spot.tsx'
import { StationPanel } from './station-panel.tsx'
import { useMarks, useSettled } from './use-marks.ts'
import { conditionOf, cornersOf, type MapMark, markOf, type StationMark, type usePins } from './use-pins.ts'
import list from '../station-list.module.css'
import styles from './station-map.module.css'
import { Waiting } from '../../../app/failure/waiting.tsx'

type Group = Cluster<MapMark>
/** Where the map was left, by what it showed: going back lands there. */
let left: { key: string; view?: View; chosen: StationMark | null } | null = null
/** A view may still be told of by a drawing that knows an older choice: each is kept apart from the other. */
const keep = (key: string, change: { view: View } | { chosen: StationMark | null }): void => {
  left = { ...(left?.key === key ? left : { key, chosen: null }), ...change }
}

/** Where there is room no mark lies under the tools at the edge: their width, and half a mark's, px. */
const besideTools = 80
/** On a phone they lie at its lower edge: their height, and half a mark's, px. */
const underTools = 66
/** From this width on, px. */
const roomy = 400
/** Groups whose members stand closer than this at the closest zoom are not taken apart by any, px. */
const samePlacePx = 2
/** Stations that stand close together, or one alone, are shown with what is around them: coasts, or streets. */
const regionZoom = 7
const townZoom = 13
/** The lower part of the map that a station's card may cover where it lies over it, px. */
const coveredPx = 230
/** Marks beyond the edge by this much are still there: nothing pops up under a finger, px. */
const margin = 40

const besideList = { flex: 'none', '--map-least': 'calc(300 * var(--u))' } as CSSProperties

type StationMapProps = {
  search: ListSearch
  pins: ReturnType<typeof usePins>
}

/** The stations that the filters leave, on a map that needs no internet. */
export function StationMap({ search, pins }: StationMapProps) {
  const t = useTranslations('map')
  const tiles = useMapTiles()
  const { view: _view, sort: _sort, ...filter } = search
  const key = JSON.stringify(filter)
  const kept = left?.key === key ? left : null
  const [chosen, setChosen] = useState<StationMark | null>(kept?.chosen ?? null)
  const [same, setSame] = useState<readonly MapMark[] | null>(null)
  const wide = useWide()
  const [sight, setSight] = useState<Sight | null>(null)
  const [settled, settle] = useSettled()
  const { told, marks: found, all } = useMarks(search, pins.data, settled)
  const stations = useMemo(() => (told?.grid === null ? told.pins : (told?.worst ?? [])).map(markOf), [told])
  const choose = (mark: StationMark | null): void => {
    setChosen(mark)
    keep(key, { chosen: mark })
  }
  const present = chosen && [...found, ...stations].find((mark): mark is StationMark => mark.id === chosen.id)
  // Told together with others it is still there.
  const open = present ?? (told?.grid === null ? null : chosen)
  const marks = useMemo(
    () => (open && !found.includes(open) ? [...found.filter(({ id }) => id !== open.id), open] : found),
    [found, open],
  )
  const points = useMemo(() => marks.map(({ point }) => point), [marks])
  if (!pins.data)
    return (
      <Waiting of={pins}>
        <div className={list.mapBone} aria-busy />
      </Waiting>
    )
  const { unplaced } = pins.data
  if (all.length === 0) return <EmptyState title={t('noneTitle')} text={t('noneText')} />
  const home = (size: Size): View =>
    fit(all.flatMap(cornersOf), size, {
      // A map of a phone cannot spare as much as one of a desk, where marks would lie under the tools otherwise.
      side: size.width < roomy ? Math.max(44, size.width / 8) : besideTools,
      end: wide ? besideTools : 0,
      pad: wide ? 44 : underTools,
      closest: tiles === null ? regionZoom : townZoom,
    })
  const panel = open && <StationPanel key={open.id} pin={open.station} onClose={() => choose(null)} />
  return (
    // A map of a phone leaves room for the stations under it.
    <div className={styles.map} style={wide ? undefined : besideList}>
      <MapFrame
        label={t('label')}
        tiles={tiles}
        home={home}
        homeKey={`${key} ${pins.isPlaceholderData}`}
        start={kept?.view}
        onView={(view) => keep(key, { view })}
        points={points}
        onTap={() => choose(null)}
        onSight={(sight) => {
          settle(sight)
          if (!wide) setSight(sight)
        }}
        {...(wide && { panel })}
      >
        {(stage) => (
          <Marks
            marks={marks}
            stage={stage}
            chosen={open}
            coveredPx={wide ? coveredPx : 0}
            onChoose={choose}
            onSame={setSame}
          />
        )}
      </MapFrame>
      <p className={styles.note}>
        <Dotted parts={[unplaced > 0 && t('unplaced', { count: unplaced }), t('source')]} />
      </p>
      {!wide && panel}
      {!wide && sight && <InView marks={found} stations={stations} sight={sight} search={search} />}
      <PinsTable marks={found} />
      <SameSpot
        marks={same}
        search={search}
        onClose={() => setSame(null)}
        onChoose={(mark) => {
          setSame(null)
          choose(mark)
        }}
      />
    </div>
  )
}

type MarksProps = {
  marks: readonly MapMark[]
  stage: Stage
  chosen: StationMark | null
  coveredPx: number
  onChoose: (mark: StationMark) => void
  onSame: (marks: readonly MapMark[]) => void
}

function Marks({ marks, stage, chosen, coveredPx: covered, onChoose, onSame }: MarksProps) {
  const t = useTranslations('map')
  const state = useTranslations('state')
  const format = useFormat()
  const { view, size, moveTo } = stage
  const level = clusterLevel(view.zoom)
  // The chosen station stands for itself, whatever it stands near to.
  const groups = useMemo(
    () => [
      ...clusters(
        marks.filter(({ id }) => id !== chosen?.id),
        level,
      ),
      ...clusters<MapMark>(chosen ? [chosen] : [], level),
    ],
    [marks, level, chosen],
  )
  const open = ({ members }: Group): void => {
    const corners = members.flatMap(cornersOf)
    const closest = closestZoom(size)
    const near = fit(corners, size, { pad: 70, closest })
    if (spreadOf(corners) * worldPx(closest) < samePlacePx || view.zoom >= closest - 0.01)
      return onSame(members)
    // At least one step nearer, or the press would seem to do nothing.
    moveTo({ ...near, zoom: Math.max(near.zoom, view.zoom + 1) })
  }
  return groups.map((group) => {
    const at = toBox(view, size, group.point)
    if (at.x < -margin || at.y < -margin || at.x > size.width + margin || at.y > size.height + margin)
      return null
    const { worst, count } = group
    const condition = conditionOf(worst)
    const one = 'station' in worst && count === 1 ? worst : null
    return (
      <button
        key={group.id}
        type="button"
        className={classes(frame.mark, statusTone(condition), one && one.id === chosen?.id && frame.chosen)}
        style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
        aria-pressed={one ? one.id === chosen?.id : undefined}
        aria-label={
          one
            ? t('pin', {
                name: one.station.name,
                state: state(condition),
                power: format.text('power', one.station.powerW),
              })
            : t('cluster', { count: format.number(count), state: state(condition) })
        }
        onClick={() => {
          if (!one) return open(group)
          onChoose(one)
          // What was pressed does not end under the card that it opens.
          const under = covered > 0 ? at.y - (size.height - covered) : 0
          if (under > 0) moveTo(pan(view, size, 0, -under))
        }}
      >
        <span className={classes(frame.dot, !one && frame.many)}>
          {one ? (
            <StatusIcon status={condition} size={16} />
          ) : (
            <>
              {format.number(count)}
              <span className={frame.worst}>
                <StatusIcon status={condition} size={11} />
              </span>
            </>
          )}
        </span>
      </button>
    )
  })
}

/** How far apart the farthest stand, on the unit square. */
const spreadOf = (points: readonly Point[]): number => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
}
