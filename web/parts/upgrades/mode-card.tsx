import { Sunset } from 'lucide-react'
import { upgradeModes } from '#domain/upgrades/upgrade-states.ts'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { UpgradeMode } from '#domain/upgrades/upgrade-states.ts'
import { Note } from '../states/note.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { zoneName } from '../stations/zone-text.ts'
import { classes } from '../../kit/classes.ts'
import { Card } from '../../kit/card.tsx'
import type { Estimate } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'

const dayIn = (ts: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(ts)

type ModeCardProps = {
  mode: UpgradeMode
  estimates: Record<UpgradeMode, Estimate | undefined>
  /** Package and gateways are chosen, so there is something to estimate. */
  present: boolean
  onChange: (mode: UpgradeMode) => void
}

/** Both modes with how long each takes and when it would end, in the time of the station; a warning before sunset. */
export function ModeCard({ mode, estimates, present, onChange }: ModeCardProps) {
  const t = useTranslations('upgrades')
  const words = useUpgradeWords()
  const format = useFormat()
  const name = useId()
  const chosen = present ? estimates[mode] : undefined
  const zones = [...new Set(chosen?.gateways.map(({ station }) => station.timeZone))]
  const [zone] = zones
  /** With the day when it is not the present one. */
  const ends = ({ endsAt, totalMs }: Estimate, timeZone: string): string =>
    dayIn(endsAt, timeZone) === dayIn(endsAt - totalMs, timeZone)
      ? format.clock(endsAt, timeZone)
      : format.instant(endsAt, timeZone)
  const dark = chosen?.gateways.find(({ sunsetAt }) => sunsetAt === chosen.sunsetAt)
  return (
    <>
      <Card flush title={t('create.mode')}>
        <div role="radiogroup" aria-label={t('create.mode')}>
          {upgradeModes.map((one) => {
            const estimate = present ? estimates[one] : undefined
            return (
              <label key={one} className={styles.modeOption}>
                <input type="radio" name={name} checked={mode === one} onChange={() => onChange(one)} />
                <span>
                  {t(`mode.${one}`)}
                  <span className={styles.why}>{t(`create.modeText.${one}`)}</span>
                </span>
                <span className={styles.modeEnd}>
                  {estimate && zone ? (
                    <>
                      <strong>{t('create.takes', { time: words.duration(estimate.totalMs) })}</strong>
                      <span className={rows.place}>{t('create.endsAt', { at: ends(estimate, zone) })}</span>
                      {estimate.pastSunset && (
                        <span className={classes(styles.why, styles.bad)}>{t('create.pastSunsetShort')}</span>
                      )}
                    </>
                  ) : (
                    present && <span className={rows.place}>{t('create.estimating')}</span>
                  )}
                </span>
              </label>
            )
          })}
        </div>
        {chosen && zone && (
          <div className={styles.inside}>
            <p className={rows.place}>
              {format.sentences([
                t('create.estimateNote', { bytes: words.bytes(chosen.bytes) }),
                t('create.stationTime', { zone: zoneName(format.language, zone, chosen.endsAt) }),
              ])}
            </p>
          </div>
        )}
      </Card>
      {chosen?.pastSunset && (
        <Note tone="curtailed" icon={<Sunset size={18} />}>
          <p>
            {chosen.sunsetAt === null || !dark
              ? t('create.pastSunsetOpen')
              : t('create.pastSunset', { at: format.clock(chosen.sunsetAt, dark.station.timeZone) })}
          </p>
        </Note>
      )}
    </>
  )
}
