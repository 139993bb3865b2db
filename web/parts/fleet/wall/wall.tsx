import { TriangleAlert, Unplug } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { usePerson } from '../../../app/session/session.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { useClock } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { phoneZone } from '../../../kit/words/wall-clock.ts'
import type { Home } from '../../home/home-data.ts'
import { AlarmsBlock } from '../alarms-block.tsx'
import { OnWall, renewMs, staleMs } from '../block.tsx'
import { DueBlock } from '../due-block.tsx'
import { MapBlock } from '../map-block.tsx'
import { OnSiteBlock } from '../on-site-block.tsx'
import { TroublesBlock, useTold } from '../troubles-block.tsx'
import { COLUMNS, placeAt } from './stay-fresh.ts'
import { useWallSession } from './use-wall-session.ts'
import { useAwake, useNewVersion, useNoTimings, useSteps, useWallLook } from './use-wall-screen.ts'
import { WallEnergy, WallRanking } from './wall-more.tsx'
import { WallPower } from './wall-power.tsx'
import styles from './wall.module.css'

const troublesShown = 6

/** Home for a screen on a wall: read from three metres, pressed by nobody, and left alone for months. */
export function Wall() {
  const t = useTranslations('wall')
  const state = useWallSession()
  useWallLook()
  useAwake()
  useNewVersion()
  useNoTimings()
  if (state === 'wrong' || state === 'out')
    return (
      <main className={styles.closed}>
        <EmptyState icon={<Unplug size={40} aria-hidden />} title={t(state)} text={t('ask')} />
      </main>
    )
  return <OnWall value>{state === 'open' ? <Figures /> : <Bones />}</OnWall>
}

function Bones() {
  return (
    <main className={styles.wall}>
      <div className={styles.columns}>
        <SkeletonCard kind="chart" />
        <SkeletonCard kind="rows" rows={6} />
        <SkeletonCard kind="rows" rows={6} />
      </div>
    </main>
  )
}

function Figures() {
  const home = useData('GET /api/home', undefined, { refetchInterval: renewMs })
  const step = useSteps()
  const told = useTold(troublesShown)
  const { data } = home
  if (!data)
    return home.error ? (
      <main className={styles.closed}>
        <Waiting of={home} />
      </main>
    ) : (
      <Bones />
    )
  const { x, y, turn } = placeAt(step)
  const place = (column: number): CSSProperties => ({ order: (column + turn) % COLUMNS })
  return (
    <main className={styles.wall} data-dim={data.stations > 0 && data.light.bright === 0 ? 'on' : undefined}>
      <div className={styles.picture} style={{ translate: `${x}px ${y}px` }}>
        <Head home={data} />
        <div className={styles.columns}>
          <div className={styles.column} style={place(0)}>
            <WallPower home={data} />
            <div className={styles.ground} inert>
              <MapBlock />
            </div>
          </div>
          <div className={styles.blocks} style={place(1)}>
            <TroublesBlock rows={troublesShown} />
            <OnSiteBlock rows={3} />
            <WallEnergy totals={data.totals} />
          </div>
          <div className={styles.blocks} style={place(2)}>
            <AlarmsBlock rows={5} told={told} />
            <DueBlock rows={5} />
            <WallRanking day={data.ranking} />
          </div>
        </div>
      </div>
    </main>
  )
}

/** Whose wall it is, the time here, and of when the figures are: large once that is no longer now. */
function Head({ home }: { home: Home }) {
  const t = useTranslations('wall')
  const format = useFormat()
  const person = usePerson()
  const clock = useClock((now) => format.clock(now, phoneZone()))
  const age = useClock((now) => (now - home.at > staleMs ? format.age(home.at, now) : null))
  const time = format.clock(home.at, phoneZone())
  return (
    <header className={styles.head}>
      <h1>{person?.look ? person.name : (person?.company?.name ?? t('title'))}</h1>
      <p className={age === null ? styles.at : styles.old} role="status">
        {age !== null && <TriangleAlert size="1em" aria-hidden />}
        {age === null ? t('at', { time }) : t('old', { age, time })}
      </p>
      <time className={styles.clock}>{clock}</time>
    </header>
  )
}
