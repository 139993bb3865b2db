import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Allowed } from '../../accounts/allowed.tsx'
import { words } from '../../phrases/catalogues.ts'
import styles from './form.module.css'

const DeleteButton = lazy(async () => {
  const [file] = await Promise.all([import('./delete-sheet.tsx'), words.need('leaving')])
  return { default: file.DeleteButton }
})
const DeleteSheet = lazy(async () => ({ default: (await import('./delete-sheet.tsx')).DeleteSheet }))

/** At the end of the form of a station that exists. */
export function DeleteStation({ stationId }: { stationId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Allowed permission="station:station:delete">
      <div className={styles.delete}>
        <Suspense>
          <DeleteButton icon={<Trash2 size={18} aria-hidden />} onPress={() => setOpen(true)} />
          {open && <DeleteSheet stationId={stationId} onClose={() => setOpen(false)} />}
        </Suspense>
      </div>
    </Allowed>
  )
}
