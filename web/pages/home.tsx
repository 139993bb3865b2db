import { CircleQuestionMark, FileChartColumn, List } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { words } from '../app/phrases/catalogues.ts'
import { useAllowed } from '../app/session/allowed.tsx'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { useWide } from '../app/shell/width.ts'
import { Waiting } from '../app/failure/waiting.tsx'
import { lazy, lazyAside } from '../kit/lazy.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { serverNow } from '../kit/time/clock.ts'
import { useOlderThan } from '../kit/time/now.ts'
import { Columns } from '../kit/columns.tsx'
import { IconLink, Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { AttentionCard } from '../parts/home/attention-card.tsx'
import type { Home } from '../parts/home/home-data.ts'
import { EnergyCard } from '../parts/home/energy-card.tsx'
import { PowerCard } from '../parts/home/power-card.tsx'
import { needsLook } from '../parts/home/verdict.ts'
import { presentMonth } from '../parts/home/present-month.ts'

// Seen once, before the first station.
const NoStations = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../parts/home/no-stations.tsx'), words.need('beginning')])
    return file.NoStations
  },
  <SkeletonCard kind="rows" />,
)

// Seen on a wall alone.
const Wall = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/fleet/wall/wall.tsx'),
      words.need('wall', 'board', 'troubles', 'orders', 'presence', 'map'),
    ])
    return file.Wall
  },
  <SkeletonCard kind="chart" />,
)

// Seen by whoever has several stations and a wide screen.
const FleetCards = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/fleet/fleet-cards.tsx'),
      words.need('board', 'troubles', 'orders', 'presence', 'map'),
    ])
    return file.FleetCards
  },
  <SkeletonCard kind="chart" />,
)

// Of whoever works on orders. Without its code the figures stand where they stand for everybody.
const WorkFirst = lazy(
  async () => {
    const [file] = await Promise.all([import('../parts/home/work-first.tsx'), words.need('orders')])
    return file.WorkFirst
  },
  <SkeletonCard kind="rows" rows={3} />,
  ({ given }) => given.children,
)

const LaterCards = lazyAside(async () => (await import('../parts/home/later-cards.tsx')).LaterCards)

/** Live events renew it sooner; this is for an installation where nothing moves. */
const renewMs = 60_000
/** The server leaves old readings out of its sums, so what ages is its answer: three missed renewals look stale. */
const staleMs = 3 * renewMs + 15_000

const FleetReportPage = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/reports/fleet-report.tsx'),
      words.need('report', 'compared', 'chart'),
    ])
    return file.FleetReportPage
  },
  () => <ReportSkeleton />,
)

function ReportSkeleton() {
  const t = useTranslations('home')
  return (
    <Page title={t('report')} back={pathTo('home')}>
      <SkeletonCard kind="rows" rows={3} />
    </Page>
  )
}

export function HomePage() {
  const search = usePageSearch('home')
  if (search.wall) return <Wall />
  if (search.report !== undefined)
    return (
      <FleetReportPage of={search.report} onChange={(report) => setPageSearch('home', search, { report })} />
    )
  return <HomeItself />
}

function HomeItself() {
  const t = useTranslations('home')
  const ui = useTranslations('ui')
  const home = useData('GET /api/home', undefined, { refetchInterval: renewMs })
  // Answers are drawn in slices between frames, like the page itself.
  const data = useDeferredValue(home.data)
  const any = data && data.stations > 0
  // Among many cards the way to it would be below the fold.
  const wide = useWide() && any && data.stations > 1
  return (
    <Page
      title={t('title')}
      spread
      whole={any === true && data.stations > 1}
      onRefresh={home.refetch}
      actions={
        <>
          {wide && (
            <IconLink to={pathTo('home', { report: presentMonth(serverNow()) })} label={t('report')}>
              <FileChartColumn size={22} aria-hidden />
            </IconLink>
          )}
          {any && (
            <IconLink to={pathTo('station-list')} label={t('toStations')}>
              <List size={24} aria-hidden />
            </IconLink>
          )}
          <IconLink to={pathTo('service-page', { help: 'numbers' })} label={ui('help')}>
            <CircleQuestionMark size={22} aria-hidden />
          </IconLink>
        </>
      }
    >
      {data ? (
        <Figures home={data} />
      ) : (
        <Waiting of={{ error: !home.data && home.error, refetch: home.refetch }}>
          <SkeletonCard kind="chart" />
          <SkeletonCard kind="rows" rows={2} />
          <SkeletonCard kind="rows" />
        </Waiting>
      )}
    </Page>
  )
}

function Figures({ home }: { home: Home }) {
  // What lies below the fold comes a moment after the figures above it.
  const whole = useDeferredValue(true, false)
  const stale = useOlderThan(home.at, staleMs)
  const wide = useWide()
  const works = useAllowed('om:order:handle')
  if (home.stations === 0) return <NoStations person={home.person} />
  const attention = home.attention.filter(needsLook)
  // Those that came back meanwhile are no part of the count either.
  const attentionTotal = home.attentionTotal - (home.attention.length - attention.length)
  const present = { ...home, attention, attentionTotal }
  const figures = (
    <>
      <EnergyCard home={home} />
      {whole && attention.length > 0 && (
        <AttentionCard stations={attention} total={attentionTotal} neverHeard={home.neverHeard} />
      )}
    </>
  )
  if (wide && home.stations > 1) return <FleetCards home={present} stale={stale} />
  return (
    <Columns>
      <>
        <PowerCard home={present} stale={stale} />
        {works ? <WorkFirst>{figures}</WorkFirst> : figures}
      </>
      {whole && <LaterCards home={home} stale={stale} />}
    </Columns>
  )
}
