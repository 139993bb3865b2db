import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { call } from '../../app/data/call.ts'
import { useData } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { GroupSheet } from '../favourites/groups-sheet.tsx'
import { EachSheet, type Named } from './each-sheet.tsx'
import styles from './bulk.module.css'

type StationsSheetProps = {
  names: ReadonlyMap<string, Named>
  onClose: () => void
  onDone: () => void
}

/** Marks stations as favourites, or no longer. */
export function FavouriteEachSheet({ on, names, onClose, onDone }: StationsSheetProps & { on: boolean }) {
  const t = useTranslations(on ? 'bulk.favourite' : 'bulk.noFavourite')
  const act = useAct()
  const stationIds = [...names.keys()]
  return (
    <EachSheet
      title={t('title')}
      names={names}
      preview={{
        key: '',
        ask: () => call('POST /api/favourites', { body: { stationIds, favourite: on, preview: true } }),
      }}
      send={() => act.send('POST /api/favourites', { body: { stationIds, favourite: on } })}
      undo={(done) => act.send('POST /api/favourites', { body: { stationIds: done, favourite: !on } })}
      busy={act.busy}
      failed={act.failed}
      words={{
        act: t('act'),
        will: (count) => t('will', { count }),
        done: (count) => t('done', { count }),
        undone: (count) => t('undone', { count }),
        before: (count) => t('before', { count }),
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

/** Puts stations into one of the groups of this person, or takes them out. */
export function GroupEachSheet({ names, onClose, onDone }: StationsSheetProps) {
  const t = useTranslations('bulk.group')
  const act = useAct()
  const groups = useData('GET /api/station-groups').data?.groups ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [member, setMember] = useState(true)
  const [naming, setNaming] = useState(false)
  const words = useTranslations(member ? 'bulk.put' : 'bulk.takeOut')
  const group = groups.find(({ id }) => id === chosen) ?? groups[0]
  const stationIds = [...names.keys()]
  const params = { groupId: group?.id ?? '' }
  const inIt = { group: group?.name ?? '' }
  if (naming)
    return <GroupSheet group={null} first={stationIds} onClose={() => setNaming(false)} onSaved={onDone} />
  return (
    <EachSheet
      title={t('title')}
      names={names}
      preview={
        group
          ? {
              key: `${group.id} ${member}`,
              ask: () =>
                call('POST /api/station-groups/{groupId}/members', {
                  params,
                  body: { stationIds, member, preview: true },
                }),
            }
          : null
      }
      send={() =>
        act.send('POST /api/station-groups/{groupId}/members', { params, body: { stationIds, member } })
      }
      undo={(done) =>
        act.send('POST /api/station-groups/{groupId}/members', {
          params,
          body: { stationIds: done, member: !member },
        })
      }
      busy={act.busy}
      failed={act.failed}
      words={{
        act: words('act'),
        will: (count) => words('will', { count, ...inIt }),
        done: (count) => words('done', { count, ...inIt }),
        undone: (count) => words('undone', { count }),
        before: (count) => words('before', { count }),
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <div className={styles.inset}>
        {group ? (
          <>
            <Chips
              wrap
              label={t('which')}
              value={group.id}
              onChange={setChosen}
              options={groups.map(({ id, name, stationIds: members }) => ({
                value: id,
                label: name,
                count: String(members.length),
              }))}
            />
            <Chips
              wrap
              label={t('what')}
              value={member ? 'put' : 'takeOut'}
              onChange={(value) => setMember(value === 'put')}
              options={[
                { value: 'put' as const, label: t('put') },
                { value: 'takeOut' as const, label: t('takeOut') },
              ]}
            />
          </>
        ) : (
          <p className={styles.note}>{t('none')}</p>
        )}
        <div>
          <Button kind="soft" small onClick={() => setNaming(true)}>
            {t('new')}
          </Button>
        </div>
      </div>
    </EachSheet>
  )
}
