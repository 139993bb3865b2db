import { UserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../app/data/call-types.ts'
import { SEARCH_MAX } from '#domain/accounts/limits.ts'
import { useData } from '../../../app/data/query.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { SearchBox } from '../../../kit/search-box.tsx'
import select from '../../../kit/select-field.module.css'
import { useNow } from '../../../kit/time/now.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { PersonMark } from '../../states/person-mark.tsx'
import styles from '../order.module.css'
import { Windowed } from '../../../kit/windowed.tsx'
import { Waiting } from '../../../app/failure/waiting.tsx'

type Person = { id: string; name: string }
type Handler = Answer<'GET /api/stations/{stationId}/handlers'>['handlers'][number]
type HandlerListProps = {
  stationId: string
  value: string | null
  /** Has it now; cannot be chosen. */
  present: string | null
  onChange: (person: Person) => void
}

const searchFrom = 9

/** Whom an order of this station can be given to, the least busy first. */
export function HandlerList({ stationId, value, present, onChange }: HandlerListProps) {
  const t = useTranslations('order')
  const name = useId()
  const [search, setSearch] = useState('')
  const found = useData('GET /api/stations/{stationId}/handlers', { params: { stationId } })
  const wanted = search.trim().toLowerCase()
  // Of very many people not all are on the phone: those are searched for at the server.
  const isCut = (found.data?.total ?? 0) > (found.data?.handlers.length ?? 0)
  const more = useData(
    'GET /api/stations/{stationId}/handlers',
    { params: { stationId }, query: { search: search.trim().slice(0, SEARCH_MAX) } },
    { enabled: isCut && wanted !== '', keep: true },
  ).data
  if (!found.data) return <Waiting of={found} inline rows={3} />
  const answer = isCut && wanted !== '' && more ? more : found.data
  const { handlers } = answer
  if (handlers.length === 0 && wanted === '')
    return (
      <EmptyState
        inline
        icon={<UserRound size={26} aria-hidden />}
        title={t('noHandler')}
        text={t('noHandlerText')}
      />
    )
  const shown = handlers.filter((one) => one.name.toLowerCase().includes(wanted))
  // Of one alone that is known nobody can say that.
  const near = shown.flatMap(({ near: at }) => at?.distanceM ?? [])
  const nearest = near.length > 1 ? Math.min(...near) : null
  const groups = [shown.filter(({ usual }) => usual), shown.filter(({ usual }) => !usual)]
  return (
    <>
      {found.data.handlers.length >= searchFrom && (
        <div className={styles.inset}>
          <SearchBox value={search} label={t('findHandler')} onChange={setSearch} />
        </div>
      )}
      <div role="radiogroup" aria-label={t('chooseHandler')}>
        {groups.map(
          (group, no) =>
            group.length > 0 && (
              <div key={no === 0 ? 'usual' : 'others'}>
                {no === 1 && <h3 className={styles.group}>{t('others')}</h3>}
                <Windowed items={group} as="div" rowHeight={76}>
                  {(piece) =>
                    piece.map((one) => (
                      <label key={one.id} className={select.option}>
                        <input
                          type="radio"
                          name={name}
                          checked={one.id === value}
                          disabled={one.id === present}
                          onChange={() => onChange(one)}
                        />
                        <PersonMark name={one.name} large />
                        <span className={select.text}>
                          {one.name}
                          <Known
                            of={one}
                            isPresent={one.id === present}
                            isNearest={nearest !== null && one.near?.distanceM === nearest}
                          />
                        </span>
                        <span className={styles.radio} aria-hidden />
                      </label>
                    ))
                  }
                </Windowed>
              </div>
            ),
        )}
      </div>
      {answer.total > handlers.length && (
        <p className={styles.quiet}>{t('moreHandlers', { count: answer.total - handlers.length })}</p>
      )}
    </>
  )
}

/** What helps to choose: how much they have to do, how far away they were last, and whether they know the place. */
function Known({ of, isPresent, isNearest }: { of: Handler; isPresent: boolean; isNearest: boolean }) {
  const t = useTranslations('order')
  const format = useFormat()
  const now = useNow()
  const { near, wasHereAt } = of
  return (
    <>
      <span className={select.hint}>
        <Dotted parts={[t(`role.${of.role}`), isPresent ? t('present') : t('openOf', { count: of.open })]} />
      </span>
      {near && (
        <span className={select.hint}>
          <Dotted
            parts={[
              isNearest && <b key="nearest">{t('nearest')}</b>,
              t('nearAt', {
                km: format.number(near.distanceM / 1000, near.distanceM < 10_000 ? 1 : 0),
                station: near.stationName,
                age: format.age(near.at, now),
              }),
            ]}
          />
        </span>
      )}
      {wasHereAt !== null && (
        <span className={select.hint}>{t('wasHere', { age: format.age(wasHereAt, now) })}</span>
      )}
    </>
  )
}
