import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../app/session/allowed.tsx'
import { Editing } from '../app/session/rights/editing.tsx'
import { draftKey } from '../app/data/draft-store.ts'
import { useData } from '../app/data/query.ts'
import { useDraft } from '../app/data/use-draft.ts'
import { pathTo, type PageSearch } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { Waiting } from '../app/failure/waiting.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { useAboutStart } from '../parts/work-orders/add/about-alarm.tsx'
import { AddForm } from '../parts/work-orders/add/add-form.tsx'
import { ContentChoice } from '../parts/work-orders/add/lazy-content-choice.tsx'
import { draftFrom, newDraft, type OrderDraft } from '../parts/work-orders/add/order-draft.ts'

type Search = PageSearch<'add-work-order'>

/** What this page was opened for; each has a draft of its own. */
const whatOf = ({ stationId, deviceId, alarms, about, type }: Search): string =>
  ['order', type, stationId, deviceId, alarms, about].filter(Boolean).join(' ')

/** An order of any type, from alarms or by hand. What is entered survives leaving, reloading and an expired session. */
export function AddWorkOrderPage() {
  const t = useTranslations('order')
  const search = usePageSearch('add-work-order')
  const creates = useAllowed('om:order:create')
  const title = t(creates ? 'add.title' : 'add.report')
  return (
    <Editing route="add-work-order" search={search} title={title} back={pathTo('om-page', { tab: 'orders' })}>
      {({ id }) => <Drafted personId={id} search={search} title={title} reports={!creates} />}
    </Editing>
  )
}

type DraftedProps = { personId: string; search: Search; title: string; reports: boolean }

function Drafted({ personId, search, title, reports }: DraftedProps) {
  const key = draftKey(personId, whatOf(search))
  const draft = useDraft<OrderDraft>(key)
  const { alarms, stationId = null, deviceId } = search
  const check = useData(
    'GET /api/orders/check',
    { query: { alarmIds: alarms ?? '' } },
    { enabled: alarms !== undefined, staleTime: 0 },
  )
  const about = useData(
    'GET /api/alarms/{alarmId}',
    { params: { alarmId: search.about ?? '' } },
    { enabled: search.about !== undefined },
  )
  const device = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: deviceId ?? '' } },
    { enabled: deviceId !== undefined },
  )
  const aboutStart = useAboutStart()
  // It comes while what it shows is asked for.
  useEffect(() => {
    if (alarms !== undefined) void ContentChoice.prepare()
  }, [alarms])
  const alarm = about.data?.alarm
  const failed = search.about !== undefined ? about : check
  const waits =
    draft.found === undefined ||
    (alarms !== undefined && !check.data) ||
    (search.about !== undefined && !alarm) ||
    // A device that is not there stays answered while the form below asks for it again.
    (deviceId !== undefined && !device.data && !device.isFetched)
  if (waits)
    return (
      <Page title={title} back={pathTo('om-page', { tab: 'orders' })}>
        <Waiting of={{ error: !failed.data && failed.error, refetch: failed.refetch }}>
          <SkeletonCard kind="rows" rows={3} />
          <SkeletonCard kind="rows" rows={5} />
        </Waiting>
      </Page>
    )
  // An inverter cannot be its subject: the order is the station's, and says which it is about.
  const led = device.data?.device
  const inverter = led?.kind === 'inverter' ? [led.name, led.sn].filter(Boolean).join(' · ') : null
  const start = newDraft({
    type: alarms === undefined ? (search.type ?? 'repair') : 'alarm',
    stationId: check.data?.station?.id ?? alarm?.station.id ?? stationId,
    device: deviceId === undefined || inverter !== null ? null : { id: deviceId, name: '…' },
    ...(inverter !== null && { description: inverter }),
    ...(alarm && aboutStart(alarm)),
  })
  return (
    <AddForm
      key={`${key} ${draft.round}`}
      title={title}
      search={search}
      reports={reports}
      checked={alarms === undefined ? null : (check.data ?? null)}
      about={alarm ?? null}
      inverter={inverter}
      start={start}
      found={draftFrom(draft.found)}
      uploadKey={key}
      draft={draft}
    />
  )
}
