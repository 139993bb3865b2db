import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { boot } from './app/data/boot.ts'
import { base } from './kit/navigation/app-path.ts'
import { searches, type RouteName } from './paths.ts'
import { words } from './app/phrases/catalogues.ts'
import { pages, type PageSource } from './routes.ts'
import { choiceInstead } from './app/shell/choices.ts'
import { parseSearch, readSearch, writeSearch } from './kit/search.ts'
import { RootLayout } from './app/shell/root-layout.tsx'
import { lazyPage } from './app/shell/lazy-page.tsx'
import { moveInSight } from './app/shell/transitions.ts'
import { lazyAside } from './kit/lazy.ts'
import { setMover } from './kit/navigation/navigate.ts'
import { PageFailed, UnknownPage } from './app/shell/fallback-pages.tsx'

// Newer versions, and what waits for a network: nothing that a first page needs.
const Later = lazyAside(async () => (await import('./boot/after-first-paint.tsx')).Later)

/** Fetches the code of a page. The router waits for none: the page's frame stands at once, and its skeleton in it. */
const prepares = new Map<string, () => Promise<void>>()
const nameIn = (path: string): string => path.replace(base, '').split('?')[0]?.replaceAll('/', '') ?? ''

const component = (name: RouteName, { load, words: needed }: PageSource) => {
  const Route = lazyPage(name, async () => {
    boot.fetchPage(name, words.language())
    const [page] = await Promise.all([load(), words.need(...needed)])
    return page
  })
  prepares.set(name, Route.prepare)
  return Route
}

const treeOf = () => {
  const root = createRootRoute({
    component: () => <RootLayout Later={Later} />,
    notFoundComponent: UnknownPage,
  })
  const names = Object.keys(searches) as RouteName[]
  const children = names.map((name) => {
    return createRoute({
      getParentRoute: () => root,
      path: `/${name}`,
      validateSearch: (raw: Record<string, unknown>): Record<string, unknown> =>
        readSearch(searches[name], raw),
      // No page waits for what its address does not name: it is chosen first.
      beforeLoad: ({ search }: { search: Record<string, unknown> }) => {
        const instead = choiceInstead(name, search)
        if (instead === null) return
        const [to = '/', written = ''] = instead.split('?')
        throw redirect({ to, search: parseSearch(written), replace: true })
      },
      component: component(name, pages[name]),
    })
  })

  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/home', replace: true })
    },
  })

  /** Pages that only development shows. */
  const gallery = import.meta.env.DEV
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/gallery',
          component: lazyRouteComponent(() => import('./pages/gallery.tsx'), 'GalleryPage'),
        }),
      ]
    : []

  return root.addChildren([index, ...children, ...gallery])
}

/** Made when asked for, in two steps: each takes a slow phone as long as running the file that it stands in. */
export const openRouter = async (breath: () => Promise<void>) => {
  const routeTree = treeOf()
  await breath()
  const router = createRouter({
    routeTree,
    basepath: base,
    parseSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }: ErrorComponentProps) => (
      <PageFailed error={error} onRetry={reset} />
    ),
    defaultNotFoundComponent: UnknownPage,
  })

  const { history } = router
  setMover({
    history: {
      push: (href, carried) => history.push(href, carried),
      replace: (href, carried) => history.replace(href, carried),
      back: () => history.back(),
      canGoBack: () => history.canGoBack(),
    },
    preload: (path) => void prepares.get(nameIn(path))?.(),
    turn: (path, replace) => {
      const [to = '/', search = ''] = path.split('?')
      void router.navigate({ to, search: parseSearch(search), replace, resetScroll: false, state: true })
    },
  })
  moveInSight(router)
  // The first page is drawn once, in place of the skeleton in the HTML.
  const load = async (): Promise<void> => {
    await router.load()
    await prepares.get(nameIn(router.state.location.pathname))?.()
  }
  return { router, load }
}
