import { useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import type { ErrorCode } from '#domain/errors.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { useForm } from '../../../app/acts/use-form.ts'
import { ApiError } from '../../../app/data/api-error.ts'
import { serverNow } from '../../../kit/time/clock.ts'
import { useWide } from '../../../app/shell/width.ts'
import { pathTo } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button } from '../../../kit/button.tsx'
import { Columns } from '../../../kit/columns.tsx'
import { Page } from '../../../kit/page.tsx'
import { toast } from '../../../kit/toast.tsx'
import { Form } from '../../../kit/form.tsx'
import { addGateway, type Added } from './add-gateway.ts'
import styles from './adding.module.css'
import { GatewayFields } from './gateway-form.tsx'
import { withWatched, type GatewayDraft } from './gateway-draft.ts'
import { gatewayRules, type GatewayValues } from './gateway-values.ts'
import type { GatewayLabel } from './label-scan.tsx'
import { shownOnce } from './shown-once.ts'
import { LazyArticle } from '../../help/lazy-article.ts'
import { PresentGateways } from './present-gateways.tsx'
import { HelpButton } from '../../help/help-button.tsx'

type AddFormProps = {
  start: GatewayDraft
  keep: (draft: GatewayDraft) => void
  flush: () => Promise<void>
  /** What was begun earlier and is not finished. */
  unfinished: ReactNode
  /** Other ways than a gateway; `onStation`: a station has to be chosen first. */
  renderWays: (onStation: () => void) => ReactNode
}

const fields: readonly string[] = ['sn', 'name', 'model', 'claimCode'] satisfies (keyof GatewayValues)[]
/** Which field a refusal is about; undefined when it is about none. */
const fieldOf = ({ code, field }: ApiError): string | undefined => {
  if (code === 'sn_repeat' || code === 'sn_format') return 'sn'
  if (code === 'claim_refused') return 'claimCode'
  return fields.find((name) => name === field)
}
const showWrong = (): void => {
  window.setTimeout(() => {
    const wrong = document.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  })
}

/** The form; once the gateway is added its arrival is watched under the address that is then shown. */
export function AddFormPage({ start, keep, flush, unfinished, renderWays }: AddFormProps) {
  const t = useTranslations('adding')
  const wide = useWide()
  const [tried, setTried] = useState(false)
  const draft = useRef(start)
  const note = (change: Partial<GatewayDraft>): void => {
    draft.current = { ...draft.current, ...change }
    keep(draft.current)
  }
  const form = useForm(start.values, gatewayRules, (values) => note({ values }))
  const act = useAct({
    attempt: {
      present: () => draft.current.attempt,
      keep: async (attempt) => {
        note({ attempt })
        await flush()
      },
    },
    refused: (error) => {
      const field = error instanceof ApiError && fieldOf(error)
      if (!field) return undefined
      form.blame({ [field]: error.code as ErrorCode })
      showWrong()
      return true
    },
  })
  const { stationId } = start.values

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
  const take = ({ sn, claimCode }: GatewayLabel): void =>
    form.change({ sn, ...(claimCode !== null && { claimCode }) })
  const press = async (): Promise<void> => {
    if (Object.keys(form.check()).length > 0) {
      setTried(true)
      return showWrong()
    }
    const made = await act.run((keyFor) => addGateway(draft.current, keyFor))
    if (made) await added(made)
  }
  const ways = renderWays(() => {
    form.blame({ stationId: 'required' })
    showWrong()
  })
  const foot = (
    <div className={styles.stacked}>
      <FormFailure text={act.failed} />
      <Button type="submit" wide busy={act.busy}>
        {t('add')}
      </Button>
    </div>
  )
  return (
    <Form onSend={press}>
      <Page
        title={t('title')}
        back={stationId === null ? pathTo('service-page') : pathTo('station-detail', { stationId })}
        actions={<HelpButton of="start" />}
        spread={wide}
        {...(!wide && { footer: foot })}
      >
        {unfinished}
        <Columns>
          <>
            <GatewayFields form={form} tried={tried} onLabel={take}>
              {!wide && ways}
            </GatewayFields>
            {wide && foot}
          </>
          <>
            {wide && (
              <>
                {ways}
                {form.values.stationId !== null && <PresentGateways stationId={form.values.stationId} />}
                <LazyArticle of="start" />
              </>
            )}
          </>
        </Columns>
      </Page>
    </Form>
  )
}
