import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LogList } from '../log/log-list.tsx'
import { call } from '../../app/data/call.ts'
import { Segmented } from '../../kit/segmented.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import styles from './mine.module.css'

/** What the people of the company did; for an administrator, everybody. */
export function AuditSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('log')
  const [only, setOnly] = useState<'all' | 'refused'>('all')
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
      <LogList
        key={only}
        queryKey={['GET /api/audit', { only }]}
        read={(cursor) =>
          call('GET /api/audit', {
            query: { refused: only === 'refused' ? 'true' : undefined, cursor, limit: 50 },
          })
        }
      />
    </Sheet>
  )
}
