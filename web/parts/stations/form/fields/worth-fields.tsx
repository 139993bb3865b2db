import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { capacityInW } from '#domain/stations/capacity.ts'
import { proposedCarbon, proposedTariff } from '#domain/stations/factors.ts'
import { useData } from '../../../../app/data/query.ts'
import { localeOf } from '../../../../kit/words/language.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { Fields } from '../../../../kit/field.tsx'
import { SuggestField } from '../../../../kit/suggest-field.tsx'
import { SwitchField } from '../../../../kit/switch-field.tsx'
import { useStationField, useStationForm } from '../use-station-field.ts'
import { StationNumber, StationSource } from './text.tsx'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function CurrencyField() {
  const t = useTranslations('editing')
  const { language } = useFormat()
  const { value, set, onBlur, error } = useStationField('tariff.currency')
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: code,
      hint: names.of(code) ?? code,
    }))
  }, [language])
  return (
    <SuggestField
      label={t('currency')}
      help={t('currencyHelp')}
      error={error}
      name="tariff.currency"
      choose={t('currencyList')}
      options={options}
      value={value ?? ''}
      autoCapitalize="characters"
      onBlur={onBlur}
      onChange={(text) => set(text.toUpperCase())}
    />
  )
}

/** What a kWh is worth. Switched on it begins with the country's published figure, where there is one. */
export function TariffFields({ stationId }: { stationId: string | null }) {
  const t = useTranslations('editing')
  const format = useFormat()
  const { values, change } = useStationForm()
  const { tariff, country, capacity, capacityUnit: unit } = values
  const proposal =
    country === null ? null : proposedTariff(country, capacity === null ? null : capacityInW(capacity, unit))
  const proposed = tariff !== null && same(tariff, proposal)
  const saved = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId: stationId ?? '' } },
    { enabled: stationId !== null },
  ).data?.station.tariff
  // What was in force is kept for its time, unless it was never right.
  const changed =
    saved && (tariff?.perKwh !== saved.perKwh || tariff.currency !== saved.currency) ? saved : null
  return (
    <Fields>
      <SwitchField
        label={t('tariff')}
        help={t('tariffHelp')}
        checked={tariff !== null}
        onChange={(on) =>
          change({ tariff: on ? { ...(proposal ?? { perKwh: null, currency: '', source: '' }) } : null })
        }
      />
      {tariff !== null && (
        <StationNumber
          name="tariff.perKwh"
          label={t('perKwh')}
          placeholder="0.00"
          {...(proposed && { help: t('proposedForCountry') })}
          unit={tariff.currency ? `${tariff.currency}/kWh` : '/kWh'}
        />
      )}
      {tariff !== null && <CurrencyField />}
      {tariff !== null && (
        <StationSource name="tariff.source" label={t('source')} help={t('tariffSourceHelp')} optional />
      )}
      {changed && (
        <SwitchField
          label={t('tariffAlways')}
          help={t('tariffAlwaysHelp', { price: `${format.number(changed.perKwh, 4)} ${changed.currency}` })}
          checked={values.tariffFrom === null}
          onChange={(on) => change({ tariffFrom: on ? null : undefined })}
        />
      )}
    </Fields>
  )
}

/** How much CO2 a kWh avoids, and who says so. */
export function CarbonFields() {
  const t = useTranslations('editing')
  const { values, change } = useStationForm()
  const { co2, country } = values
  const proposal = country === null ? null : proposedCarbon(country)
  return (
    <Fields>
      <SwitchField
        label={t('co2')}
        help={t('co2Help')}
        checked={co2 !== null}
        onChange={(on) => change({ co2: on ? { ...(proposal ?? { kgPerKwh: null, source: '' }) } : null })}
      />
      {co2 !== null && (
        <StationNumber
          name="co2.kgPerKwh"
          label={t('kgPerKwh')}
          unit="kg/kWh"
          {...(same(co2, proposal) && { help: t('proposedForCountry') })}
        />
      )}
      {co2 !== null && <StationSource name="co2.source" label={t('source')} optional />}
    </Fields>
  )
}
