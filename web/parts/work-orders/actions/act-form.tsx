import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import { Button, type ButtonKind } from '../../../kit/button.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { Form } from '../../../kit/form.tsx'
import type { useOrderAct } from '../use-order-act.ts'
import { actWord, type ActSheetProps } from './act-sheet.ts'
import { ChangedNote } from './changed-note.tsx'
import styles from '../order.module.css'

type ActFormProps = Pick<ActSheetProps, 'order' | 'action' | 'onClose'> & {
  form: ReturnType<typeof useOrderAct>
  onSend: () => Promise<void>
  kind?: ButtonKind
  disabled?: boolean
  children: ReactNode
}

/** The sheet of an action: what has changed meanwhile, what it wants to be told, and its button. */
export function ActForm(props: ActFormProps) {
  const { order, action, onClose, form, onSend, kind = 'primary', disabled = false, children } = props
  const t = useTranslations('order')
  const word = t(`act.${actWord(action)}`)
  return (
    <Sheet open onClose={onClose} title={word}>
      <Form onSend={onSend} className={styles.sheet}>
        <ChangedNote order={order} action={action} />
        {children}
        <FormFailure text={form.failed} />
        <Button type="submit" wide kind={kind} busy={form.busy} disabled={disabled}>
          {word}
        </Button>
      </Form>
    </Sheet>
  )
}
