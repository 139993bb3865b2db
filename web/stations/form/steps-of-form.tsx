import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { stationTypes } from '#domain/stations/fields.ts'
import { Card } from '../../ui/card.tsx'
import { Fields } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CapacityField } from './fields/capacity-field.tsx'
import { CompanyField } from './fields/company-field.tsx'
import { CoordinateField } from './fields/coordinate-field.tsx'
import { CountryField, PhoneCountryField, RegionField } from './fields/country-fields.tsx'
import { GridDateField } from './fields/grid-date-field.tsx'
import { NameField } from './fields/name-field.tsx'
import { PlaneFields } from './fields/plane-fields.tsx'
import { OwnerField } from './fields/owner-field.tsx'
import { PictureField } from './fields/picture-field.tsx'
import { PinField } from './fields/pin-field.tsx'
import { PositionButton } from './fields/position-button.tsx'
import { ReportField } from './fields/report-field.tsx'
import { StationText } from './fields/text.tsx'
import { CarbonFields, TariffFields } from './fields/worth-fields.tsx'
import { ZoneField } from './fields/zone-field.tsx'
import type { StationValues } from './station-values.ts'
import type { StepName } from './steps.ts'
import { useStationField } from './use-station-field.ts'
import type { useZoneProposal } from './use-zone-proposal.ts'

function TypeField() {
  const t = useTranslations('editing')
  const types = useTranslations('stations.type')
  const { value, set, error } = useStationField('type')
  return (
    <SelectField
      label={t('type')}
      options={stationTypes.map((type) => ({ value: type, label: types(type) }))}
      value={value}
      onChange={set}
      error={error}
    />
  )
}

function BasicsStep({
  companyName,
  ownerAccountName,
  pictureKey,
  onAccount,
}: Omit<StepProps, 'step' | 'zone'>) {
  const t = useTranslations('editing')
  return (
    <>
      <Card flush>
        <Fields>
          <NameField />
          <TypeField />
          <CompanyField presentName={companyName} />
          <StationText name="ownerName" label={t('ownerName')} placeholder={t('ownerPlaceholder')} optional />
          <OwnerField presentName={ownerAccountName} onAccount={onAccount} />
        </Fields>
      </Card>
      <Card flush>
        <PictureField uploadKey={pictureKey} />
      </Card>
    </>
  )
}

function PlaceStep({ zone }: { zone: ReturnType<typeof useZoneProposal> }) {
  const t = useTranslations('editing')
  const country = useWatch<StationValues, 'country'>({ name: 'country' })
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

function PowerStep() {
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

function WorthStep() {
  const t = useTranslations('editing')
  return (
    <>
      <Card flush>
        <Fields>
          <PhoneCountryField />
          <StationText
            name="phone"
            label={t('phone')}
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="done"
          />
        </Fields>
      </Card>
      <Card flush>
        <TariffFields />
      </Card>
      <Card flush>
        <CarbonFields />
      </Card>
    </>
  )
}

type StepProps = {
  step: StepName
  companyName: string | null
  ownerAccountName: string | null
  pictureKey: string
  onAccount: (id: string, name: string) => void
  zone: ReturnType<typeof useZoneProposal>
}

/** The fields of one step. Fields of the others keep their values. */
export function StepFields({ step, zone, ...basics }: StepProps) {
  if (step === 'basics') return <BasicsStep {...basics} />
  if (step === 'place') return <PlaceStep zone={zone} />
  return step === 'power' ? <PowerStep /> : <WorthStep />
}
