import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './order.module.css'

type Safety = { access: string; hazards: string; safety: string }

/** What stands on every order of a station. */
export function SafetySheet({
  stationId,
  present,
  onClose,
}: {
  stationId: string
  present: Safety
  onClose: () => void
}) {
  const t = useTranslations('order')
  const ui = useTranslations('ui')
  const form = useAct({ fresh: true })
  const [typed, setTyped] = useState<Safety>({
    access: present.access,
    hazards: present.hazards,
    safety: present.safety,
  })
  const save = async (): Promise<void> => {
    const input = { params: { stationId }, body: typed }
    if (!(await form.send('PUT /api/stations/{stationId}/safety', input))) return
    toast(t('done.other'))
    onClose()
  }
  const field = (name: keyof Safety, help: string) => (
    <AreaField
      label={t(name)}
      help={help}
      optional
      maxLength={REMARK_MAX}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  return (
    <Sheet open onClose={onClose} title={t('safetyTitle')}>
      <div className={styles.sheet}>
        <p className={styles.quiet}>{t('safetyHelp')}</p>
        <Fields>
          {field('access', t('accessHelp'))}
          {field('hazards', t('hazardsHelp'))}
          {field('safety', t('safetyTextHelp'))}
        </Fields>
        <FormFailure text={form.failed} />
        <Button wide busy={form.busy} onClick={() => void save()}>
          {ui('save')}
        </Button>
      </div>
    </Sheet>
  )
}
