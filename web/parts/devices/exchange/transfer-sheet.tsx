import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { FieldError } from '../../../kit/field.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { pathTo } from '../../../paths.ts'
import { SearchBox } from '../../../kit/search-box.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import editing from '../editing.module.css'
import type { Credentials } from '../gateway/credentials-sheet.tsx'
import { Waiting } from '../../../app/failure/waiting.tsx'

type TransferSheetProps = {
  detail: DeviceDetail
  onClose: () => void
  onDone: (deviceId: string, credentials: Credentials | null) => void
}
type Station = Answer<'GET /api/stations'>['stations'][number]

/** Chooses the other station, says what stays behind, and moves the gateway. */
export function TransferSheet({ detail, onClose, onDone }: TransferSheetProps) {
  const t = useTranslations('exchange')
  const { device, station } = detail
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Station | null>(null)
  const act = useAct()
  const found = useData(
    'GET /api/stations',
    { query: { sort: 'name', limit: 30, ...(search.trim() && { search: search.trim() }) } },
    { keep: true },
  )
  const others = found.data?.stations.filter(({ id }) => id !== station.id)
  const move = async (to: Station): Promise<void> => {
    const input = { params: { deviceId: device.id }, body: { stationId: to.id } }
    const made = await act.send('POST /api/devices/{deviceId}/transfer', input)
    if (!made) return setChosen(null)
    toast(t('replaced'))
    // Nobody types a login into an edge: at another company's station it gets its own with a code.
    if (detail.edge && made.credentials !== null)
      navigate.replace(
        pathTo('add-communication-device', { stationId: to.id, way: 'site', replaces: made.device.id }),
      )
    else onDone(made.device.id, made.credentials)
  }
  return (
    <Sheet open onClose={onClose} title={t('transfer')} size="full">
      <div className={editing.under}>
        <SearchBox value={search} onChange={setSearch} label={t('search')} />
        <FieldError id="transfer-device" error={act.failed} />
      </div>
      {others ? (
        others.length === 0 ? (
          <EmptyState inline title={t('noStations')} />
        ) : (
          <Rows>
            {others.map((one) => (
              <Row key={one.id} label={one.name} hint={one.code} onPress={() => setChosen(one)} />
            ))}
          </Rows>
        )
      ) : (
        <Waiting of={found} inline rows={5} />
      )}
      <AlertDialog
        open={chosen !== null}
        title={t('transferAsk', { sn: device.sn, station: chosen?.name ?? '' })}
        text={t(detail.edge ? 'transferEdge' : 'transferText', { from: station.name })}
        confirm={t('doTransfer')}
        danger
        busy={act.busy}
        onConfirm={() => {
          if (chosen) void move(chosen)
        }}
        onCancel={() => setChosen(null)}
      />
    </Sheet>
  )
}
