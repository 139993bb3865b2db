import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../app/session/allowed.tsx'
import { refresh } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { useWide } from '../app/shell/width.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Page } from '../kit/page.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { PackagesPart } from '../parts/upgrades/packages-part.tsx'
import { TasksPart } from '../parts/upgrades/tasks-part.tsx'
import { HelpButton } from '../parts/help/help-button.tsx'

const tabs = ['tasks', 'packages'] as const

/** Upgrades of all gateways in sight with their progress, and the firmware packages. */
export function DeviceUpgradePage() {
  const t = useTranslations('upgrades')
  const search = usePageSearch('device-upgrade')
  const tab = search.tab ?? 'tasks'
  const wide = useWide()
  const { gatewayId } = search
  return (
    <Page
      title={t('title')}
      back={pathTo('service-page')}
      whole
      actions={<HelpButton of="upgrade" />}
      onRefresh={() => refresh(tab === 'tasks' ? 'GET /api/upgrade-tasks' : 'GET /api/packages')}
      footer={
        tab === 'tasks' && (
          <Allowed permission="device:upgrade:create">
            <ButtonLink
              wide={!wide}
              icon={<Plus size={18} aria-hidden />}
              to={pathTo('new-upgrade-task', { gatewayId })}
            >
              {t('new')}
            </ButtonLink>
          </Allowed>
        )
      }
    >
      <Tabs
        label={t('title')}
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) =>
          setPageSearch('device-upgrade', search, {
            tab: next === 'tasks' ? undefined : next,
            packageId: undefined,
          })
        }
      >
        {tab === 'tasks' ? <TasksPart search={search} /> : <PackagesPart search={search} />}
      </Tabs>
    </Page>
  )
}
