import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Row, Rows } from '../../../kit/row.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { StatusPill } from '../../states/status-pill.tsx'
import type { StationMark } from './use-pins.ts'

const shownAtMost = 200

type SameSpotProps = {
  marks: readonly StationMark[] | null
  onClose: () => void
  onChoose: (id: string) => void
}

/** Stations that stand so close together that the map cannot show them apart. */
export function SameSpot({ marks, onClose, onChoose }: SameSpotProps) {
  const t = useTranslations('map')
  const format = useFormat()
  return (
    <Sheet open={marks !== null} onClose={onClose} title={t('sameTitle', { count: marks?.length ?? 0 })}>
      <Rows>
        {(marks ?? []).slice(0, shownAtMost).map(({ id, station }) => (
          <Row
            key={id}
            label={station.name}
            hint={<StatusPill status={station.condition} plain />}
            value={format.text('power', station.powerW)}
            onPress={() => onChoose(id)}
          />
        ))}
      </Rows>
    </Sheet>
  )
}
