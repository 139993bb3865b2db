import { useTranslations } from 'use-intl'
import { useData } from '../data/query.ts'
import { pathTo } from '../paths.ts'
import { navigate } from '../shell/navigate.ts'
import { usePageSearch } from '../shell/page-search.ts'
import { Page } from '../ui/page.tsx'
import { ConnectedCard } from './connected-card.tsx'
import { HelpCard } from './help-card.tsx'
import { HelpSheet } from './help-sheet.tsx'
import { ToolsCard } from './tools-card.tsx'

export function ServicePage() {
  const t = useTranslations('service')
  const { help } = usePageSearch('service-page')
  const home = useData('GET /api/home')
  const attention = useData('GET /api/attention', { query: { limit: 100 } })
  return (
    <Page title={t('title')} onRefresh={() => Promise.all([home.refetch(), attention.refetch()])}>
      <ToolsCard />
      <ConnectedCard home={home} attention={attention.data} />
      <HelpCard />
      <HelpSheet of={help} onClose={() => navigate.back(pathTo('service-page'))} />
    </Page>
  )
}
