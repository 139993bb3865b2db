import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { SERIAL_END, SerialEndField, useSerialEnd } from '../devices/serial-end.tsx'
import { Note } from '../states/note.tsx'
import { Button } from '../../kit/button.tsx'
import { FieldError, Fields } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
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

/** Names what is deleted and what that does, and asks for the end of a serial number before it does it. */
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
  const words = useTranslations('gateway.login')
  const [withChildren, setWithChildren] = useState(false)
  const act = useAct()
  const count = gateways.length
  // Of several that of the first stands for all: they are named above the field.
  const [first] = gateways
  const end = useSerialEnd(first?.sn ?? '')
  const remove = async (): Promise<void> => {
    if (!end.check()) return
    const body = { ids: gateways.map(({ id }) => id), withChildren }
    if (!(await act.send('POST /api/stations/{stationId}/devices/delete', { params: { stationId }, body })))
      return
    toast(t('deleted'))
    onDone()
  }
  return (
    <Form onSend={remove} className={styles.deleting}>
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
      <Fields>
        {behind > 0 && (
          <SwitchField
            label={t('deleteChildren')}
            help={t('deleteChildrenHelp', { count: behind })}
            checked={withChildren}
            onChange={setWithChildren}
          />
        )}
        <SerialEndField
          end={end}
          label={words('confirmLabel', { count: String(SERIAL_END) })}
          help={words(count > 1 ? 'confirmFirst' : 'confirmHelp', { sn: first?.sn ?? '' })}
          wrong={words('confirmWrong')}
          dots
        />
      </Fields>
      <div className={styles.inset}>
        <FieldError id="delete-gateways" error={act.failed} />
        <Button type="submit" wide kind={end.right ? 'danger' : 'dim'} busy={act.busy}>
          {t('deleteDo', { count })}
        </Button>
      </div>
    </Form>
  )
}
