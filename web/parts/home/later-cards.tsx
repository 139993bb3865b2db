import { words } from '../../app/phrases/catalogues.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { lazyAside } from '../../kit/lazy.ts'
import { whenQuiet } from '../../kit/when-quiet.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { ConditionsCard } from './conditions-card.tsx'
import type { Home } from './home-data.ts'
import { OrdersCard } from './orders-card.tsx'
import { ROOFS_MOST } from './roofs-most.ts'
import { RankingCard } from './ranking-card.tsx'
import { WorthCard } from './worth-card.tsx'

// Few installations measure what flows.
export const FlowsCard = lazyAside(async () => {
  const [file] = await Promise.all([import('./flows-card.tsx'), words.need('factors')])
  return file.FlowsCard
})

const Roofs = lazyAside(async () => {
  const [file] = await Promise.all([import('./roofs.tsx'), words.need('roof', 'topology')])
  return file.Roofs
})

/** A door to the roof, of whoever sees devices. */
export function RoofsCard({ home }: { home: Home }) {
  const sees = useAllowed('device:device:view')
  return sees && home.stations <= ROOFS_MOST ? <Roofs home={home} /> : null
}

// The next start is prepared when this one is over.
export const KeepFirst = lazyAside(async () => {
  await new Promise<void>((done) => whenQuiet(done))
  return (await import('./keep-first.tsx')).KeepFirst
})

type LaterCardsProps = { home: Home; stale: boolean }

/** What stands below the first sight, and comes after it; and the next start. */
export function LaterCards({ home, stale }: LaterCardsProps) {
  const works = useAllowed('om:order:handle')
  return (
    <>
      <RoofsCard home={home} />
      <AlarmsCard open={home.openAlarms} />
      <OrdersCard {...(works && { without: 'work' })} />
      {home.flows && <FlowsCard flows={home.flows} stale={stale} />}
      <ConditionsCard conditions={home.conditions} stations={home.stations} />
      <WorthCard totals={home.totals} factors={home.factors} />
      {home.stations > 1 && <RankingCard day={home.ranking} month={home.monthRanking} />}
      <KeepFirst home={home} />
    </>
  )
}
