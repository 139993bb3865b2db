import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { sumKnown } from '../../kit/sum-known.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { noFilters } from './list-filter.ts'
import { placeText } from './place.ts'
import { StationMap } from './map/station-map.tsx'
import { usePins } from './map/use-pins.ts'
import { type StationCardData, useStations } from './station-queries.ts'

/** As many of them as stand beside a list without being one. */
const SHOWN = 6

type CompanyPreviewProps = { id: string; name: string; stations: number }

/** A company before it is chosen: what its stations are and give, the worst of them first. */
export function CompanyPreview({ id, name, stations }: CompanyPreviewProps) {
  const t = useTranslations('stations')
  const format = useFormat()
  const list = useStations({ ...noFilters, sort: 'worst', companyId: id }, stations > 0)
  const rows = list.rows ?? []
  // Of more than were read no sum is known.
  const sumOf = (of: (one: StationCardData) => number | null): number | null =>
    rows.length < stations ? null : sumKnown(rows.map(of))
  if (stations > 0 && list.rows === undefined)
    return (
      <Waiting of={list}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={SHOWN} />
      </Waiting>
    )
  return (
    <>
      <Card title={name}>
        <Figures columns={3}>
          <Figure label={t('power')} measure="power" value={sumOf(({ powerW }) => powerW)} />
          <Figure label={t('today')} measure="energy" value={sumOf(({ todayWh }) => todayWh)} />
          <Figure label={t('size')} measure="power" value={sumOf(({ capacityW }) => capacityW)} />
        </Figures>
      </Card>
      {rows.length > 0 && <CompanyMap companyId={id} />}
      {rows.length > 0 && (
        <Card flush>
          <Rows>
            {rows.slice(0, SHOWN).map((one) => (
              <Row
                key={one.id}
                to={pathTo('station-detail', { stationId: one.id })}
                label={one.name}
                hint={
                  <Dotted parts={[placeText(format.language, one), format.text('power', one.capacityW)]} />
                }
                value={<StatusPill status={one.condition} />}
              />
            ))}
          </Rows>
        </Card>
      )}
    </>
  )
}

/** Where its stations stand. */
function CompanyMap({ companyId }: { companyId: string }) {
  const search = { ...noFilters, sort: undefined, companyId }
  const pins = usePins(search)
  return <StationMap search={search} pins={pins} />
}
