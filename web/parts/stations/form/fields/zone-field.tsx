import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { Button } from '../../../../kit/button.tsx'
import { PickerField } from '../../../../kit/picker-field.tsx'
import { useNow } from '../../../../kit/time/now.ts'
import { SelectSheet, type Option } from '../../../../kit/select-field.tsx'
import { countryName } from '../../place.ts'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'
import { allZones, countriesOfZone, longName, offsetText, sameZone } from '../zones.ts'

const minuteMs = 60_000

/** The time zone, proposed from the position and marked so, or chosen; each with its offset and present local time. */
export function ZoneField({ proposed, asking }: { proposed: string | null; asking: boolean }) {
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const format = useFormat()
  const { value, set, error } = useStationField('timeZone')
  const [open, setOpen] = useState(false)
  const minute = Math.floor(useNow() / minuteMs) * minuteMs
  const { language, clock } = format
  const hint = (zone: string): string => {
    const offset = offsetText(zone, minute)
    if (!offset) return ''
    const name = longName(language, zone, minute)
    const now = t('zoneNow', { offset, time: clock(minute, zone) })
    return name ? `${name} · ${now}` : now
  }
  const options = useMemo<Option<string>[]>(() => {
    if (!open) return []
    const zones = allZones()
    const all = value && !zones.includes(value) ? [value, ...zones] : zones
    return all.map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
      hint: hint(zone),
      also: countriesOfZone(zone)
        .map((code) => countryName(language, code))
        .join(' '),
    }))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the list is made when it is opened; its clocks stand while it is open
  }, [open, language])
  const agrees = value !== null && proposed !== null && sameZone(value, proposed)
  const help =
    value === null ? (
      t(asking ? 'zoneAsking' : 'zoneHelp')
    ) : (
      <>
        {hint(value)}
        {agrees && <span className={styles.proposed}>{t('zoneProposed')}</span>}
      </>
    )
  const shown = value?.replaceAll('_', ' ') ?? ui('select')
  return (
    <>
      <PickerField
        label={t('timeZone')}
        help={help}
        error={error}
        text={shown}
        empty={!value}
        opensSheet
        onPress={() => setOpen(true)}
      />
      {value !== null && proposed !== null && !agrees && (
        <div className={styles.suggestion}>
          <span>{t('zoneDiffers', { zone: proposed.replaceAll('_', ' ') })}</span>
          <Button kind="plain" small onClick={() => set(proposed)}>
            {t('zoneTake')}
          </Button>
        </div>
      )}
      <SelectSheet
        open={open}
        title={t('timeZone')}
        options={options}
        value={value}
        onChange={set}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
