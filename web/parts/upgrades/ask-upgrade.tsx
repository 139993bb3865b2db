import { useTranslations } from 'use-intl'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { phoneZone, wallClock } from '../../kit/words/wall-clock.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { zoneName } from '../stations/zone-text.ts'
import type { UpgradeDraft } from './upgrade-draft.ts'
import type { Estimate } from './upgrade-queries.ts'
import { useUpgradeWords } from './use-upgrade-words.ts'
import styles from './upgrades.module.css'

/** So many gateways are named; the rest are counted. */
const namedMost = 8

type AskUpgradeProps = {
  names: readonly string[]
  mode: UpgradeDraft['mode']
  estimate: Estimate | undefined
  onConfirm: () => void
  onCancel: () => void
}

/**
 * The one question before an upgrade: which gateways, how long, and how that stands to the sunset; by whose clock, where
 * that of the station is another than the phone's.
 */
export function AskUpgrade({ names, mode, estimate, onConfirm, onCancel }: AskUpgradeProps) {
  const t = useTranslations('upgrades')
  const words = useUpgradeWords()
  const format = useFormat()
  const zone = estimate?.gateways[0]?.station.timeZone
  const more = names.length - namedMost
  const dark = estimate?.gateways.find(({ sunsetAt }) => sunsetAt === estimate.sunsetAt)
  // A gateway alone goes on after dark: then the sun is named, and that it does not matter.
  const sunsetText = (): string | null => {
    if (!estimate) return null
    const { sunsetAt, pastSunset, endsAt } = estimate
    if (sunsetAt === null || !dark) return t(pastSunset ? 'create.pastSunsetOpen' : 'create.sunIsDown')
    const at = format.clock(sunsetAt, dark.station.timeZone)
    if (pastSunset) return t('create.pastSunset', { at })
    return t(endsAt > sunsetAt ? 'create.noSunNeeded' : 'create.beforeSunset', { at })
  }
  const sunset = sunsetText()
  const there =
    estimate && zone && wallClock(estimate.endsAt, zone) !== wallClock(estimate.endsAt, phoneZone())
      ? t('create.stationTime', { zone: zoneName(format.language, zone, estimate.endsAt) })
      : null
  return (
    <AlertDialog
      open
      title={t('create.ask', { count: names.length })}
      text={
        <>
          <p>
            {names.slice(0, namedMost).join(t('create.comma'))}
            {more > 0 && ` ${t('create.andMore', { count: String(more) })}`}
          </p>
          <div className={styles.asked}>
            <Dotted
              parts={[
                t(`mode.${mode}`),
                estimate && zone
                  ? t('create.takes', { time: words.duration(estimate.totalMs) })
                  : t('create.noEstimate'),
              ]}
            />
          </div>
          {estimate && zone && <p>{t('create.endsAt', { at: format.instant(estimate.endsAt, zone) })}</p>}
          {(sunset || there) && <p>{format.sentences([sunset, there])}</p>}
        </>
      }
      confirm={t('create.confirm')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
