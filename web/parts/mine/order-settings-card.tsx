import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { dataKey, queryClient, useData } from '../../app/data/query.ts'
import { Card } from '../../kit/card.tsx'
import { Fields } from '../../kit/field.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './mine.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

type Settings = Answer<'GET /api/company/settings'>['settings']
type Name = 'autoDispatch' | 'autoReview'

/** Automatic dispatch and review of the company's work orders. They hold for what reaches the step afterwards. */
export function OrderSettingsCard() {
  const t = useTranslations('mine')
  const found = useData('GET /api/company/settings')
  const act = useAct({ toasts: true })
  const settings = found.data?.settings
  if (!found.data) return <Waiting of={found} inline />
  if (!settings) return null
  const set = async (name: Name, on: boolean): Promise<void> => {
    const { autoDispatch, autoReview, version } = settings
    const body = { autoDispatch, autoReview, [name]: on }
    const answer = await act.send('PUT /api/company/settings', { body, ifMatch: version })
    if (!answer) return
    queryClient.setQueryData<{ settings: Settings }>(dataKey('GET /api/company/settings'), answer)
    toast(t('settingsSaved'))
  }
  const field = (name: Name) => (
    <SwitchField
      label={t(name)}
      help={t(`${name}Help`)}
      checked={settings[name]}
      disabled={act.busy}
      onChange={(on) => void set(name, on)}
    />
  )
  return (
    <Card flush title={t('orderSettings')}>
      <Fields>
        {field('autoDispatch')}
        {field('autoReview')}
      </Fields>
      <p className={styles.settingsNote}>{t('orderSettingsOf', { company: settings.companyName })}</p>
    </Card>
  )
}
