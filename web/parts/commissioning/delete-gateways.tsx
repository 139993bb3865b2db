import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../app/data/call.ts'
import { newId } from '../../kit/new-id.ts'
import { refresh } from '../../app/data/query.ts'
import { Note } from '../states/note.tsx'
import { Button } from '../../kit/button.tsx'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { FieldError, Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './commissioning.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type DeleteGatewaysProps = {
  open: boolean
  stationId: string
  gateways: readonly { id: string; sn: string; name: string }[]
  /** Devices behind them. */
  behind: number
  onClose: () => void
  onDone: () => void
}

/** Names what is deleted and what that does before it does it. */
export function DeleteGateways({ open, onClose, ...rest }: DeleteGatewaysProps) {
  const t = useTranslations('commissioning')
  return (
    <Sheet open={open} onClose={onClose} title={t('deleteTitle')}>
      <Content {...rest} />
    </Sheet>
  )
}

function Content({ stationId, gateways, behind, onDone }: Omit<DeleteGatewaysProps, 'open' | 'onClose'>) {
  const t = useTranslations('commissioning')
  const failureText = useFailureText()
  const [withChildren, setWithChildren] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const [key] = useState(newId)
  const count = gateways.length
  const remove = async (): Promise<void> => {
    setBusy(true)
    setFailed(null)
    try {
      await call('POST /api/stations/{stationId}/devices/delete', {
        params: { stationId },
        body: { ids: gateways.map(({ id }) => id), withChildren },
        key: `${key}${withChildren ? '-all' : ''}`,
      })
      toast(t('deleted'))
      onDone()
      void refresh(
        'GET /api/stations/{stationId}/commissioning',
        'GET /api/stations/{stationId}/devices',
        'GET /api/stations/{stationId}',
      )
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.deleting}>
      <div className={styles.inset}>
        <Note tone="fault" icon={<TriangleAlert size={18} />}>
          <p>{t('deleteText', { count })}</p>
          <ul className={styles.names}>
            <Windowed items={gateways} as="li" rowHeight={44}>
              {(piece) =>
                piece.map((one) => <li key={one.id}>{one.name ? `${one.name} · ${one.sn}` : one.sn}</li>)
              }
            </Windowed>
          </ul>
        </Note>
      </div>
      {behind > 0 && (
        <Fields>
          <SwitchField
            label={t('deleteChildren')}
            help={t('deleteChildrenHelp', { count: behind })}
            checked={withChildren}
            onChange={setWithChildren}
          />
        </Fields>
      )}
      <div className={styles.inset}>
        <FieldError id="delete-gateways" error={failed ? failureText(failed) : undefined} />
        <Button wide kind="danger" busy={busy} onClick={() => void remove()}>
          {t('deleteDo', { count })}
        </Button>
      </div>
    </div>
  )
}
