import { useEffect, useState } from 'react'
import { useData } from '../../../app/data/query.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'

const CheckInCard = lazyPart(async () => {
  const [file] = await Promise.all([import('./check-in-card.tsx'), words.need('presence')])
  return file.CheckInCard
})

/** A check-in ends by itself, and nothing tells of that. */
const askEveryMs = 60_000

const usePresence = (stationId: string) =>
  useData(
    'GET /api/stations/{stationId}/check-ins',
    { params: { stationId } },
    { refetchInterval: askEveryMs },
  )

type Presence = NonNullable<ReturnType<typeof usePresence>['data']>
const tells = ({ checkIns, may }: Presence, quiet: boolean): boolean => checkIns.length > 0 || (may && !quiet)

/** Asks for it ahead, and for the card's code. True while the first answer is on its way, or the code that shows it. */
export const useAwaitsPresence = (stationId: string): boolean => {
  const [tried, setTried] = useState(CheckInCard.isHere)
  useEffect(() => void CheckInCard.prepare().then(() => setTried(true)), [])
  const { data, isLoading, failureCount } = usePresence(stationId)
  return (isLoading && failureCount === 0) || (data !== undefined && tells(data, false) && !tried)
}

type OnSiteProps = {
  stationId: string
  timeZone: string
  /** Only when somebody is there. */
  quiet?: boolean
}

/** Who is at a station: nothing for those who may not check in, while nobody is there. */
export function OnSite({ stationId, timeZone, quiet = false }: OnSiteProps) {
  const { data } = usePresence(stationId)
  if (!data || !tells(data, quiet)) return null
  return <CheckInCard stationId={stationId} timeZone={timeZone} presence={data} />
}
