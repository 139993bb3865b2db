import { useTranslations } from 'use-intl'
import { useData } from '../../../../app/data/query.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { Button } from '../../../../kit/button.tsx'
import { Fields } from '../../../../kit/field.tsx'
import { NumberField } from '../../../../kit/number-field.tsx'
import { useStationField } from '../use-station-field.ts'
import styles from '../form.module.css'

/** Half a Wh is no energy: kWh have three decimals. */
const whOf = (kWh: number | null): number | null => (kWh === null ? null : Math.round(kWh * 1000))

/**
 * What the station had yielded before its first reading, in kWh. The counters of its inverters know: what they show
 * beyond what was counted here is proposed on request.
 */
export function YieldBeforeField({ stationId }: { stationId: string | null }) {
  const t = useTranslations('editing')
  const { value, set, onBlur, error } = useStationField('yieldBeforeWh')
  return (
    <Fields>
      <NumberField
        name="yieldBeforeWh"
        label={t('yieldBeforeWh')}
        help={t('yieldHelp')}
        unit="kWh"
        placeholder="0"
        optional
        value={value === null ? null : value / 1000}
        onChange={(kWh) => set(whOf(kWh))}
        onBlur={onBlur}
        error={error}
      />
      {stationId !== null && <Proposal stationId={stationId} onTake={set} />}
    </Fields>
  )
}

function Proposal({ stationId, onTake }: { stationId: string; onTake: (wh: number) => void }) {
  const t = useTranslations('editing')
  const format = useFormat()
  const { data, isFetching, error, refetch } = useData(
    'GET /api/stations/{stationId}/yield-before',
    { params: { stationId } },
    { enabled: false },
  )
  const ask = async (): Promise<void> => {
    const { data: found } = await refetch()
    if (found && found.proposedWh !== null) onTake(found.proposedWh)
  }
  return (
    <div className={styles.proposal}>
      <Button kind="soft" small busy={isFetching} onClick={() => void ask()}>
        {t('propose')}
      </Button>
      {error && (
        <p role="alert" className={styles.proposalText}>
          {error.message}
        </p>
      )}
      {data && (
        <p aria-live="polite" className={styles.proposalText}>
          {data.proposedWh === null
            ? t('nothingToPropose')
            : t('proposedYield', {
                counter: format.text('energy', data.counterWh),
                booked: format.text('energy', data.counterWh - data.proposedWh),
              })}
        </p>
      )}
    </div>
  )
}
