import { SolarPanel } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Editing } from '../app/session/rights/editing.tsx'
import { draftKey } from '../app/data/draft-store.ts'
import { useData } from '../app/data/query.ts'
import { useDraft } from '../app/data/use-draft.ts'
import type { AppPath } from '../kit/navigation/app-path.ts'
import { pathTo, type PageSearch } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { Waiting } from '../app/failure/waiting.tsx'
import { Page } from '../kit/page.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { AddingBoard } from '../parts/devices/adding/adding-board.tsx'
import {
  addingDraftFrom,
  newAddingDraft,
  type AddingDraft,
  type StationDevice,
} from '../parts/devices/adding/adding-draft.ts'

/** Inverters, optimizers and shutdown devices come into a station by their serials. */
export function AddGeneratePowerDevicePage() {
  const t = useTranslations('addDevices')
  const search = usePageSearch('add-generate-power-device')
  const { stationId } = search
  const back = stationId ? pathTo('station-detail', { stationId, tab: 'devices' }) : pathTo('service-page')
  return (
    <Editing route="add-generate-power-device" search={search} title={t('title')} back={back}>
      {({ id }) => <AddDevices key={`${id} ${stationId}`} personId={id} search={search} back={back} />}
    </Editing>
  )
}

type AddDevicesProps = { personId: string; search: PageSearch<'add-generate-power-device'>; back: AppPath }

function AddDevices({ personId, search, back }: AddDevicesProps) {
  const t = useTranslations('addDevices')
  const { stationId } = search
  const devices = useData(
    'GET /api/stations/{stationId}/devices',
    { params: { stationId } },
    { enabled: stationId !== '' },
  )
  const station = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId } },
    { enabled: stationId !== '' },
  )
  const drafts = useDraft<AddingDraft>(draftKey(personId, `devices ${stationId}`))
  const start = useStart(drafts.found, devices.data?.devices, search)
  if (stationId === '')
    return (
      <Page title={t('title')} back={back}>
        <EmptyState
          icon={<SolarPanel size={26} aria-hidden />}
          title={t('noStation')}
          action={
            <ButtonLink to={pathTo('select-station', { open: 'add-generate-power-device' })}>
              {t('chooseStation')}
            </ButtonLink>
          }
        />
      </Page>
    )
  if (start && devices.data)
    return (
      <AddingBoard
        key={`${personId} ${stationId} ${drafts.round}`}
        stationId={stationId}
        stationName={station.data?.station.name ?? ''}
        start={start}
        devices={devices.data.devices}
        keeping={drafts}
        back={back}
        onRefresh={devices.refetch}
      />
    )
  return (
    <Page title={t('title')} back={back}>
      <Waiting of={{ error: !devices.data && devices.error, refetch: devices.refetch }}>
        <SkeletonCard kind="rows" rows={4} />
        <SkeletonCard kind="rows" rows={2} />
      </Waiting>
    </Page>
  )
}

type Wanted = { gatewayId?: string | undefined; inverterId?: string | undefined; string?: string | undefined }

/** The kept list; its target from the address where that names one, else the only one there is. */
const useStart = (
  found: AddingDraft | null | undefined,
  devices: readonly StationDevice[] | undefined,
  { gatewayId, inverterId, string }: Wanted,
): AddingDraft | null => {
  const loaded = devices !== undefined
  return useMemo(() => {
    if (found === undefined || !loaded) return null
    const kept = addingDraftFrom(found)
    const draft = kept ?? newAddingDraft()
    const of = (kind: StationDevice['kind']): StationDevice[] => devices.filter((one) => one.kind === kind)
    const [inverters, gateways] = [of('inverter'), of('gateway')]
    const there = (list: StationDevice[], id: string | null | undefined): StationDevice | undefined =>
      list.find((one) => one.id === id)
    const inverter =
      there(inverters, inverterId) ??
      there(inverters, draft.target.parentId) ??
      (kept === null && inverters.length === 1 ? inverters[0] : undefined)
    const gateway =
      there(gateways, gatewayId) ??
      there(gateways, inverter?.gatewayId) ??
      there(gateways, draft.target.gatewayId) ??
      (gateways.length === 1 ? gateways[0] : undefined)
    const asked =
      string !== undefined && /^\d{1,4}$/.test(string) && Number(string) > 0 ? Number(string) : null
    const kind = kept === null && inverters.length === 0 ? 'inverter' : draft.target.kind
    return {
      ...draft,
      target: {
        ...draft.target,
        kind,
        gatewayId: gateway?.id ?? null,
        parentId: inverter?.id ?? null,
        stringNo: inverter ? (asked ?? draft.target.stringNo) : null,
        ...(asked !== null && asked !== draft.target.stringNo && { position: 1 }),
      },
    }
    // What comes to the station later does not begin the list anew.
    // oxlint-disable-next-line react/exhaustive-deps -- the devices at the start alone
  }, [found, loaded])
}
