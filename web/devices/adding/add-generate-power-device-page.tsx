import { Lock, SolarPanel } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../accounts/allowed.tsx'
import { useSession } from '../../accounts/session.ts'
import { draftKey } from '../../data/draft-store.ts'
import { useData } from '../../data/query.ts'
import { useDraft } from '../../data/use-draft.ts'
import { pathTo } from '../../paths.ts'
import { usePageSearch } from '../../shell/page-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Why } from '../../accounts/rights/rights-door.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { AddingBoard } from './adding-board.tsx'
import { addingDraftFrom, newAddingDraft, type AddingDraft, type StationDevice } from './adding-draft.ts'

/** Inverters, optimizers and shutdown devices come into a station by their serials. */
export function AddGeneratePowerDevicePage() {
  const t = useTranslations('addDevices')
  const search = usePageSearch('add-generate-power-device')
  const { stationId } = search
  const session = useSession()
  const mayAdd = useAllowed('device:device:add')
  const personId = session.data?.person?.id
  const devices = useData(
    'GET /api/stations/{stationId}/devices',
    { params: { stationId } },
    { enabled: stationId !== '' && personId !== undefined },
  )
  const station = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId } },
    { enabled: stationId !== '' && personId !== undefined },
  )
  const drafts = useDraft<AddingDraft>(personId ? draftKey(personId, `devices ${stationId}`) : null)
  const back = stationId ? pathTo('station-detail', { stationId, tab: 'devices' }) : pathTo('service-page')
  const start = useStart(drafts.found, devices.data?.devices, search)
  const error = devices.error ?? session.error
  if (personId && (!mayAdd || stationId === ''))
    return (
      <Page title={t('title')} back={back}>
        {mayAdd ? (
          <EmptyState
            icon={<SolarPanel size={26} aria-hidden />}
            title={t('noStation')}
            action={
              <ButtonLink to={pathTo('select-station', { open: 'add-generate-power-device' })}>
                {t('chooseStation')}
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            icon={<Lock size={26} aria-hidden />}
            title={t('notAllowed')}
            text={t('notAllowedText')}
            action={<Why needs="device:device:add" />}
          />
        )}
      </Page>
    )
  if (personId && start && devices.data)
    return (
      <AddingBoard
        key={`${personId} ${stationId} ${drafts.round}`}
        personId={personId}
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
      {error && !devices.data ? (
        <ErrorState error={error} onRetry={() => void (session.data ? devices : session).refetch()} />
      ) : (
        <>
          <SkeletonCard kind="rows" rows={4} />
          <SkeletonCard kind="rows" rows={2} />
        </>
      )}
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
