import { useEffect, useState } from 'react'
import { useData } from '../../../app/data/query.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { lazyPart } from '../../../kit/lazy-part.tsx'

const CheckInCard = lazyPart(async () => {
  const [file] = await Promise.all([import('./check-in-card.tsx'), words.need('presence')])
  return file.CheckInCard
})

/** A check-in ends by itself, and nothing tells of that. */
const askEveryMs = 60_000

export const usePresence = (stationId: string) =>
  useData(
    'GET /api/stations/{stationId}/check-ins',
    { params: { stationId } },
    { refetchInterval: askEveryMs },
  )

/** Whether whoever looks has an order in hand at a station. */
const useWorksHere = (stationId: string) => {
  const sees = useAllowed('om:order:view')
  return useData('GET /api/orders', { query: { mine: 'do', stationId, limit: 1 } }, { enabled: sees })
}

type Presence = NonNullable<ReturnType<typeof usePresence>['data']>
const tells = ({ checkIns, may }: Presence, quiet: boolean): boolean => checkIns.length > 0 || (may && !quiet)

/** Asks for it ahead, and for the card's code. True while the first answer is on its way, or the code that shows it. */
export const useAwaitsPresence = (stationId: string): boolean => {
  const [tried, setTried] = useState(CheckInCard.isHere)
  useEffect(() => void CheckInCard.prepare().then(() => setTried(true)), [])
  const { data, isLoading, failureCount } = usePresence(stationId)
  const works = useWorksHere(stationId)
  if (works.isLoading && works.failureCount === 0) return true
  return (isLoading && failureCount === 0) || (data !== undefined && tells(data, false) && !tried)
}

/** Where it stands on a page, for what leads there. */
export const onSiteId = 'on-site'

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
  return (
    <div id={onSiteId}>
      <CheckInCard stationId={stationId} timeZone={timeZone} presence={data} />
    </div>
  )
}

/**
 * On the page of a station: high where it concerns whoever looks, as somebody is there or they have an order in hand
 * here; else a line at the foot of it.
 */
export function StationPresence({ stationId, timeZone, place }: OnSiteProps & { place: 'head' | 'foot' }) {
  const { data } = usePresence(stationId)
  const works = (useWorksHere(stationId).data?.orders.length ?? 0) > 0
  if (!data || !tells(data, false)) return null
  const high = works || data.checkIns.length > 0
  if (high !== (place === 'head')) return null
  return <CheckInCard stationId={stationId} timeZone={timeZone} presence={data} small={!high} />
}
