import { lazy, Suspense, useEffect } from 'react'
import { words } from '../phrases/catalogues.ts'
import { patiently } from '../ui/late.ts'
import { UpdateNotice } from './update-notice.tsx'

const SyncLine = lazy(async () =>
  patiently(async () => {
    const [file] = await Promise.all([import('../sync/sync-line.tsx'), words.need('orders')])
    return { default: file.SyncLine }
  }),
)

/** What stands over each page once it has drawn its first figures: a newer version, and what waits for a network. */
export function Later() {
  useEffect(() => {
    void patiently(() => import('../sync/fetch-ahead.ts')).then((file) => file.startFetchAhead())
  }, [])
  return (
    <>
      <UpdateNotice />
      <Suspense fallback={null}>
        <SyncLine />
      </Suspense>
    </>
  )
}
