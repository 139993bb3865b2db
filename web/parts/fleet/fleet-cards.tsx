import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { usePanes } from '../../app/shell/width.ts'
import { ConditionsCard } from '../home/conditions-card.tsx'
import { EnergyCard } from '../home/energy-card.tsx'
import type { Home } from '../home/home-data.ts'
import { FlowsCard, KeepFirst, RoofsCard } from '../home/later-cards.tsx'
import { ROOFS_MOST } from '../home/roofs-most.ts'
import { OrdersCard } from '../home/orders-card.tsx'
import { PowerCard } from '../home/power-card.tsx'
import { RankingCard } from '../home/ranking-card.tsx'
import { WorthCard } from '../home/worth-card.tsx'
import { AlarmsBlock } from './alarms-block.tsx'
import { DueBlock } from './due-block.tsx'
import { FleetCurve } from './fleet-curve.tsx'
import { MapBlock } from './map-block.tsx'
import { OnSiteBlock, useOnSite } from './on-site-block.tsx'
import { TroublesBlock, useTold } from './troubles-block.tsx'
import styles from './fleet.module.css'

const troublesShown = 8
const onSiteShown = 6

type FleetCardsProps = { home: Home; stale: boolean }

/** Home of somebody with several stations on a wide screen: what costs money now, who is out, what came and what is due. */
export function FleetCards({ home, stale }: FleetCardsProps) {
  const t = useTranslations('board')
  const three = usePanes() === 3
  const works = useAllowed('om:order:handle')
  const told = useTold(troublesShown)
  const power = (
    <PowerCard home={home} stale={stale}>
      <FleetCurve of={home} />
    </PowerCard>
  )
  const troubles = <TroublesBlock rows={troublesShown} />
  const due = <DueBlock rows={8} />
  const alarms = <AlarmsBlock rows={three ? 10 : 6} told={told} />
  const onSite = <OnSiteBlock rows={onSiteShown} />
  // That nobody is out is known soon enough.
  const someone = useOnSite(onSiteShown).data?.total !== 0
  const figures = (
    <>
      <EnergyCard home={home} />
      <WorthCard totals={home.totals} factors={home.factors} />
    </>
  )
  const lists = (
    <>
      <OrdersCard />
      {home.flows && <FlowsCard flows={home.flows} stale={stale} />}
      <ConditionsCard conditions={home.conditions} stations={home.stations} />
    </>
  )
  const ranking = <RankingCard day={home.ranking} month={home.monthRanking} />
  // Whoever owns a few and repairs none asks what they bring and whether all is well: columns end at about one height.
  if (!works && home.stations <= ROOFS_MOST)
    return (
      <div className={styles.fleet} role="group" aria-label={t('title')}>
        <div className={styles.column}>
          {power}
          {!three && <RoofsCard home={home} />}
          <AlarmsBlock rows={6} />
          <MapBlock />
        </div>
        <div className={styles.column}>
          {figures}
          {ranking}
          {lists}
        </div>
        {three && (
          <div className={styles.column}>
            <RoofsCard home={home} />
          </div>
        )}
        <KeepFirst home={home} />
      </div>
    )
  // Whoever has a few looks for power, money and roofs; where they lie is known.
  if (home.stations <= ROOFS_MOST)
    return (
      <div className={styles.fleet} role="group" aria-label={t('title')}>
        <div className={styles.column}>
          {power}
          {!three && <RoofsCard home={home} />}
          {troubles}
          {due}
          {alarms}
        </div>
        <div className={styles.column}>
          {figures}
          {ranking}
          {lists}
          {onSite}
          {!three && <MapBlock />}
        </div>
        {three && (
          <div className={styles.column}>
            <RoofsCard home={home} />
            <MapBlock />
          </div>
        )}
        <KeepFirst home={home} />
      </div>
    )
  return (
    <div className={styles.fleet} role="group" aria-label={t('title')}>
      <div className={styles.column}>
        {power}
        {!three && figures}
        <MapBlock />
      </div>
      <div className={styles.column}>
        {troubles}
        {!three && alarms}
        {due}
        {!three && onSite}
        {lists}
        {!three && ranking}
      </div>
      {three && (
        <div className={styles.column}>
          {alarms}
          {someone && onSite}
          <EnergyCard home={home} />
          {ranking}
          <WorthCard totals={home.totals} factors={home.factors} />
          {!someone && onSite}
        </div>
      )}
      <KeepFirst home={home} />
    </div>
  )
}
