import { useState, type CSSProperties } from 'react'
import { MapPinned } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { words } from '../../../../app/phrases/catalogues.ts'
import { Button } from '../../../../kit/button.tsx'
import { lazyPart } from '../../../../kit/lazy-part.tsx'
import styles from '../form.module.css'
import { useGroupText } from '../group-text.ts'
import { unsigned } from '../locate.ts'
import { useMapTiles } from '../../use-map-tiles.ts'
import { useStationForm } from '../use-station-field.ts'
import { positionOf } from '../use-zone-proposal.ts'

const PinMap = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../../../../kit/map/pin-map.tsx'), words.need('map')])
    return file.PinMap
  },
  <div className={styles.mapComing} data-bone />,
)

const PlaceMap = lazyPart(
  async () => (await import('../../../../kit/map/place-map.tsx')).PlaceMap,
  <span className={styles.mapComing} data-bone />,
)

/** How high it is where the place is only looked at. */
const small = { '--map-least': 'calc(128 * var(--u))' } as CSSProperties

/** The position on a map, beside the numbers: either moves the other. */
export function PinField() {
  const t = useTranslations('editing')
  const { values, change } = useStationForm()
  const tiles = useMapTiles()
  const [open, setOpen] = useState(false)
  const text = useGroupText({}, {})
  const value = positionOf(values)
  const place = (at: { latitude: number; longitude: number }): void => {
    const [up, along] = [unsigned(at.latitude), unsigned(at.longitude)]
    change({
      latitude: up.degrees,
      north: up.positive,
      longitude: along.degrees,
      east: along.positive,
    })
  }
  if (!open)
    return (
      <div className={styles.pin}>
        {value && (
          <div className={styles.map} style={small}>
            <PlaceMap value={value} tiles={tiles} />
          </div>
        )}
        <Button kind="quiet" wide icon={<MapPinned size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t('onMap')}
        </Button>
      </div>
    )
  return (
    <div className={styles.pin}>
      <div className={styles.map}>
        <PinMap
          value={value}
          tiles={tiles}
          onChange={place}
          label={t('pinMap')}
          pinLabel={t('pin', { position: text('position', values) ?? '' })}
        />
      </div>

      <p className={styles.note}>{t('mapHelp')}</p>
    </div>
  )
}
