import { Network, Undo2, UserCheck, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import { useData } from '../../../app/data/query.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { FormFailure } from '../../../app/session/brand.tsx'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Page } from '../../../kit/page.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { toast } from '../../../kit/toast.tsx'
import { pathTo } from '../../../paths.ts'
import { WaitingStep } from './waiting-step.tsx'
import { useStation } from '../../stations/station-queries.ts'
import type { BuiltInEdge } from '../edge-view.ts'
import styles from './ways.module.css'

/** It starts within seconds, so it is asked for as often. */
const renewMs = 1_000

/** The edge of this server: what handing it to a station means, the handing out, and where it is. */
export function BuiltInPage({ stationId }: { stationId: string }) {
  const t = useTranslations('builtIn')
  const station = useStation(stationId)
  const name = station.data?.station.name
  const [handedOut, setHandedOut] = useState(false)
  const builtIn = useData('GET /api/built-in-edge', undefined, { refetchInterval: renewMs })
  const act = useAct()
  const here = builtIn.data?.stationId === stationId
  const gatewayId = here ? builtIn.data?.gatewayId : null
  const state = builtIn.data?.state
  const elsewhere =
    !here && (state === 'handed_out' || state === 'starting') ? (builtIn.data?.stationName ?? '…') : null
  useEffect(() => {
    // On from here once it has come, where this person waits for it.
    if (handedOut && gatewayId && state === 'handed_out')
      navigate.replace(pathTo('connect-device', { gatewayId }))
  }, [handedOut, gatewayId, state])
  const press = async (): Promise<void> => {
    const made = await act.send('POST /api/built-in-edge/hand-out', { body: { stationId } })
    if (!made) return
    setHandedOut(true)
    await builtIn.refetch()
  }
  return (
    <Page
      title={t('title')}
      back={pathTo('add-communication-device', { stationId })}
      {...((state === 'free' || elsewhere !== null) && {
        footer: (
          <div className={styles.stacked}>
            <FormFailure text={act.failed} />
            {elsewhere !== null && (
              <p className={styles.hint}>{t('takeBackFirst', { station: elsewhere })}</p>
            )}
            <Button
              wide
              disabled={elsewhere !== null}
              busy={act.busy || name === undefined}
              onClick={() => void press()}
            >
              {t('handOut', { station: name ?? '…' })}
            </Button>
          </div>
        ),
      })}
    >
      {builtIn.data ? (
        <>
          <Card title={t('means')}>
            <ul className={styles.stacked}>
              <Point Icon={Network}>{t('network')}</Point>
              <Point Icon={UserCheck}>{t('rights', { station: name ?? '…' })}</Point>
              <Point Icon={Undo2}>{t('back')}</Point>
            </ul>
          </Card>
          <Where builtIn={builtIn.data} here={here} />
        </>
      ) : (
        <Waiting of={builtIn} rows={3} />
      )}
    </Page>
  )
}

export function Point({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <li className={styles.point}>
      <Icon size={20} strokeWidth={1.8} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

/** Where it works, and the way back; nothing while it is free. */
function Where({ builtIn, here }: { builtIn: BuiltInEdge; here: boolean }) {
  const t = useTranslations('builtIn')
  const [asking, setAsking] = useState(false)
  const act = useAct({ toasts: true })
  const { state, stationName, gatewayId } = builtIn
  if (state === 'free' || state === 'off') return null
  const station = stationName ?? ''
  const takeBack = async (): Promise<void> => {
    const done = await act.send('DELETE /api/built-in-edge', {})
    setAsking(false)
    if (done) toast(t('takenBack'))
  }
  return (
    <Card flush {...(state === 'handed_out' && { title: t('handedOut', { station }) })}>
      {(state === 'starting' || (here && gatewayId !== null)) && (
        <div className={styles.inset}>
          {state === 'starting' && <WaitingStep name={t('starting')} />}
          {here && gatewayId !== null && (
            <ButtonLink wide to={pathTo('connect-device', { gatewayId })}>
              {t('open')}
            </ButtonLink>
          )}
        </div>
      )}
      <Rows>
        <Row
          danger
          label={t('takeBack')}
          hint={t('takeBackText', { station })}
          onPress={() => setAsking(true)}
        />
      </Rows>
      <AlertDialog
        open={asking}
        danger
        busy={act.busy}
        title={t('takeBackTitle')}
        text={t('takeBackText', { station })}
        confirm={t('takeBackDo')}
        onConfirm={() => void takeBack()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}
