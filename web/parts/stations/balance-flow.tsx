import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import { classes } from '../../kit/classes.ts'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { statusTone } from '../states/status-pill.tsx'
import { marks, paceOf } from './flow-marks.ts'
import { Resting } from './resting.tsx'
import type { Balance, StationData, StationLive } from './station-queries.ts'
import styles from './energy-flow.module.css'

/** Less than this is the noise of what measures, W. No source: chosen. */
const STILL_W = 10

type Name = 'array' | 'house' | 'grid' | 'battery'
type Node = {
  name: Name
  tone: string | undefined
  /** Positive = into the middle; null = unknown. */
  intoW: number | null
  captions: (string | null)[]
  /** Left or right, and how high it stands: 0 = in the middle. */
  side: -1 | 1
  height: -1 | 0 | 1
}

/** What of it is of now: a battery or meter that fell silent while the page was open says nothing any more. */
const ofNow = (balance: Balance, now: number, limitMs: number): Balance => {
  const old = (one: { at: number | null } | null): boolean =>
    one !== null && one.at !== null && now - one.at > limitMs
  const { grid, battery } = balance
  const silent = old(grid) || old(battery)
  return {
    grid: grid && (old(grid) ? { ...grid, powerW: null } : grid),
    battery: battery && (old(battery) ? { ...battery, powerW: null, socPct: null } : battery),
    houseW: silent ? null : balance.houseW,
    doubt: silent ? (balance.doubt ?? 'silent') : balance.doubt,
  }
}

/** What is made, used, drawn or fed in and stored now, each with its power, where it is measured. */
export function BalanceFlow({
  station,
  live,
  balance: told,
}: {
  station: StationData
  live: StationLive
  balance: Balance
}) {
  const t = useTranslations('station.flow')
  const format = useFormat()
  const { grid, battery, houseW, doubt } = ofNow(told, useNow(), silenceLimitMs(station.reportMin))
  const { powerW, condition } = live
  const way = (into: number | null, words: readonly [string, string]): string | null =>
    into === null ? null : Math.abs(into) < STILL_W ? t('still') : into > 0 ? words[0] : words[1]
  const stored = battery && way(battery.powerW, [t('discharging'), t('charging')])
  const charge = battery?.socPct == null ? null : format.text('percent', battery.socPct)
  const array: Node = {
    name: 'array',
    tone: statusTone('producing'),
    intoW: powerW,
    captions: [t('installed', { capacity: format.text('power', station.capacityW) })],
    side: -1,
    height: grid && battery ? -1 : 0,
  }
  const nodes: Node[] = [
    array,
    ...(grid
      ? ([
          {
            name: 'house',
            tone: styles.house,
            intoW: houseW === null ? null : -houseW,
            captions: [],
            side: 1,
            height: -1,
          },
          {
            name: 'grid',
            tone: styles.grid,
            intoW: grid.powerW,
            captions: [way(grid.powerW, [t('drawing'), t('feeding')])],
            side: 1,
            height: 1,
          },
        ] satisfies Node[])
      : []),
    ...(battery
      ? ([
          {
            name: 'battery',
            tone: styles.battery,
            intoW: battery.powerW,
            captions: [
              stored !== null && charge !== null ? t('stored', { way: stored, charge }) : (stored ?? charge),
              battery.ratedW === null ? null : format.text('power', battery.ratedW),
            ],
            side: grid ? -1 : 1,
            height: grid ? 1 : 0,
          },
        ] satisfies Node[])
      : []),
  ]
  const still = nodes.every(({ intoW }) => intoW !== null && Math.abs(intoW) < STILL_W)
  const [upper, lower] = [nodes.filter(({ height }) => height < 0), nodes.filter(({ height }) => height >= 0)]
  const hub = statusTone(condition === 'fault' || condition === 'curtailed' ? condition : 'producing')
  return (
    <Resting still={still} live={live} capacityW={station.capacityW}>
      <div className={styles.flow}>
        {upper.length > 0 && <Labels nodes={upper} />}
        <svg className={styles.picture} viewBox={grid ? '0 0 300 128' : '0 34 300 60'} aria-hidden>
          {nodes.map((node) => (
            <Line key={node.name} node={node} capacityW={station.capacityW} />
          ))}
          {nodes.map(({ name, tone, intoW, side, height }) => (
            <g key={name} className={tone} transform={`translate(${150 + side * 100} ${64 + height * 38})`}>
              <circle className={classes(styles.node, moves(intoW) && styles.live)} r="24" />
              <path className={styles.mark} transform="scale(0.86)" d={marks[name]} />
            </g>
          ))}
          <g className={hub} transform="translate(150 64)">
            <circle className={classes(styles.node, moves(powerW) && styles.live)} r="20" />
            <path className={styles.mark} transform="scale(0.72)" d={marks.inverter} />
          </g>
        </svg>
        <Labels
          nodes={lower}
          inverters={live.devices.inverter}
          // What goes through a hybrid besides is in none of its powers.
          throughW={battery ? undefined : powerW}
        />
        {doubt !== null && <p className={styles.quiet}>{t(`doubt.${doubt}`)}</p>}
      </div>
    </Resting>
  )
}

const moves = (intoW: number | null): boolean => intoW !== null && Math.abs(intoW) >= STILL_W

/** From a node to the middle; dashes run the way that the power takes. */
function Line({ node: { tone, intoW, side, height }, capacityW }: { node: Node; capacityW: number }) {
  const [x, y] = [150 + side * 76, 64 + height * 38]
  const d =
    height === 0
      ? `M${x} 64H${150 + side * 20}`
      : `M${x} ${y}H${150 + side * 28}Q150 ${y} 150 ${64 + height * 20}`
  const into = (intoW ?? 0) > 0 ? 1 : -1
  return (
    <g className={tone} style={{ '--pace': paceOf(Math.abs(intoW ?? 0) / capacityW) } as CSSProperties}>
      <path className={classes(styles.line, intoW === null && styles.absent)} d={d} />
      {moves(intoW) && (
        <>
          <path className={classes(styles.power, into < 0 && styles.back)} d={d} />
          <path
            className={styles.arrow}
            d="M-3-6l6 6-6 6"
            transform={`translate(${150 + side * 52} ${y}) scale(${-side * into} 1)`}
          />
        </>
      )}
    </g>
  )
}

/** Names and powers of the nodes above or below the picture, each where its node stands. */
function Labels({
  nodes,
  inverters,
  throughW,
}: {
  nodes: readonly Node[]
  inverters?: StationLive['devices']['inverter']
  /** Through the inverters, W; undefined = nothing says it. */
  throughW?: number | null | undefined
}) {
  const t = useTranslations('station.flow')
  const format = useFormat()
  const at = (side: -1 | 1) => {
    const node = nodes.find((one) => one.side === side)
    return (
      node && (
        <div style={{ gridColumn: 2 + side }}>
          <dt>{t(node.name)}</dt>
          <dd>{format.text('power', node.intoW === null ? null : Math.abs(node.intoW))}</dd>
          {node.captions.map(
            (caption) =>
              caption !== null &&
              caption !== '' && (
                <dd key={caption} className={styles.caption}>
                  {caption}
                </dd>
              ),
          )}
        </div>
      )
    )
  }
  return (
    <dl className={classes(styles.labels, !inverters && styles.upper)}>
      {at(-1)}
      {inverters && (
        <div style={{ gridColumn: 2 }}>
          <dt>{t('inverters')}</dt>
          {throughW !== undefined && <dd>{format.text('power', throughW)}</dd>}
          <dd className={styles.caption}>
            {inverters.total === 0
              ? t('noInverter')
              : t('online', { online: String(inverters.online), total: String(inverters.total) })}
          </dd>
        </div>
      )}
      {at(1)}
    </dl>
  )
}
