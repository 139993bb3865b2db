import { useTranslations } from 'use-intl'
import { StoredDocuments, StoredPictures, type StoredFile } from '../../app/photo/stored-files.tsx'
import { Card } from '../../kit/card.tsx'
import type { Order } from './use-orders.ts'
import styles from './order.module.css'

/** The pictures of the checklist and of the report. */
const afterOf = ({ checklist, report }: Order): StoredFile[] => [
  ...checklist.flatMap(({ kind, answer }) => (kind === 'photo' && answer?.file ? [answer.file] : [])),
  ...(report?.images ?? []),
]

/** How it looked when the order was made, and beside it how it looks now; then the documents of both. */
export function EvidenceCard({ order }: { order: Order }) {
  const t = useTranslations('order')
  const after = afterOf(order)
  const documents = [...order.files, ...(order.report?.files ?? [])]
  if (order.images.length + after.length + documents.length === 0) return null
  return (
    <Card title={t('evidence')}>
      <div className={styles.stack}>
        {order.images.length + after.length > 0 && (
          <div className={styles.sides}>
            <Side title={t('verifyBefore')} label={t('images')} pictures={order.images} />
            <Side title={t('verifyAfter')} label={t('imagesAfter')} pictures={after} />
          </div>
        )}
        {documents.length > 0 && <StoredDocuments documents={documents} label={t('files')} />}
      </div>
    </Card>
  )
}

type SideProps = { title: string; label: string; pictures: readonly StoredFile[] }

function Side({ title, label, pictures }: SideProps) {
  const t = useTranslations('order')
  return (
    <div>
      <h3 className={styles.sub}>{title}</h3>
      {pictures.length > 0 ? (
        <StoredPictures pictures={pictures} label={label} />
      ) : (
        <p className={styles.noPicture}>{t('noImages')}</p>
      )}
    </div>
  )
}
