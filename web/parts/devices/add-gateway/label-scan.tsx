import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readGatewayLabel } from '#domain/devices/read-label.ts'
import field from '../../../kit/field.module.css'
import { LazyScanner } from '../../../app/scanner/lazy-scanner.ts'
import { PhotoButton } from '../../../kit/scanner/photo-button.tsx'
import { wakeSound, type Verdict } from '../../../kit/scanner/signals.ts'
import { useHandScanner } from '../../../kit/scanner/use-hand-scanner.ts'
import { toast } from '../../../kit/toast.tsx'
import styles from './adding.module.css'

export type GatewayLabel = NonNullable<ReturnType<typeof readGatewayLabel>>

/** Serial number and claim code from the label of a gateway in one go: by camera, photo or hand scanner. */
export function LabelScan({ onLabel }: { onLabel: (label: GatewayLabel) => void }) {
  const t = useTranslations('adding')
  const [scanning, setScanning] = useState(false)
  const [wrong, setWrong] = useState('')
  const take = (text: string): Verdict => {
    const label = readGatewayLabel(text)
    setWrong(label ? '' : text.slice(0, 40))
    if (!label) return 'wrong'
    onLabel(label)
    setScanning(false)
    return 'taken'
  }
  const takeFirst = (texts: readonly string[]): void => {
    if (!texts.some((text) => take(text) === 'taken')) toast(t('labelWrong'), 'failed')
  }
  useHandScanner((text) => takeFirst([text]))
  return (
    <>
      <button
        type="button"
        className={field.side}
        aria-label={t('scanLabel')}
        onClick={() => {
          wakeSound()
          setWrong('')
          setScanning(true)
        }}
      >
        <ScanLine size={20} aria-hidden />
      </button>
      <LazyScanner
        open={scanning}
        onClose={() => setScanning(false)}
        title={t('scanLabel')}
        onText={take}
        instead={<PhotoButton onTexts={takeFirst} />}
      >
        <output className={styles.scanned}>
          {wrong === '' ? (
            t('scanHint')
          ) : (
            <>
              <b>{wrong}</b>
              {t('labelWrong')}
            </>
          )}
        </output>
      </LazyScanner>
    </>
  )
}
