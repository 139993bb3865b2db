import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { pathTo } from '../../../paths.ts'
import { ButtonLink } from '../../../kit/button.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'

/** A station whose strings have nothing to hang on. */
export function NoInverter({ stationId }: { stationId: string }) {
  const t = useTranslations('arrays')
  const adds = useAllowed('device:device:add', stationId)
  return (
    <EmptyState
      title={t('noInverter')}
      text={t('noInverterText')}
      action={
        adds && (
          <ButtonLink to={pathTo('add-generate-power-device', { stationId })}>{t('addDevices')}</ButtonLink>
        )
      }
    />
  )
}
