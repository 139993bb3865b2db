import { Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../kit/button.tsx'
import styles from './commissioning.module.css'

type ListActsProps = {
  count: number
  busy: boolean
  /** null: not permitted. */
  onActivate: (() => void) | null
  onDelete: (() => void) | null
}

/** What can be done with the gateways that are chosen; always within reach. */
export function ListActs({ count, busy, onActivate, onDelete }: ListActsProps) {
  const t = useTranslations('commissioning')
  return (
    <div className={styles.acting}>
      <output>{t('chosen', { count: String(count) })}</output>
      {onDelete && (
        <Button kind="dangerPlain" icon={<Trash2 size={18} aria-hidden />} onClick={onDelete}>
          {t('delete')}
        </Button>
      )}
      {onActivate && (
        <Button busy={busy} onClick={onActivate}>
          {t('activate')}
        </Button>
      )}
    </div>
  )
}
