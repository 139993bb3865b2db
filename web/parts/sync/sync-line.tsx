import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { usePerson } from '../../app/session/session.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { offlineLine } from '../../app/shell/offline-line.ts'
import { classes } from '../../kit/classes.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { patiently } from '../../kit/lazy.ts'
import { syncCentre } from '../../app/outbox/sync-centre.ts'
import { useQueue } from '../../app/outbox/queue.ts'
import { SyncLink } from './sync-link.tsx'
import styles from '../../app/shell/notice.module.css'

// What sends has to be here before the network goes.
void patiently(() => import('./kinds.ts'))

const SyncCentre = lazySheet(async () => {
  const [file] = await Promise.all([import('./sync-centre.tsx'), words.need('order')])
  return file.SyncCentre
})

/** Over each page: what waits although there is a network, above all what waits for a decision; and the sync centre. */
export function SyncLine() {
  const t = useTranslations('sync')
  const person = usePerson()
  const { acts } = useQueue(person?.id ?? null)
  const open = useSyncExternalStore(syncCentre.watch, syncCentre.isOpen)
  const refused = acts.filter(({ refusal }) => refusal !== null).length
  const line = useSyncExternalStore(offlineLine.watch, offlineLine.present)
  useEffect(() => void SyncCentre.prepare(), [])
  const shown = refused > 0 || (line === null && acts.length > 0)
  return (
    <>
      {line && createPortal(<SyncLink />, line)}
      {shown && (
        <output className={classes(styles.bar, refused === 0 && styles.update)}>
          {refused > 0 ? <TriangleAlert size={16} aria-hidden /> : <CloudUpload size={16} aria-hidden />}
          {refused > 0 ? t('decide', { count: refused }) : t('count', { count: acts.length })}
          <button type="button" className={styles.press} onClick={syncCentre.open}>
            {t('look')}
          </button>
        </output>
      )}
      {open && person && <SyncCentre person={person} onClose={syncCentre.close} />}
    </>
  )
}
