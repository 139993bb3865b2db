import { Compass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo, type RouteName } from '../../paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../failure/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { usePane } from '../../kit/navigation/pane.ts'
import { useGivenTitle } from './given-title.ts'
import { PageShape } from './page-shapes.tsx'
import { tabs } from './tabs.ts'

/** While a page's own code is on its way: its bar as it will be, and one skeleton of its shape. */
export function PagePending({ route }: { route: RouteName }) {
  const t = useTranslations('shell')
  const given = useGivenTitle()
  const pane = usePane()
  const tab = tabs.find((one) => one.route === route)
  // Home says its title itself.
  const title = tab && route !== 'home' ? t(tab.word) : given
  return (
    <Page title={title ?? ''} {...(!tab && !pane && { back: pathTo('home') })}>
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
