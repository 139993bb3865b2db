import { Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Allowed } from '../app/session/allowed.tsx'
import { ChecksCard } from '../parts/commissioning/checks-card.tsx'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { pathTo } from '../paths.ts'
import type { DeviceDetail } from '../parts/devices/device-facts.ts'
import { DevicePage } from '../parts/device-page/device-page.tsx'
import { DropsCard } from '../parts/devices/gateway/drops-card.tsx'
import { ElsewhereCard } from '../parts/devices/gateway/elsewhere-card.tsx'
import { FirmwareCard } from '../parts/devices/gateway/firmware-card.tsx'
import { ChildrenCard } from '../parts/devices/gateway/children-card.tsx'
import { LinkCard } from '../parts/devices/gateway/link-card.tsx'
import { LoginCard } from '../parts/devices/gateway/login-card.tsx'
import { QuarantineCard } from '../parts/devices/gateway/quarantine-card.tsx'
import { ReportingCard } from '../parts/devices/gateway/reporting-card.tsx'
import { Note } from '../parts/states/note.tsx'
import { words } from '../app/phrases/catalogues.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'

const EdgeCard = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../parts/edges/edge-card.tsx'), words.need('edges')])
    return file.EdgeCard
  },
  <SkeletonCard kind="rows" rows={4} />,
)

const route = 'gateway-detail'

export function GatewayDetailPage() {
  const search = usePageSearch(route)
  const { deviceId } = search
  return (
    <DevicePage
      key={deviceId}
      deviceId={deviceId}
      kind="gateway"
      part={search.part}
      onPart={(part) => setPageSearch(route, search, { part })}
      toOther={(id, part) => pathTo(route, { deviceId: id, part })}
      renderHead={(detail, line) => (
        <>
          <GoneNote detail={detail} />
          <LinkCard detail={detail}>{line}</LinkCard>
        </>
      )}
      renderParts={(detail) => [
        {
          value: 'now',
          content: (
            <>
              {detail.edge && <EdgeCard detail={detail} />}
              <ChecksCard stationId={detail.station.id} gatewayId={detail.device.id} />
              <ReportingCard detail={detail} />
              <ElsewhereCard elsewhere={detail.elsewhere} />
              {detail.link && (
                <QuarantineCard quarantine={detail.link.quarantine} elsewhere={detail.elsewhere} />
              )}
              {detail.link && <DropsCard drops={detail.link.drops} />}
            </>
          ),
        },
        { value: 'children', content: <ChildrenCard detail={detail} /> },
      ]}
      renderSheet={(detail) => (
        <>
          <Allowed permission="device:device:view">
            <FirmwareCard detail={detail} />
          </Allowed>
          {/* Nobody types a login into an edge: it is paired anew. */}
          {!detail.edge && (
            <Allowed permission="device:device:add" at={detail.station.id}>
              <LoginCard detail={detail} />
            </Allowed>
          )}
        </>
      )}
    />
  )
}

/** What it means that the gateway is not there; nothing while it is. */
function GoneNote({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.silence')
  const { device } = detail
  // An edge says more of it, below.
  if (device.online || (detail.edge && device.lastAt === null)) return null
  return (
    <Note tone={device.lastAt === null ? 'unknown' : 'offline'} icon={<Unplug size={18} />}>
      <p>{t(device.lastAt === null ? 'neverGateway' : 'gatewayGone')}</p>
    </Note>
  )
}
