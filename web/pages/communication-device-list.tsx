import { Plus, RadioTower } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { refresh, useData } from '../app/data/query.ts'
import { words } from '../app/phrases/catalogues.ts'
import { pathTo } from '../paths.ts'
import { navigate } from '../kit/navigation/navigate.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { useWide } from '../app/shell/width.ts'
import { useStation, useWatchedStation } from '../parts/stations/station-queries.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { ActivationTalkDialogs } from '../parts/commissioning/activation-talk.tsx'
import { ChecklistSheet, GatewayChecklist } from '../parts/commissioning/checklist-sheet.tsx'
import { offlineFirst, useCommissioning } from '../parts/commissioning/commissioning-queries.ts'
import { DeleteGateways } from '../parts/commissioning/delete-gateways.tsx'
import { ChecksPassed } from '../parts/commissioning/gateway-line.tsx'
import { GatewayList } from '../parts/commissioning/gateway-list.tsx'
import { ListActs } from '../parts/commissioning/list-acts.tsx'
import { useActivation } from '../parts/commissioning/use-activation.ts'
import { HelpButton } from '../parts/help/help-button.tsx'
import { StationLine } from '../parts/stations/station-line.tsx'
import { Waiting } from '../app/failure/waiting.tsx'

const route = 'communication-device-list'

/** On wide screens the checks of a gateway stand beside the list of them. */
const ChecksPage = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../parts/commissioning/checks-page.tsx'), words.need('device')])
    return file.ChecksPage
  },
  () => <SkeletonCard kind="rows" rows={8} />,
)

export function CommunicationDeviceListPage() {
  const { stationId, gatewayId } = usePageSearch(route)
  const wide = useWide()
  return wide && gatewayId !== undefined ? (
    <ChecksPage key={gatewayId} stationId={stationId} gatewayId={gatewayId} onCheckAgain={readAgain} />
  ) : (
    <GatewaysOf key={stationId} stationId={stationId} wide={wide} />
  )
}

const readAgain = (): Promise<unknown> =>
  refresh('GET /api/stations/{stationId}/commissioning', 'GET /api/stations/{stationId}/devices')

/** The gateways of a station: how they are heard, how far they have come, and what can be done with them. */
function GatewaysOf({ stationId, wide }: { stationId: string; wide: boolean }) {
  const t = useTranslations('commissioning')
  const search = usePageSearch(route)
  const station = useStation(stationId)
  const { data, error, refetch } = useCommissioning(stationId)
  const devices = useData('GET /api/stations/{stationId}/devices', { params: { stationId } }).data?.devices
  useWatchedStation(stationId)
  const gateways = useMemo(() => data && offlineFirst(data.gateways), [data])
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState(false)
  const mayActivate = useAllowed('device:device:activate', stationId)
  const mayDelete = useAllowed('device:device:delete', stationId)
  const mayAdd = useAllowed('device:device:add', stationId)
  const activation = useActivation(stationId, gateways, () => setChosenIds(new Set()))
  const behind = useMemo(
    () => Map.groupBy(devices?.filter(({ gatewayId }) => gatewayId !== null) ?? [], (one) => one.gatewayId),
    [devices],
  )
  // What was deleted on another phone is chosen no more.
  const chosen = gateways?.filter(({ id }) => chosenIds.has(id)) ?? []
  const acts = (mayActivate || mayDelete) && gateways !== undefined && gateways.length > 0
  // The checks of one alone stand under it and need no sheet. They have acts of their own, which what is chosen has as well.
  const lone = !wide && gateways?.length === 1 ? gateways[0] : undefined
  const only = chosen.length === 0 ? lone : undefined
  const opened = lone ? null : (gateways?.find(({ id }) => id === search.gatewayId) ?? null)
  const checks = {
    stationId,
    timeZone: station.data?.station.timeZone ?? 'UTC',
    activating: activation.busy,
    onActivate: (id: string) => void activation.activate([id]),
    onCheckAgain: readAgain,
  }
  const adding = pathTo('add-communication-device', { stationId })
  const children = (id: string) => {
    const all = behind.get(id) ?? []
    return { online: all.filter(({ online }) => online).length, all: all.length }
  }
  return (
    <Page
      title={t('title')}
      back={pathTo('station-detail', { stationId, tab: 'devices' })}
      whole
      onRefresh={readAgain}
      actions={
        <>
          <Allowed permission="device:device:add" at={stationId}>
            <IconButton label={t('add')} onClick={() => navigate.push(adding)}>
              <Plus size={24} aria-hidden />
            </IconButton>
          </Allowed>
          <HelpButton of="activation" />
        </>
      }
      {...(chosen.length > 0 && {
        footer: (
          <ListActs
            count={chosen.length}
            busy={activation.busy}
            onActivate={mayActivate ? () => void activation.activate(chosen.map(({ id }) => id)) : null}
            onDelete={mayDelete ? () => setDeleting(true) : null}
          />
        ),
      })}
    >
      <StationLine stationId={stationId} />
      {gateways === undefined ? (
        <Waiting of={{ error, refetch }}>
          <SkeletonCard />
          <SkeletonCard />
        </Waiting>
      ) : gateways.length === 0 ? (
        <EmptyState
          icon={<RadioTower size={26} aria-hidden />}
          title={t('empty')}
          text={t(mayAdd ? 'emptyText' : 'emptyWait')}
          {...(mayAdd && { action: <ButtonLink to={adding}>{t('add')}</ButtonLink> })}
        />
      ) : (
        <>
          <GatewayList
            gateways={gateways}
            behindOf={devices ? children : null}
            chosen={acts ? chosenIds : null}
            onChoose={setChosenIds}
            opensOf={(gatewayId) =>
              lone
                ? pathTo('gateway-detail', { deviceId: gatewayId })
                : wide
                  ? pathTo(route, { stationId, gatewayId })
                  : () => setPageSearch(route, search, { gatewayId }, 'push')
            }
            lone={lone !== undefined}
          />
          {only && (
            <Card flush title={<ChecksPassed gateway={only} />}>
              <GatewayChecklist gateway={only} {...checks} />
            </Card>
          )}
        </>
      )}
      <ChecklistSheet
        gateway={opened}
        {...checks}
        onClose={() => navigate.back(pathTo(route, { stationId }))}
      />
      <ActivationTalkDialogs activation={activation} gateways={gateways ?? []} />
      <DeleteGateways
        open={deleting}
        stationId={stationId}
        gateways={chosen}
        behind={chosen.reduce((sum, { id }) => sum + children(id).all, 0)}
        onClose={() => setDeleting(false)}
        onDone={() => {
          setDeleting(false)
          setChosenIds(new Set())
        }}
      />
    </Page>
  )
}
