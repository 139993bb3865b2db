import { useEffect, useState } from 'react'
import { words } from '../../app/phrases/catalogues.ts'
import { useData } from '../../app/data/query.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { lazyAside } from '../../kit/lazy.ts'
import { whenQuiet } from '../../kit/when-quiet.ts'
import { useTroubles } from '../troubles/use-troubles.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { TroubleLines } from './attention-card.tsx'
import { ConditionsCard } from './conditions-card.tsx'
import type { Home } from './home-data.ts'
import { OrdersCard } from './orders-card.tsx'
import { ROOFS_MOST } from './roofs-most.ts'
import { TROUBLES_SHOWN, WORK_SHOWN } from './shown-first.ts'
import { RankingCard } from './ranking-card.tsx'
import { WorthCard } from './worth-card.tsx'

const flowsCode = async () => {
  const [file] = await Promise.all([import('./flows-card.tsx'), words.need('factors')])
  return file.FlowsCard
}
const roofsCode = async () => {
  const [file] = await Promise.all([import('./roofs.tsx'), words.need('roof', 'topology')])
  return file.Roofs
}

// Few installations measure what flows.
export const FlowsCard = lazyAside(flowsCode)
const Roofs = lazyAside(roofsCode)

const useHasRoofs = ({ stations }: Home): boolean => {
  const sees = useAllowed('device:device:view')
  return sees && stations <= ROOFS_MOST
}

/** A door to the roof, of whoever sees devices. */
export function RoofsCard({ home }: { home: Home }) {
  return useHasRoofs(home) ? <Roofs home={home} /> : null
}

// The next start is prepared when this one is over.
export const KeepFirst = lazyAside(async () => {
  await new Promise<void>((done) => whenQuiet(done))
  return (await import('./keep-first.tsx')).KeepFirst
})

type LaterCardsProps = { home: Home; stale: boolean }

let codeCame = false
/** Whether the code of what stands above, or high among these, has come, or cannot. */
const useCodeAbove = (home: Home, works: boolean): boolean => {
  const [came, setCame] = useState(codeCame)
  const roofs = useHasRoofs(home)
  const [wanted] = useState(() => [
    home.attention.length > 0 && TroubleLines.prepare,
    works && (() => Promise.all([import('./work-first.tsx'), words.need('orders')])),
    roofs && (() => roofsCode().then(Roofs.prepare)),
    home.flows && (() => flowsCode().then(FlowsCard.prepare)),
  ])
  useEffect(() => {
    let gone = false
    const show = (): void => {
      codeCame = true
      if (!gone) setCame(true)
    }
    void Promise.allSettled(wanted.flatMap((load) => (load ? [load()] : []))).then(show)
    return () => {
      gone = true
    }
  }, [wanted])
  return came
}

/** What stands below the first sight, and comes once that stands: nothing is pushed down under a finger. */
export function LaterCards(given: LaterCardsProps) {
  const works = useAllowed('om:order:handle')
  const came = useCodeAbove(given.home, works)
  const work = useData('GET /api/orders', { query: { mine: 'do', limit: WORK_SHOWN } }, { enabled: works })
  if (!came || work.isLoading) return null
  return given.home.attention.length > 0 ? <AfterTroubles {...given} /> : <Cards {...given} />
}

function AfterTroubles(given: LaterCardsProps) {
  const { query } = useTroubles({}, TROUBLES_SHOWN)
  return query.isLoading ? null : <Cards {...given} />
}

function Cards({ home, stale }: LaterCardsProps) {
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
