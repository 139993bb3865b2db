import { Clock, LockKeyhole } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { QrCode } from '../../../kit/qr-code.tsx'
import { useSecond } from '../../../kit/time/now.ts'
import { toast } from '../../../kit/toast.tsx'
import { pathTo } from '../../../paths.ts'
import { Note } from '../../states/note.tsx'
import type { Pairing } from '../edge-view.ts'
import edges from '../edges.module.css'
import { WaitingStep } from './waiting-step.tsx'
import styles from './ways.module.css'

const renewMs = 2_000

type WaitingForEdgeProps = {
  pairingId: string
  /** null = this page was loaded anew: the code is not told twice. */
  pairing: Pairing | null
  onAgain: () => void
}

/** A pairing until its edge has come: then on to what it finds. */
export function WaitingForEdge({ pairingId, pairing, onAgain }: WaitingForEdgeProps) {
  const t = useTranslations('pair')
  const now = useSecond()
  const told = useData(
    'GET /api/edge-pairings/{pairingId}',
    { params: { pairingId } },
    { refetchInterval: renewMs },
  )
  const gatewayId = told.data?.state === 'paired' ? told.data.gatewayId : null
  useEffect(() => {
    if (gatewayId === null) return
    toast(t('paired'))
    navigate.replace(pathTo('connect-device', { gatewayId }))
  }, [gatewayId, t])
  const expiresAt = pairing?.expiresAt ?? told.data?.expiresAt
  if (expiresAt === undefined) return <Waiting of={told} />
  const leftMs = expiresAt - now
  const expired = told.data?.state === 'expired' || leftMs <= 0
  return <PairingCode pairing={pairing} leftMs={expired ? 0 : leftMs} onAgain={onAgain} />
}

type PairingCodeProps = Pick<WaitingForEdgeProps, 'pairing' | 'onAgain'> & {
  /** 0 = it is over. */
  leftMs: number
}

/** The code in large type with what is left of its time, the command, and the same as a picture. */
function PairingCode({ pairing, leftMs, onAgain }: PairingCodeProps) {
  const t = useTranslations('pair')
  const [beside, setBeside] = useState(false)
  const again = (
    <Button wide kind="soft" onClick={onAgain}>
      {t('makeAnother')}
    </Button>
  )
  if (leftMs === 0)
    return (
      <>
        <Note tone="offline" icon={<Clock size={18} />} title={t('expired')}>
          <p>{t('expiredText')}</p>
        </Note>
        {again}
      </>
    )
  const hidden = pairing !== null && pairing.needsTls && !beside
  return (
    <>
      {pairing?.needsTls && <NeedsTls onBeside={beside ? null : () => setBeside(true)} />}
      {pairing === null && (
        <Note tone="offline" icon={<Clock size={18} />}>
          <p>{t('hidden')}</p>
        </Note>
      )}
      {!hidden && (
        <>
          <Card>
            <div className={styles.center}>
              {pairing && (
                <>
                  <p className={styles.hint}>{t('code')}</p>
                  <div className={styles.code}>
                    <CopyButton text={pairing.code} what={t('code')} />
                  </div>
                </>
              )}
              <Left ms={leftMs} />
              <p className={styles.hint}>{t('once')}</p>
            </div>
          </Card>
          <Card>
            <WaitingStep name={t('waiting')} />
          </Card>
          {pairing && (
            <Card title={t('run')}>
              <div className={styles.center}>
                <code className={edges.lines}>
                  <CopyButton text={pairing.command} what={t('command')} />
                </code>
                <QrCode text={pairing.qr} label={t('qr')} />
                <p className={styles.hint}>{t('qrText')}</p>
                <p className={styles.hint}>{t('runAgain')}</p>
                <code className={edges.lines}>
                  <CopyButton text={pairing.startCommand} what={t('command')} />
                </code>
              </div>
            </Card>
          )}
          <p className={styles.hint}>{t('leave')}</p>
        </>
      )}
      {pairing === null && again}
    </>
  )
}

function Left({ ms }: { ms: number }) {
  const t = useTranslations('pair')
  const seconds = Math.ceil(ms / 1000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p>
      {t('validFor')}{' '}
      <b role="timer" aria-live="off">
        {clock}
      </b>
    </p>
  )
}

/** Without TLS a login goes to nobody but this machine itself. */
function NeedsTls({ onBeside }: { onBeside: (() => void) | null }) {
  const t = useTranslations('pair')
  return (
    <Card>
      <div className={styles.stacked}>
        <Note tone="curtailed" icon={<LockKeyhole size={18} />} title={t('tlsTitle')}>
          <p>{t('tlsText')}</p>
        </Note>
        <code className={edges.lines}>
          <CopyButton text="npm run certificate" what={t('command')} />
        </code>
        {onBeside && (
          <Button kind="plain" onClick={onBeside}>
            {t('beside')}
          </Button>
        )}
      </div>
    </Card>
  )
}
