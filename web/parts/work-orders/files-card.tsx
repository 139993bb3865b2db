import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { StoredDocuments, StoredPictures } from '../../app/photo/stored-files.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

type Files = Pick<Order, 'images' | 'files'>

/** Pictures and documents, where there are any. */
export function FileStrip({ images, files }: Files) {
  const t = useTranslations('order')
  return (
    <>
      {images.length > 0 && <StoredPictures pictures={images} label={t('images')} />}
      {files.length > 0 && <StoredDocuments documents={files} label={t('files')} />}
    </>
  )
}

/** What was added when the order was made. */
export function FilesCard({ images, files }: Files) {
  const t = useTranslations('order')
  if (images.length + files.length === 0) return null
  return (
    <Card title={t('add.evidence')}>
      <div className={styles.stack}>
        <FileStrip images={images} files={files} />
      </div>
    </Card>
  )
}

/** What the handler wrote when it was done. */
export function ReportCard({ order: { report, station } }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  if (!report) return null
  return (
    <Card title={t('report')}>
      <div className={styles.stack}>
        <p className={styles.text}>{report.text}</p>
        <p className={styles.quiet}>
          {t('reportBy', { name: report.by.name, at: format.instant(report.at, station.timeZone) })}
        </p>
        <FileStrip images={report.images} files={report.files} />
      </div>
    </Card>
  )
}
