import { Compass, Hammer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo, type RouteName } from '../../paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../failure/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'

/** While a page's own code is on its way. */
export function PagePending() {
  return (
    <Page title={' '}>
      <SkeletonCard />
      <SkeletonCard kind="chart" />
      <SkeletonCard kind="rows" />
    </Page>
  )
}

/** An address that leads nowhere. */
export function UnknownPage() {
  const t = useTranslations('shell')
  return (
    <Page title={t('unknownTitle')} back={pathTo('home')}>
      <EmptyState
        icon={<Compass size={26} aria-hidden />}
        title={t('unknownTitle')}
        text={t('unknownText')}
        action={<ButtonLink to={pathTo('home')}>{t('toHome')}</ButtonLink>}
      />
    </Page>
  )
}

const tabTitles = { 'om-page': 'om', 'service-page': 'service', 'mine-page': 'mine' } as const

/** A route of the specification that this version does not contain. */
export function UnbuiltPage({ route }: { route: RouteName }) {
  const t = useTranslations('shell')
  const tab =
    route === 'om-page' || route === 'service-page' || route === 'mine-page' ? tabTitles[route] : null
  return (
    <Page title={tab ? t(tab) : 'Sunkeeper'} {...(!tab && { back: pathTo('home') })}>
      <EmptyState
        icon={<Hammer size={26} aria-hidden />}
        title={t('unbuiltTitle')}
        text={t('unbuiltText')}
        action={<ButtonLink to={pathTo('home')}>{t('toHome')}</ButtonLink>}
      />
    </Page>
  )
}

/** A page that broke while it was drawn or loaded; the rest of the app stays. */
export function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title="Sunkeeper" back={pathTo('home')}>
      <ErrorState error={error} onRetry={onRetry} />
    </Page>
  )
}
