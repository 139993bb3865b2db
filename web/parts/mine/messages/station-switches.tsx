import { useTranslations } from 'use-intl'
import { useTyped } from '../../pickers/use-typed.ts'
import { noFilters } from '../../stations/list-filter.ts'
import { useStations } from '../../stations/station-queries.ts'
import { Button } from '../../../kit/button.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { ErrorState } from '../../../app/failure/error-state.tsx'
import { SearchBox } from '../../../kit/search-box.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import styles from './messages.module.css'
import { Windowed } from '../../../kit/windowed.tsx'

type Props = { chosen: readonly string[]; onChange: (ids: string[]) => void }

/** Every station that one sees, found by its name or page by page, with a switch each. */
export function StationSwitches({ chosen, onChange }: Props) {
  const t = useTranslations('messages.choices')
  const ui = useTranslations('ui')
  const { typed, search, type } = useTyped()
  const { list: found } = useStations({ ...noFilters, sort: 'name', search })
  const stations = found.data?.pages.flatMap((page) => page.stations)
  const many = Boolean(found.data?.pages[0]?.next)
  return (
    <>
      <p className={styles.chosen} role="status">
        {t('chosen', { count: chosen.length })}
      </p>
      {(many || typed) && <SearchBox value={typed} onChange={type} />}
      {!stations &&
        (found.error ? (
          <ErrorState inline error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonCard kind="rows" />
        ))}
      {stations && (
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
      {stations?.length === 0 && search && <EmptyState inline title={ui('nothingFound', { text: search })} />}
      {found.hasNextPage && (
        <Button kind="soft" wide busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {ui('more')}
        </Button>
      )}
    </>
  )
}
