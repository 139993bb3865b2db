import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LogList } from '../../log/log-list.tsx'
import { usePages } from '../../../app/lists/use-pages.ts'
import { Segmented } from '../../../kit/segmented.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import type { StationData } from '../station-queries.ts'
import styles from './sharing.module.css'

type Only = 'all' | 'looks' | 'acts'

/** Who looked at a station and who did what there. */
export function LogSheet({ station, onClose }: { station: StationData; onClose: () => void }) {
  const t = useTranslations('log')
  const [only, setOnly] = useState<Only>('all')
  return (
    <Sheet open title={t('stationTitle')} onClose={onClose} size="full">
      <div className={styles.top}>
        <Segmented
          label={t('show')}
          options={(['all', 'looks', 'acts'] as const).map((value) => ({ value, label: t(value) }))}
          value={only}
          onChange={setOnly}
        />
      </div>
      <Log key={only} station={station} only={only} />
    </Sheet>
  )
}

function Log({ station, only }: { station: StationData; only: Only }) {
  const list = usePages(
    'GET /api/stations/{stationId}/log',
    { params: { stationId: station.id }, query: { ...(only !== 'all' && { only }), limit: 50 } },
    (page) => page.entries,
    { staleTime: 0 },
  )
  return <LogList list={list} timeZone={station.timeZone} />
}
