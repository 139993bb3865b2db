import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { stationTypes } from '#domain/stations/station-kinds.ts'
import { Card } from '../../../kit/card.tsx'
import { Fields } from '../../../kit/field.tsx'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { SelectField } from '../../../kit/select-field.tsx'
import { CompanyField } from './fields/company-field.tsx'
import { NameField } from './fields/name-field.tsx'
import { OwnerField } from './fields/owner-field.tsx'
import { PictureField } from './fields/picture-field.tsx'
import { StationText } from './fields/text.tsx'
import type { StepName } from './steps.ts'
import { useStationField } from './use-station-field.ts'
import type { useZoneProposal } from './use-zone-proposal.ts'

const waiting = <SkeletonCard kind="rows" rows={4} />
const PlaceStep = lazyPart(async () => (await import('./lazy-steps.tsx')).PlaceStep, waiting)
const PowerStep = lazyPart(async () => (await import('./lazy-steps.tsx')).PowerStep, waiting)
const WorthStep = lazyPart(async () => (await import('./lazy-steps.tsx')).WorthStep, waiting)

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
}: Omit<StepProps, 'step' | 'zone' | 'stationId'>) {
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

type StepProps = {
  step: StepName
  companyName: string | null
  ownerAccountName: string | null
  pictureKey: string
  /** null: it is being created. */
  stationId: string | null
  onAccount: (id: string, name: string) => void
  zone: ReturnType<typeof useZoneProposal>
}

/** The fields of one step. Fields of the others keep their values. */
export function StepFields({ step, zone, stationId, ...basics }: StepProps) {
  // While the first ones are filled in: the signal may be gone when the last are reached.
  useEffect(() => {
    for (const late of [PlaceStep, PowerStep, WorthStep]) void late.prepare()
  }, [])
  if (step === 'basics') return <BasicsStep {...basics} />
  if (step === 'place') return <PlaceStep zone={zone} />
  return step === 'power' ? <PowerStep /> : <WorthStep stationId={stationId} />
}
