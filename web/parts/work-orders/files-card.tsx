import { useTranslations } from 'use-intl'
import { StoredDocuments, StoredPictures } from '../../app/photo/stored-files.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

/** Pictures and documents, where there are any. */
export function FileStrip({ images, files }: Pick<Order, 'images' | 'files'>) {
  const t = useTranslations('order')
  return (
    <>
      {images.length > 0 && <StoredPictures pictures={images} label={t('images')} />}
      {files.length > 0 && <StoredDocuments documents={files} label={t('files')} />}
    </>
  )
}

/** What the handler wrote when it was done; its pictures stand beside those of before. */
export function ReportCard({ order: { report, station } }: { order: Order }) {
  const t = useTranslations('order')
  const format = useFormat()
  if (!report) return null
  return (
    <Card title={t('report')}>
      <p className={styles.text}>{report.text}</p>
      <p className={styles.quiet}>
        {t('reportBy', { name: report.by.name, at: format.instant(report.at, station.timeZone) })}
      </p>
    </Card>
  )
}
