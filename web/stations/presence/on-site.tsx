import { useData } from '../../data/query.ts'
import { words } from '../../phrases/catalogues.ts'
import { latePart } from '../../ui/late-part.tsx'

const CheckInCard = latePart(async () => {
  const [file] = await Promise.all([import('./check-in-card.tsx'), words.need('presence')])
  return file.CheckInCard
})

/** A check-in ends by itself, and nothing tells of that. */
const askEveryMs = 60_000

type OnSiteProps = {
  stationId: string
  timeZone: string
  /** Only when somebody is there. */
  quiet?: boolean
}

/** Who is at a station: nothing for those who may not check in, while nobody is there. */
export function OnSite({ stationId, timeZone, quiet = false }: OnSiteProps) {
  const { data } = useData(
    'GET /api/stations/{stationId}/check-ins',
    { params: { stationId } },
    { refetchInterval: askEveryMs },
  )
  if (!data || (data.checkIns.length === 0 && (quiet || !data.may))) return null
  return <CheckInCard stationId={stationId} timeZone={timeZone} presence={data} />
}
