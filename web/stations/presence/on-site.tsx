import { useEffect } from 'react'
import { useData } from '../../data/query.ts'
import { words } from '../../phrases/catalogues.ts'
import { latePart } from '../../ui/late-part.tsx'

const CheckInCard = latePart(async () => {
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

/** Asks for it ahead, and for the card's code. True while the first answer is on its way. */
export const useAwaitsPresence = (stationId: string): boolean => {
  useEffect(() => void CheckInCard.prepare(), [])
  const { isLoading, failureCount } = usePresence(stationId)
  return isLoading && failureCount === 0
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
  if (!data || (data.checkIns.length === 0 && (quiet || !data.may))) return null
  return <CheckInCard stationId={stationId} timeZone={timeZone} presence={data} />
}
