import { useTranslations } from 'use-intl'
import { useWide } from '../../app/shell/width.ts'
import { Card } from '../../kit/card.tsx'
import { Skeleton, SkeletonCard } from '../../kit/skeleton.tsx'
import card from './station-card.module.css'
import head from './station-head.module.css'
import list from './station-list.module.css'

/** The bones of a station's card. */
export function StationSkeleton() {
  return (
    <Card className={card.card}>
      <div className={card.head}>
        <Skeleton shape="block" width="56px" height="56px" />
        <div className={card.main}>
          <Skeleton width="62%" height="1.1rem" />
          <Skeleton width="44%" />
        </div>
      </div>
      <div className={card.figures}>
        {['1', '2', '3'].map((no) => (
          <div key={no}>
            <Skeleton width="70%" />
            <Skeleton width="90%" height="1.3rem" />
            {no === '1' && <Skeleton width="80%" />}
          </div>
        ))}
      </div>
      <div className={card.foot}>
        <Skeleton width="96px" />
      </div>
    </Card>
  )
}

/** Chips before the first answer. */
function ChipBones() {
  const t = useTranslations('ui')
  return (
    <output className={list.chipBones} aria-label={t('loading')}>
      <Skeleton shape="block" width="74px" height="36px" />
      <Skeleton shape="block" width="88px" height="36px" />
      <Skeleton shape="block" width="88px" height="36px" />
    </output>
  )
}

/** The list before its first answer: as high as what will stand there. */
export function ListSkeleton() {
  return (
    <>
      <ChipBones />
      <div className={list.line}>
        <Skeleton width="84px" />
        <Skeleton width="76px" />
      </div>
      <div className={list.waiting}>
        <StationSkeleton />
        <StationSkeleton />
        <StationSkeleton />
      </div>
    </>
  )
}

/** The map before its first answer. */
export function MapSkeleton() {
  const wide = useWide()
  return (
    <>
      <ChipBones />
      <div className={list.mapBone} style={wide ? undefined : { flex: 'none' }} aria-busy />
    </>
  )
}

/** A station's page before its first answer. */
export function DetailSkeleton() {
  return (
    <>
      <div className={head.head} aria-hidden>
        <Skeleton shape="block" width="82px" height="22px" />
        <Skeleton width="120px" />
        <span className={head.clock}>
          <Skeleton width="230px" />
        </span>
      </div>
      <div className={head.tabs} />
      <SkeletonCard kind="chart" />
      <SkeletonCard />
      <SkeletonCard kind="chart" />
    </>
  )
}
