import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Allowed } from '../../../app/session/allowed.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import styles from './form.module.css'

const DeleteButton = lazyPart(async () => {
  const [file] = await Promise.all([import('./delete-sheet.tsx'), words.need('leaving')])
  return file.DeleteButton
})
const DeleteSheet = lazySheet(async () => (await import('./delete-sheet.tsx')).DeleteSheet)

/** At the end of the form of a station that exists. */
export function DeleteStation({ stationId }: { stationId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Allowed permission="station:station:delete">
      <div className={styles.delete}>
        <DeleteButton icon={<Trash2 size={18} aria-hidden />} onPress={() => setOpen(true)} />
        {open && <DeleteSheet stationId={stationId} onClose={() => setOpen(false)} />}
      </div>
    </Allowed>
  )
}
