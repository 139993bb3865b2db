import { useEffect } from 'react'
import { words } from '../phrases/catalogues.ts'
import { lateAside, patiently } from '../ui/late.ts'
import { UpdateNotice } from './update-notice.tsx'

const SyncLine = lateAside(async () => {
  const [file] = await Promise.all([import('../sync/sync-line.tsx'), words.need('orders')])
  return file.SyncLine
})

/** What stands over each page once it has drawn its first figures: a newer version, and what waits for a network. */
export function Later() {
  useEffect(() => {
    void patiently(() => import('../sync/fetch-ahead.ts')).then((file) => file.startFetchAhead())
  }, [])
  return (
    <>
      <UpdateNotice />
      <SyncLine />
    </>
  )
}
