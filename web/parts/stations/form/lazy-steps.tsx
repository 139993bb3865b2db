import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { Fields } from '../../../kit/field.tsx'
import { CapacityField } from './fields/capacity-field.tsx'
import { CoordinateField } from './fields/coordinate-field.tsx'
import { CountryField, PhoneCountryField, RegionField } from './fields/country-fields.tsx'
import { GridDateField } from './fields/grid-date-field.tsx'
import { PinField } from './fields/pin-field.tsx'
import { PlaneFields } from './fields/plane-fields.tsx'
import { PositionButton } from './fields/position-button.tsx'
import { ReportField } from './fields/report-field.tsx'
import { StationText } from './fields/text.tsx'
import { CarbonFields, TariffFields } from './fields/worth-fields.tsx'
import { YieldBeforeField } from './fields/yield-before-field.tsx'
import { ZoneField } from './fields/zone-field.tsx'
import { useStationForm } from './use-station-field.ts'
import type { useZoneProposal } from './use-zone-proposal.ts'

/** Where it stands, and what follows from that. */
export function PlaceStep({ zone }: { zone: ReturnType<typeof useZoneProposal> }) {
  const t = useTranslations('editing')
  const { country } = useStationForm().values
  return (
    <>
      <Card flush>
        <PositionButton />
        <Fields>
          <CoordinateField of="latitude" />
          <CoordinateField of="longitude" />
        </Fields>
        <PinField />
      </Card>
      <Card flush>
        <Fields>
          <ZoneField {...zone} />
          <CountryField />
          <RegionField country={country} />
          <StationText
            name="address"
            label={t('address')}
            placeholder={t('addressPlaceholder')}
            optional
            autoComplete="street-address"
          />
        </Fields>
      </Card>
    </>
  )
}

/** How much is installed, since when, how often it reports, and which way it looks. */
export function PowerStep() {
  const t = useTranslations('editing')
  return (
    <>
      <Card flush>
        <Fields>
          <CapacityField />
          <GridDateField />
          <ReportField />
        </Fields>
      </Card>
      <Card flush title={t('plane')}>
        <PlaneFields />
      </Card>
    </>
  )
}

/** Whom to call, and what a kWh is worth. */
export function WorthStep({ stationId }: { stationId: string | null }) {
  const t = useTranslations('editing')
  return (
    <>
      <Card flush>
        <Fields>
          <PhoneCountryField />
          <StationText
            name="phone"
            label={t('phone')}
            placeholder={t('phonePlaceholder')}
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="done"
          />
        </Fields>
      </Card>
      <Card flush>
        <TariffFields stationId={stationId} />
      </Card>
      <Card flush>
        <CarbonFields />
      </Card>
      <Card flush>
        <YieldBeforeField stationId={stationId} />
      </Card>
    </>
  )
}
