import { Radio } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import { ApiError } from '../../../app/data/api-error.ts'
import { serverNow } from '../../../kit/time/clock.ts'
import { pathTo } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Page } from '../../../kit/page.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import { toast } from '../../../kit/toast.tsx'
import { addGateway, type Added } from './add-gateway.ts'
import styles from './adding.module.css'
import { GatewayFields, useGatewayForm } from './gateway-form.tsx'
import { withWatched, type GatewayDraft } from './gateway-draft.ts'
import type { GatewayValues } from './gateway-values.ts'
import type { GatewayLabel } from './label-scan.tsx'
import { shownOnce } from './shown-once.ts'
import { HelpButton } from '../../help/help-button.tsx'

type AddFormProps = {
  start: GatewayDraft
  keep: (draft: GatewayDraft) => void
  flush: () => Promise<void>
}

/** Which field a refusal is about; null when it is about none. */
const fieldOf = (error: unknown): keyof GatewayValues | null => {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'sn_repeat' || error.code === 'sn_format') return 'sn'
  if (error.code === 'claim_refused') return 'claimCode'
  const fields: readonly (keyof GatewayValues)[] = ['sn', 'name', 'model', 'claimCode']
  return fields.find((name) => name === error.field) ?? null
}

/** The form; once the gateway is added its arrival is watched under the address that is then shown. */
export function AddFormPage({ start, keep, flush }: AddFormProps) {
  const t = useTranslations('adding')
  const failureText = useFailureText()
  const form = useGatewayForm(start.values)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const draft = useRef(start)
  const { stationId } = start.values

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          draft.current = { ...draft.current, values: { ...values } }
          keep(draft.current)
        },
      }),
    [form, keep],
  )
  const added = async ({ gatewayId, sn, credentials }: Added): Promise<void> => {
    if (credentials) shownOnce.keep(gatewayId, credentials)
    const { secret: _, ...address } = credentials ?? { secret: '' }
    const watched = {
      gatewayId,
      sn,
      address: 'host' in address ? address : null,
      entered: credentials === null,
      since: serverNow(),
    }
    keep(withWatched(draft.current, watched))
    await flush()
    toast(t('created'))
    navigate.replace(
      pathTo('add-communication-device', {
        stationId: draft.current.values.stationId ?? undefined,
        gatewayId,
      }),
    )
  }
  const send = async (values: GatewayValues): Promise<void> => {
    setBusy(true)
    setFailed(undefined)
    try {
      const made = await addGateway({ ...draft.current, values }, async (one) => {
        draft.current = one
        keep(one)
        await flush()
      })
      await added(made)
    } catch (error) {
      const field = fieldOf(error)
      if (field && error instanceof ApiError)
        form.setError(field, { type: 'server', message: error.code }, { shouldFocus: true })
      else setFailed(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const take = ({ sn, claimCode }: GatewayLabel): void => {
    const how = { shouldDirty: true, shouldTouch: true, shouldValidate: true }
    form.setValue('sn', sn, how)
    if (claimCode === null) return
    form.setValue('way', 'claim', how)
    form.setValue('claimCode', claimCode, how)
  }
  const press = async (): Promise<void> =>
    form.handleSubmit(send, () => {
      setTried(true)
      window.setTimeout(() => {
        const wrong = document.querySelector<HTMLElement>('[aria-invalid="true"]')
        wrong?.scrollIntoView({ block: 'center' })
        wrong?.focus({ preventScroll: true })
      })
    })()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void press()
      }}
    >
      <Page
        title={t('title')}
        back={stationId ? pathTo('station-detail', { stationId }) : pathTo('service-page')}
        actions={<HelpButton of="start" />}
        footer={
          <div className={styles.stacked}>
            <FormFailure text={failed} />
            <Button type="submit" wide busy={busy}>
              {t('add')}
            </Button>
          </div>
        }
      >
        {start.watched.length > 0 && (
          <Card flush title={t('unfinished')}>
            <Rows>
              {start.watched.map(({ gatewayId, sn, since }) => (
                <Unfinished key={gatewayId} gatewayId={gatewayId} sn={sn} since={since} />
              ))}
            </Rows>
          </Card>
        )}
        <GatewayFields control={form.control} tried={tried} onLabel={take} />
      </Page>
    </form>
  )
}

function Unfinished({ gatewayId, sn, since }: { gatewayId: string; sn: string; since: number }) {
  const t = useTranslations('adding')
  const format = useFormat()
  const now = useNow()
  return (
    <Row
      icon={<Radio size={20} aria-hidden />}
      label={sn}
      hint={t('addedAge', { age: format.age(since, now) })}
      to={pathTo('add-communication-device', { gatewayId })}
    />
  )
}
