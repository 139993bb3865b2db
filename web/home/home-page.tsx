import { useTranslations } from 'use-intl'
import { useData } from '../data/query.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Figure } from '../ui/figure.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'

export function HomePage() {
  const t = useTranslations('home')
  const home = useData('GET /api/home')
  return (
    <Page title={t('title')} onRefresh={home.refetch}>
      {home.data ? (
        <Card>
          <Figure measure="power" value={home.data.totals.powerW} at={home.data.totals.powerAt} size="xl" />
        </Card>
      ) : home.error ? (
        <ErrorState error={home.error} onRetry={() => void home.refetch()} />
      ) : (
        <SkeletonCard />
      )}
    </Page>
  )
}
