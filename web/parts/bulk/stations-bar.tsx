import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { placeText } from '../stations/place.ts'
import type { StationCardData } from '../stations/station-queries.ts'
import { PickBar } from './pick-bar.tsx'
import { FavouriteEachSheet, GroupEachSheet } from './station-sheets.tsx'

type StationsBarProps = {
  stations: readonly StationCardData[]
  onAll: () => Promise<void>
  onEnd: () => void
}

/** What is done with stations that are chosen. */
export function StationsBar({ stations, onAll, onEnd }: StationsBarProps) {
  const t = useTranslations('bulk')
  const { language } = useFormat()
  const [sheet, setSheet] = useState<'favourite' | 'noFavourite' | 'group' | null>(null)
  const marked = useData('GET /api/favourites').data?.stationIds ?? []
  const allMarked = stations.every(({ id }) => marked.includes(id))
  const given = {
    names: new Map(stations.map((one) => [one.id, { what: one.name, where: placeText(language, one) }])),
    onClose: () => setSheet(null),
    onDone: onEnd,
  }
  const favourite = allMarked ? 'noFavourite' : 'favourite'
  return (
    <PickBar count={stations.length} onAll={onAll} onEnd={onEnd}>
      <Button kind="soft" onClick={() => setSheet(favourite)}>
        {t(`${favourite}.act`)}
      </Button>
      <Button kind="soft" onClick={() => setSheet('group')}>
        {t('group.open')}
      </Button>
      {sheet === 'group' && <GroupEachSheet {...given} />}
      {(sheet === 'favourite' || sheet === 'noFavourite') && (
        <FavouriteEachSheet on={sheet === 'favourite'} {...given} />
      )}
    </PickBar>
  )
}
