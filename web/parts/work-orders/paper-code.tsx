import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { whenQuiet } from '../../kit/when-quiet.ts'
import { pathTo } from '../../paths.ts'
import styles from './order.module.css'

const QrCode = lazyPart(async () => (await import('../../kit/qr-code.tsx')).QrCode, null)

/** On paper alone: the order's number and a code that opens it on a phone, there before somebody prints. */
export function PaperCode({ orderId, no }: { orderId: string; no: string }) {
  const t = useTranslations('order')
  const [ready, setReady] = useState(false)
  useEffect(() => whenQuiet(() => setReady(true)), [])
  const address = `${location.origin}/h5${pathTo('work-order-detail', { orderId })}`
  return (
    <div className={styles.paper}>
      {ready && <QrCode text={address} label={t('paperCode')} />}
      <p>
        <b>{no}</b>
        {t('paperCode')}
      </p>
    </div>
  )
}
