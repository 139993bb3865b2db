import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { wildcard } from '#domain/accounts/permissions.ts'
import { countryCodes } from '#domain/stations/countries.ts'
import { stationConditions, stationTypes } from '#domain/stations/station-kinds.ts'
import { regionsOf } from '#domain/stations/regions.ts'
import { usePerson } from '../../app/session/session.ts'
import { localeOf } from '../../kit/words/language.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { StateDot, statusTone } from '../states/status-pill.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { Chips } from '../../kit/chips.tsx'
import { GroupChips } from '../favourites/group-chips.tsx'
import { capacityBands, filtersInUse, noFilters, type ListSearch } from './list-filter.ts'
import { countryName, regionName } from './place.ts'
import styles from './filter-sheet.module.css'

type FilterSheetProps = {
  open: boolean
  present: ListSearch
  onDone: (chosen: ListSearch) => void
  onClose: () => void
}
const any = 'any'

/** What the list is narrowed by. Nothing changes until it is done. */
export function FilterSheet({ open, present, onDone, onClose }: FilterSheetProps) {
  const t = useTranslations('stations')
  const [draft, setDraft] = useState<ListSearch | null>(null)
  const chosen = draft ?? present
  const choose = (change: Partial<ListSearch>): void => setDraft({ ...chosen, ...change })
  const close = (): void => {
    setDraft(null)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('filter')}
      done={{
        label: t('showResults'),
        onPress: () => {
          onDone(chosen)
          close()
        },
      }}
    >
      <Filters chosen={chosen} choose={choose} />
    </Sheet>
  )
}

type FiltersProps = { chosen: ListSearch; choose: (change: Partial<ListSearch>) => void }

function Filters({ chosen, choose }: FiltersProps) {
  const t = useTranslations('stations')
  const state = useTranslations('state')
  const { language } = useFormat()
  const administers = usePerson()?.permissions.includes(wildcard) ?? false
  const countries = useMemo(
    () =>
      countryCodes
        .map((value) => ({ value, label: countryName(language, value), also: value }))
        .sort((a, b) => a.label.localeCompare(b.label, localeOf(language))),
    [language],
  )
  const regions = chosen.country ? regionsOf(chosen.country) : []
  return (
    <>
      <div className={styles.body}>
        <h3 className={styles.title}>{t('conditions')}</h3>
        <Chips
          wrap
          label={t('conditions')}
          value={chosen.condition ?? any}
          onChange={(value) => choose({ condition: value === any ? undefined : value })}
          options={[
            { value: any, label: t('all') },
            ...stationConditions.map((value) => ({
              value,
              label: state(value),
              icon: <StateDot />,
              tone: statusTone(value),
            })),
          ]}
        />
        <GroupChips value={chosen.groupId} onChange={(groupId) => choose({ groupId })} />
        <h3 className={styles.title}>{t('typeTitle')}</h3>
        <Chips
          wrap
          label={t('typeTitle')}
          value={chosen.type ?? any}
          onChange={(value) => choose({ type: value === any ? undefined : value })}
          options={[
            { value: any, label: t('all') },
            ...stationTypes.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
        />
        <h3 className={styles.title}>{t('capacity')}</h3>
        <Chips
          wrap
          label={t('capacity')}
          value={chosen.capacity ?? any}
          onChange={(value) => choose({ capacity: value === any ? undefined : value })}
          options={[
            { value: any, label: t('all') },
            ...capacityBands.map((value) => ({ value, label: t(`band.${value}`) })),
          ]}
        />
      </div>
      <div className={styles.fields}>
        <SelectField
          label={t('country')}
          value={chosen.country ?? any}
          options={[{ value: any, label: t('anyCountry') }, ...countries]}
          onChange={(value) => choose({ country: value === any ? undefined : value, region: undefined })}
        />
        {regions.length > 0 ? (
          <SelectField
            label={t('region')}
            value={chosen.region ?? any}
            options={[
              { value: any, label: t('anyRegion') },
              ...regions.map(({ name }) => ({
                value: name,
                label: regionName(language, chosen.country ?? '', name),
                also: name,
              })),
            ]}
            onChange={(value) => choose({ region: value === any ? undefined : value })}
          />
        ) : (
          <TextField
            label={t('region')}
            placeholder={t('anyRegion')}
            value={chosen.region ?? ''}
            onChange={(event) => choose({ region: event.target.value || undefined })}
          />
        )}
        {administers && (
          <SwitchField
            label={t('deletedOnly')}
            help={t('deletedHelp')}
            checked={chosen.deleted ?? false}
            onChange={(on) => choose({ deleted: on || undefined })}
          />
        )}
        {filtersInUse(chosen) > 0 && (
          <div className={styles.clear}>
            <Button kind="quiet" wide onClick={() => choose({ ...noFilters, search: chosen.search })}>
              {t('clearFilters')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
