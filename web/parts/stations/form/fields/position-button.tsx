import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { Button } from '../../../../kit/button.tsx'
import { classes } from '../../../../kit/classes.ts'
import styles from '../form.module.css'
import { locate, unsigned, type LocateFailure } from '../locate.ts'
import { useStationForm } from '../use-station-field.ts'

/** Takes the position of this phone; when it is not to be had, says why and what to do. */
export function PositionButton() {
  const t = useTranslations('editing')
  const format = useFormat()
  const { change } = useStationForm()
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<LocateFailure | { accuracyM: number } | null>(null)
  const take = async (): Promise<void> => {
    setBusy(true)
    setTold(null)
    const found = await locate()
    setBusy(false)
    if (typeof found !== 'string') {
      const [latitude, longitude] = [unsigned(found.latitude), unsigned(found.longitude)]
      change({
        latitude: latitude.degrees,
        north: latitude.positive,
        longitude: longitude.degrees,
        east: longitude.positive,
      })
    }
    setTold(typeof found === 'string' ? found : { accuracyM: found.accuracyM })
  }
  return (
    <div className={styles.position}>
      <Button
        kind="soft"
        wide
        busy={busy}
        icon={<LocateFixed size={18} aria-hidden />}
        onClick={() => void take()}
      >
        {t(busy ? 'locating' : 'useMyPosition')}
      </Button>
      <output className={classes(styles.note, typeof told === 'string' && styles.noteWrong)}>
        {told === null
          ? t('positionHelp')
          : typeof told === 'string'
            ? t(`locate.${told}`)
            : t('located', { metres: format.number(Math.max(1, Math.round(told.accuracyM)), 0) })}
      </output>
    </div>
  )
}
