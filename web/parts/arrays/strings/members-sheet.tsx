import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { PickList } from '../../pickers/pick-list.tsx'
import { Button } from '../../../kit/button.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { SearchBox } from '../../../kit/search-box.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { bySerial, type Site } from '../site.ts'
import { useFound } from '../use-found.ts'
import styles from './strings.module.css'

type MembersSheetProps = {
  open: boolean
  site: Site
  stringId: string
  chosen: readonly string[]
  onDone: (members: readonly string[]) => void
  onClose: () => void
}

const shownAtMost = 200

/** Devices that are in no string, and those of this one. */
export function MembersSheet({ open, onClose, ...rest }: MembersSheetProps) {
  const t = useTranslations('arrays.form')
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const close = (): void => {
    setPicked(null)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('choose')}
      size="full"
      done={{
        onPress: () => {
          rest.onDone(picked ?? rest.chosen)
          setPicked(null)
        },
      }}
    >
      <Choice {...rest} picked={picked ?? rest.chosen} onPick={setPicked} />
    </Sheet>
  )
}

type ChoiceProps = Omit<MembersSheetProps, 'open' | 'onClose' | 'onDone' | 'chosen'> & {
  picked: readonly string[]
  onPick: (picked: readonly string[]) => void
}

function Choice({ site, stringId, picked, onPick }: ChoiceProps) {
  const t = useTranslations('arrays.form')
  const arrays = useTranslations('arrays')
  const words = useKindWords()
  const offered = site.members
    .filter(({ id }) => {
      const at = site.hang(id).stringId
      return at === null || at === stringId || picked.includes(id)
    })
    .sort(bySerial)
  const { typed, type, found, shown, left } = useFound(offered, shownAtMost)
  if (offered.length === 0) return <EmptyState inline title={t('nobody')} text={t('nobodyText')} />
  const name = (id: string): string => site.member(id)?.sn ?? id
  const allShown = shown.every(({ id }) => picked.includes(id))
  return (
    <>
      <div className={styles.search}>
        <SearchBox value={typed} onChange={type} label={t('search')} />
        <div className={styles.note}>
          <output>{arrays('hand.many', { count: String(picked.length) })}</output>
          {shown.length > 0 && (
            <Button
              kind="plain"
              small
              onClick={() =>
                onPick(
                  allShown
                    ? picked.filter((id) => !shown.some((one) => one.id === id))
                    : [...new Set([...picked, ...shown.map(({ id }) => id)])],
                )
              }
            >
              {arrays(allShown ? 'list.stopSelecting' : 'list.all')}
            </Button>
          )}
        </div>
      </div>
      {found.length === 0 && <EmptyState inline title={t('found')} />}
      <PickList
        label={t('choose')}
        many
        items={shown.map((one) => ({
          id: one.id,
          name: one.sn,
          hint: [one.name, words.short(one.kind)].filter(Boolean).join(' · '),
        }))}
        chosen={picked.map((id) => ({ id, name: name(id) }))}
        onChoose={(next) => onPick(next.map(({ id }) => id))}
      />
      {left > 0 && <p className={styles.search}>{arrays('tray.more', { count: String(left) })}</p>}
    </>
  )
}
