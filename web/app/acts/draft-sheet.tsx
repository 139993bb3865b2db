import { Fragment, type ReactNode } from 'react'
import { Sheet } from '../../kit/sheet.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { draftKey } from '../data/draft-store.ts'
import { useDraft } from '../data/use-draft.ts'
import { usePerson } from '../session/session.ts'

export type SheetDraft<T> = {
  key: string
  /** What was left of it last time; null: nothing. */
  found: T | null
  keep: (draft: T) => void
  drop: () => Promise<void>
}

type DraftSheetProps<T> = {
  /** Whose words they are, of this person. */
  of: string
  title: string
  onClose: () => void
  children: (draft: SheetDraft<T>) => ReactNode
}

/** A sheet in which is typed what stays on this phone until it is sent. */
export function DraftSheet<T>({ of, title, onClose, children }: DraftSheetProps<T>) {
  const person = usePerson()
  const key = person && draftKey(person.id, of)
  const { found, round, keep, drop } = useDraft<T>(key)
  return (
    <Sheet open onClose={onClose} title={title}>
      {key === null || found === undefined ? (
        <SkeletonCard kind="rows" rows={3} />
      ) : (
        <Fragment key={round}>{children({ key, found, keep, drop })}</Fragment>
      )}
    </Sheet>
  )
}
