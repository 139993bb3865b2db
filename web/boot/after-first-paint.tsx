import { useEffect } from 'react'
import { fetchPages } from '../app/shell/fetch-pages.ts'
import { words } from '../app/phrases/catalogues.ts'
import { lazyAside, patiently } from '../kit/lazy.ts'
import { UpdateNotice } from '../app/shell/update-notice.tsx'

const SyncLine = lazyAside(async () => {
  const [file] = await Promise.all([import('../parts/sync/sync-line.tsx'), words.need('orders')])
  return file.SyncLine
})

/** What stands over each page once it has drawn its first figures: a newer version, and what waits for a network. */
export function Later() {
  useEffect(() => {
    const stop = fetchPages()
    void patiently(() => import('../parts/sync/fetch-ahead.ts')).then((file) => file.startFetchAhead())
    return stop
  }, [])
  return (
    <>
      <UpdateNotice />
      <SyncLine />
    </>
  )
}
