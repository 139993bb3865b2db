import { CloudOff, MapPinPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { Waiting } from '../../app/failure/waiting.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { Button } from '../../kit/button.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { toast } from '../../kit/toast.tsx'
import type { DeviceDetail } from '../devices/device-facts.ts'
import { useChildren } from '../devices/use-children.ts'
import { Note } from '../states/note.tsx'
import { INTERVAL_USUAL_S } from './address-values.ts'
import { DeviceList } from './device-list.tsx'
import { readDevices } from './device-rows.ts'
import type { Found } from './edge-view.ts'
import { LazyEdgeDeviceSheet } from './lazy-edge-device-sheet.ts'
import { NeverCame } from './never-connected.tsx'
import { SearchCard } from './search-card.tsx'
import { useEdge } from './use-edge.ts'

const ByAddressSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./by-address-sheet.tsx'), words.need('wayOut')])
  return file.ByAddressSheet
})

/** What an edge finds in its network and what it reads of it: in the place of the comparison of other gateways. */
export function EdgeConnect({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('edge')
  const { device, station, link } = detail
  const gatewayId = device.id
  const maySearch = useAllowed('device:edge:discover', station.id)
  const mayConfigure = useAllowed('device:edge:configure', station.id)
  const mayDiagnose = useAllowed('device:edge:diagnose', station.id)
  const edge = useEdge(gatewayId)
  const { children } = useChildren(detail, true)
  const [openId, setOpenId] = useState<string | null>(null)
  const [byAddress, setByAddress] = useState(false)
  const [taking, setTaking] = useState<string | null>(null)
  const search = useAct()
  const taker = useAct({ toasts: true })
  if (!edge.data)
    return (
      <Waiting of={edge}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={3} />
      </Waiting>
    )
  const online = link?.connected === true
  const list = readDevices(edge.data, children)
  const begin = async (ranges: string[] | undefined): Promise<void> => {
    const made = await search.send('POST /api/gateways/{gatewayId}/discoveries', {
      params: { gatewayId },
      body: ranges === undefined ? {} : { ranges },
    })
    if (made) await edge.refetch()
  }
  const take = async ({ url, profile }: Found): Promise<void> => {
    setTaking(url)
    const body = { url, profile, intervalS: INTERVAL_USUAL_S }
    const made = await taker.send('POST /api/gateways/{gatewayId}/edge-devices', {
      params: { gatewayId },
      body,
    })
    setTaking(null)
    if (made) toast(t('takenIn'))
  }
  const searching = (
    <SearchCard
      discovery={edge.data.discovery}
      maySearch={maySearch}
      mayTake={mayConfigure}
      online={online}
      busy={search.busy}
      failed={search.failed}
      taking={taking}
      onSearch={(ranges) => void begin(ranges)}
      onTake={(found) => void take(found)}
    />
  )
  return (
    <>
      {!online &&
        (link?.birthAt == null ? (
          <NeverCame edge={edge.data} detail={detail} />
        ) : (
          <Note tone="offline" icon={<CloudOff size={18} />}>
            <p>{t('offline')}</p>
          </Note>
        ))}
      {list.length > 0 && <DeviceList list={list} settings={edge.data.settings} onOpen={setOpenId} />}
      {searching}
      {mayConfigure && (
        <Button
          wide
          kind="plain"
          icon={<MapPinPlus size={18} aria-hidden />}
          onClick={() => setByAddress(true)}
        >
          {t('byAddress')}
        </Button>
      )}
      <ByAddressSheet
        gatewayId={gatewayId}
        mayProbe={mayDiagnose}
        open={byAddress}
        onClose={() => setByAddress(false)}
      />
      <LazyEdgeDeviceSheet
        one={list.find((one) => one.device.id === openId) ?? null}
        open={openId !== null}
        settings={edge.data.settings}
        mayConfigure={mayConfigure}
        mayDiagnose={mayDiagnose}
        onClose={() => setOpenId(null)}
      />
    </>
  )
}
