import { useTranslations } from 'use-intl'
import { useTyped } from '../../pickers/use-typed.ts'
import { noFilters } from '../../stations/list-filter.ts'
import { useStations } from '../../stations/station-queries.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { SearchBox } from '../../../kit/search-box.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import styles from './messages.module.css'
import { Windowed } from '../../../kit/windowed.tsx'
import { PagedList } from '../../../app/lists/paged-list.tsx'

type Props = { chosen: readonly string[]; onChange: (ids: string[]) => void }

/** Every station that one sees, found by its name or page by page, with a switch each. */
export function StationSwitches({ chosen, onChange }: Props) {
  const t = useTranslations('messages.choices')
  const ui = useTranslations('ui')
  const { typed, search, type } = useTyped()
  const found = useStations({ ...noFilters, sort: 'name', search })
  const many = Boolean(found.pages?.[0]?.next)
  return (
    <>
      <p className={styles.chosen} role="status">
        {t('chosen', { count: chosen.length })}
      </p>
      {(many || typed) && <SearchBox value={typed} onChange={type} />}
      <PagedList
        list={found}
        inline
        empty={search && <EmptyState inline title={ui('nothingFound', { text: search })} />}
        more={ui('more')}
      >
        {(stations) => (
          <Windowed items={stations} as="div" rowHeight={56}>
            {(piece) =>
              piece.map(({ id, name }) => (
                <SwitchField
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
                />
              ))
            }
          </Windowed>
        )}
      </PagedList>
    </>
  )
}
