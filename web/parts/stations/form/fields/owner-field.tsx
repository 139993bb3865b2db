import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../../app/session/allowed.tsx'
import { PickerField } from '../../../../kit/picker-field.tsx'
import { lazySheet } from '../../../../app/failure/lazy-sheet.tsx'
import { useStationField, useStationForm } from '../use-station-field.ts'

const OwnerSheet = lazySheet(async () => (await import('./owner-sheet.tsx')).OwnerSheet)

type OwnerFieldProps = { presentName: string | null; onAccount: (id: string, name: string) => void }

/** Whose account sees the station as its owner; chosen among the owners that this person manages. */
export function OwnerField({ presentName, onAccount }: OwnerFieldProps) {
  const t = useTranslations('editing')
  const manages = useAllowed('company:people:manage')
  const { present, change } = useStationForm()
  const { value, set, error } = useStationField('ownerAccountId')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const name = value === null ? null : chosen?.id === value ? chosen.name : presentName
  if (!manages) return null
  const shown = value === null ? t('noOwnerAccount') : (name ?? value)
  return (
    <>
      <PickerField
        label={t('ownerAccountId')}
        help={t('ownerAccountHelp')}
        error={error}
        optional
        text={shown}
        empty={!value}
        opensSheet
        onPress={() => setOpen(true)}
      />
      {open && (
        <OwnerSheet
          value={value}
          onClose={() => setOpen(false)}
          onChoose={(person) => {
            setOpen(false)
            setChosen(person)
            set(person?.id ?? null)
            if (!person) return
            onAccount(person.id, person.name)
            if (present().ownerName.trim() === '') change({ ownerName: person.name })
          }}
        />
      )}
    </>
  )
}
