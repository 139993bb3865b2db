import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../app/data/api-error.ts'
import { call } from '../../app/data/call.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { dataKey, queryClient, refresh, useData } from '../../app/data/query.ts'
import { Card } from '../../kit/card.tsx'
import { ErrorState, useFailureText } from '../../app/failure/error-state.tsx'
import { Fields } from '../../kit/field.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './mine.module.css'

type Settings = Answer<'GET /api/company/settings'>['settings']
type Name = 'autoDispatch' | 'autoReview'

/** Automatic dispatch and review of the company's work orders. They hold for what reaches the step afterwards. */
export function OrderSettingsCard() {
  const t = useTranslations('mine')
  const failureText = useFailureText()
  const found = useData('GET /api/company/settings')
  const [busy, setBusy] = useState<Name | null>(null)
  const settings = found.data?.settings
  if (!found.data)
    return found.error ? (
      <ErrorState inline error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonCard kind="rows" rows={2} />
    )
  if (!settings) return null
  const set = async (name: Name, on: boolean): Promise<void> => {
    const { autoDispatch, autoReview, version } = settings
    setBusy(name)
    try {
      const answer = await call('PUT /api/company/settings', {
        body: { autoDispatch, autoReview, [name]: on },
        ifMatch: version,
      })
      queryClient.setQueryData<{ settings: Settings }>(dataKey('GET /api/company/settings'), answer)
      toast(t('settingsSaved'))
    } catch (error) {
      toast(failureText(error), 'failed')
      if (error instanceof ApiError && error.status === 412) await refresh('GET /api/company/settings')
    } finally {
      setBusy(null)
    }
  }
  const field = (name: Name) => (
    <SwitchField
      label={t(name)}
      help={t(`${name}Help`)}
      checked={settings[name]}
      disabled={busy !== null}
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
