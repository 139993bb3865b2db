import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { GROUP_NAME_MAX } from '#domain/stations/limits.ts'
import { useAct } from '../../app/acts/use-act.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'
import { usePages } from '../../app/lists/use-pages.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { newId } from '../../kit/new-id.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import styles from './groups.module.css'

type Group = Answer<'GET /api/station-groups'>['groups'][number]
type GroupsSheetProps = { onClose: () => void; onGone: (id: string) => void }

/** The groups of stations that this person has named: one is opened, or a new one made. */
export function GroupsSheet({ onClose, onGone }: GroupsSheetProps) {
  const t = useTranslations('stations.groups')
  const found = useData('GET /api/station-groups')
  const [open, setOpen] = useState<Group | 'new' | null>(null)
  const groups = found.data?.groups
  // Without any there is nothing to choose among.
  if (open !== null || groups?.length === 0)
    return (
      <GroupSheet
        group={open === 'new' || open === null ? null : open}
        onClose={groups?.length === 0 ? onClose : () => setOpen(null)}
        onGone={onGone}
      />
    )
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div className={styles.sheet}>
        {groups ? (
          <Rows>
            {groups.map((group) => (
              <Row
                key={group.id}
                label={group.name}
                value={t('count', { count: group.stationIds.length })}
                onPress={() => setOpen(group)}
              />
            ))}
          </Rows>
        ) : (
          <Waiting of={found} inline rows={3} />
        )}
        <div className={styles.inset}>
          <Button kind="soft" wide onClick={() => setOpen('new')}>
            {t('new')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

type GroupSheetProps = {
  /** null: a new one. */
  group: Group | null
  /** Of a new one, to begin with. */
  first?: readonly string[]
  onClose: () => void
  onSaved?: () => void
  onGone?: (id: string) => void
}

/** The name of a group and its stations. */
export function GroupSheet({ group, first = [], onClose, onSaved = onClose, onGone }: GroupSheetProps) {
  const t = useTranslations('stations.groups')
  const act = useAct()
  const [id] = useState(() => group?.id ?? newId())
  const [name, setName] = useState(group?.name ?? '')
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(group ? group.stationIds : first))
  const [search, setSearch] = useState('')
  const [leaving, setLeaving] = useState(false)
  const list = usePages(
    'GET /api/stations',
    { query: { sort: 'name' as const, limit: 50, ...(search.trim() && { search: search.trim() }) } },
    (page) => page.stations,
  )
  const toggle = (stationId: string): void => {
    const next = new Set(members)
    if (!next.delete(stationId)) next.add(stationId)
    setMembers(next)
  }
  const save = async (): Promise<void> => {
    if (name.trim() === '' || members.size === 0) return act.blame({}, t('wanted'))
    const body = { name: name.trim(), stationIds: [...members] }
    const saved = group
      ? await act.send('PUT /api/station-groups/{groupId}', { params: { groupId: id }, body })
      : await act.send('POST /api/station-groups', { body: { id, ...body } })
    if (!saved) return
    toast(t('saved'))
    onSaved()
  }
  const leave = async (): Promise<void> => {
    if (!(await act.send('DELETE /api/station-groups/{groupId}', { params: { groupId: id } }))) return
    toast(t('deleted'))
    onGone?.(id)
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={group?.name ?? t('new')} size="full">
      <Form onSend={save} className={styles.sheet}>
        <Fields>
          <TextField
            label={t('name')}
            value={name}
            maxLength={GROUP_NAME_MAX}
            onChange={(event) => setName(event.target.value)}
          />
        </Fields>
        <div className={styles.inset}>
          <p role="status">{t('count', { count: members.size })}</p>
          <SearchBox value={search} label={t('find')} onChange={setSearch} />
        </div>
        <div role="group" aria-label={t('members')}>
          <PagedList
            list={list}
            inline
            more={t('more')}
            empty={<p className={styles.inset}>{t('noStation')}</p>}
          >
            {(stations) => (
              <Windowed items={stations} as="div" rowHeight={48}>
                {(piece) =>
                  piece.map((station) => (
                    <label key={station.id} className={styles.member}>
                      <input
                        type="checkbox"
                        checked={members.has(station.id)}
                        onChange={() => toggle(station.id)}
                      />
                      {station.name}
                    </label>
                  ))
                }
              </Windowed>
            )}
          </PagedList>
        </div>
        <div className={styles.inset}>
          <FormFailure text={act.failed} />
          <Button type="submit" wide busy={act.busy}>
            {t('save')}
          </Button>
          {group && (
            <Button kind="dangerPlain" wide onClick={() => setLeaving(true)}>
              {t('delete')}
            </Button>
          )}
        </div>
      </Form>
      <AlertDialog
        open={leaving}
        danger
        title={t('deleteTitle', { name: group?.name ?? '' })}
        text={t('deleteText')}
        confirm={t('delete')}
        busy={act.busy}
        onConfirm={() => void leave()}
        onCancel={() => setLeaving(false)}
      />
    </Sheet>
  )
}
