import { CameraOff, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../button.tsx'
import type { CameraProblem } from './camera.ts'
import styles from './scanner.module.css'

/** Why there is no picture, and what to do about it. */
export function CameraMessage({
  problem,
  onRetry,
  instead,
}: {
  problem: CameraProblem
  onRetry: () => void
  instead?: ReactNode
}) {
  const t = useTranslations('scanner')
  return (
    <div className={styles.message} role="alert">
      <span className={styles.messageIcon}>
        {problem === 'insecure' ? <Lock size={28} aria-hidden /> : <CameraOff size={28} aria-hidden />}
      </span>
      <h3>{t(`problem.${problem}.title`)}</h3>
      <p>{t(`problem.${problem}.text`)}</p>
      {problem === 'insecure' && <code>npm run certificate</code>}
      <div className={styles.messageActions}>
        {problem !== 'insecure' && (
          <Button kind="soft" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {instead}
      </div>
    </div>
  )
}
