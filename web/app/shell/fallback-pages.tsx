import { Compass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo, tabRoutes, type RouteName } from '../../paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../failure/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { usePane } from '../../kit/navigation/pane.ts'
import { useGivenTitle } from './given-title.ts'
import { PageShape } from './page-shapes.tsx'

const tabTitles = { 'om-page': 'om', 'service-page': 'service', 'mine-page': 'mine' } as const
/** What a tab is called in any place; null where its page says it, or for a page that is none. */
const tabTitleOf = (route: RouteName): (typeof tabTitles)[keyof typeof tabTitles] | null =>
  route === 'om-page' || route === 'service-page' || route === 'mine-page' ? tabTitles[route] : null

/** While a page's own code is on its way: its bar as it will be, and one skeleton of its shape. */
export function PagePending({ route }: { route: RouteName }) {
  const t = useTranslations('shell')
  const given = useGivenTitle()
  const pane = usePane()
  const isTab = tabRoutes.some((one) => one === route)
  const tab = tabTitleOf(route)
  const title = tab ? t(tab) : given
  return (
    <Page title={title ?? ''} {...(!isTab && !pane && { back: pathTo('home') })}>
      <PageShape of={route} />
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

/** A page that broke while it was drawn or loaded; the rest of the app stays. */
export function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title="Sunkeeper" back={pathTo('home')}>
      <ErrorState error={error} onRetry={onRetry} />
    </Page>
  )
}
