import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LogList } from '../log/log-list.tsx'
import { usePages } from '../../app/lists/use-pages.ts'
import { Segmented } from '../../kit/segmented.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import styles from './mine.module.css'

type Only = 'all' | 'refused'

/** What the people of the company did; for an administrator, everybody. */
export function AuditSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('log')
  const [only, setOnly] = useState<Only>('all')
  return (
    <Sheet open title={t('companyTitle')} onClose={onClose} size="full">
      <div className={styles.act}>
        <Segmented
          label={t('show')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'refused', label: t('refusedOnly') },
          ]}
          value={only}
          onChange={setOnly}
        />
      </div>
      <Log key={only} only={only} />
    </Sheet>
  )
}

function Log({ only }: { only: Only }) {
  const list = usePages(
    'GET /api/audit',
    { query: { ...(only === 'refused' && { refused: 'true' }), limit: 50 } },
    (page) => page.entries,
    { staleTime: 0 },
  )
  return <LogList list={list} />
}
