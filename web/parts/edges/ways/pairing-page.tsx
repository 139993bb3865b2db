import { Cable, HardDrive, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EDGE_NAME_MAX } from '#domain/edges/limits.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { useData } from '../../../app/data/query.ts'
import { FormFailure } from '../../../app/session/brand.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Form } from '../../../kit/form.tsx'
import { Page } from '../../../kit/page.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { pathTo } from '../../../paths.ts'
import { nameOf } from '../../devices/device-facts.ts'
import { Point } from './built-in-page.tsx'
import { pairingCodes } from './pairing-codes.ts'
import { WaitingForEdge } from './waiting-for-edge.tsx'
import styles from './ways.module.css'

type PairingPageProps = {
  stationId: string
  /** The gateway whose place the edge takes. */
  replaces: string | null
  /** What is waited for. */
  pairingId: string | null
  onPairing: (pairingId: string | null) => void
}

/** Pairing a small computer: what is needed, then its code until it has come. */
export function PairingPage({ stationId, replaces, pairingId, onPairing }: PairingPageProps) {
  const t = useTranslations('pair')
  const [name, setName] = useState('')
  const act = useAct({ fields: ['name'] })
  const make = async (): Promise<void> => {
    const made = await act.send('POST /api/stations/{stationId}/edge-pairings', {
      params: { stationId },
      body: { ...(name.trim() && { name: name.trim() }), ...(replaces !== null && { replaces }) },
    })
    if (!made) return
    pairingCodes.keep(made)
    onPairing(made.pairingId)
  }
  const back = pathTo('add-communication-device', { stationId })
  if (pairingId !== null)
    return (
      <Page title={t('title')} back={back}>
        <WaitingForEdge
          key={pairingId}
          pairingId={pairingId}
          pairing={pairingCodes.of(pairingId)}
          onAgain={() => onPairing(null)}
        />
      </Page>
    )
  return (
    <Form onSend={make}>
      <Page
        title={t('title')}
        back={back}
        footer={
          <div className={styles.stacked}>
            <FormFailure text={act.failed} />
            <Button type="submit" wide busy={act.busy}>
              {t('make')}
            </Button>
          </div>
        }
      >
        <Card title={t('needs')}>
          <ul className={styles.stacked}>
            <Point Icon={HardDrive}>{t('computer')}</Point>
            <Point Icon={Cable}>{t('outgoing')}</Point>
            {replaces !== null && <Replacing gatewayId={replaces} />}
          </ul>
        </Card>
        {replaces === null && (
          <Card flush>
            <Fields>
              <TextField
                label={t('name')}
                placeholder={t('namePlaceholder')}
                optional
                value={name}
                maxLength={EDGE_NAME_MAX}
                autoComplete="off"
                enterKeyHint="done"
                error={act.wrong.name}
                onChange={(event) => setName(event.target.value)}
              />
            </Fields>
          </Card>
        )}
      </Page>
    </Form>
  )
}

function Replacing({ gatewayId }: { gatewayId: string }) {
  const t = useTranslations('pair')
  const gateway = useData('GET /api/devices/{deviceId}', { params: { deviceId: gatewayId } })
  return (
    <Point Icon={History}>{t('replacing', { name: gateway.data ? nameOf(gateway.data.device) : '…' })}</Point>
  )
}
