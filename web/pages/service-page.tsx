import { useTranslations } from 'use-intl'
import { useSession } from '../app/session/session.ts'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { navigate } from '../kit/navigation/navigate.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { ErrorState } from '../app/failure/error-state.tsx'
import { Columns } from '../kit/columns.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { ConnectedCard } from '../parts/service/connected-card.tsx'
import { HelpPagesCard } from '../parts/service/help-pages-card.tsx'
import { HelpSheet } from '../parts/help/help-sheet.tsx'
import { LazyRegistry } from '../parts/service/lazy-registry.tsx'
import { ToolsCards } from '../parts/service/tools-card.tsx'

export function ServicePage() {
  const t = useTranslations('service')
  const { help, tool } = usePageSearch('service-page')
  const session = useSession()
  const home = useData('GET /api/home')
  // What is to be done has the same count.
  const troubles = useData('GET /api/troubles', { query: { limit: 1 } })
  return (
    <Page title={t('title')} spread onRefresh={() => Promise.all([home.refetch(), troubles.refetch()])}>
      {/* Who it is decides how many tools there are, and so where everything below stands. */}
      {session.data ? (
        <Columns>
          <>
            <ConnectedCard home={home} troubles={troubles} />
            <ToolsCards />
          </>
          <HelpPagesCard />
        </Columns>
      ) : session.error ? (
        <>
          <ErrorState error={session.error} onRetry={() => void session.refetch()} />
          <HelpPagesCard />
        </>
      ) : (
        <Columns>
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard />
        </Columns>
      )}
      {tool === 'registry' && <LazyRegistry />}
      <HelpSheet of={help} onClose={() => navigate.back(pathTo('service-page'))} />
    </Page>
  )
}
