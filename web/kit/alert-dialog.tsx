import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { useModal } from './modal.ts'
import styles from './sheet.module.css'

type AlertDialogProps = {
  open: boolean
  title: string
  /** Names what will happen. */
  text: ReactNode
  /** The word of the act itself, not "OK". */
  confirm: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The second step before something that cannot be taken back. Cancel has the focus. */
export function AlertDialog({
  open,
  title,
  text,
  confirm,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: AlertDialogProps) {
  const t = useTranslations('ui')
  const id = useId()
  const { dialog, shown } = useModal(open, onCancel)
  return (
    <dialog
      ref={dialog}
      className={styles.alert}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      {shown && (
        <>
          <h2 className={styles.alertTitle} id={`${id}-title`}>
            {title}
          </h2>
          <div className={styles.alertText} id={`${id}-text`}>
            {text}
          </div>
          <div className={styles.buttons}>
            <Button kind="quiet" data-first onClick={onCancel}>
              {t('cancel')}
            </Button>
            <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}
