import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { GatewayChecks } from './commissioning-queries.ts'
import styles from './commissioning.module.css'
import type { ActivationTalk, useActivation } from './use-activation.ts'
import { Windowed } from '../../kit/windowed.tsx'

type ActivationTalkProps = {
  activation: ReturnType<typeof useActivation>
  gateways: readonly GatewayChecks[]
}

/** The question when some gateways are offline, and what stands in the way otherwise. */
export function ActivationTalkDialogs({ activation, gateways }: ActivationTalkProps) {
  const { talk, busy, activate, dismiss } = activation
  const t = useTranslations('commissioning')
  const some = talk?.kind === 'some' ? talk : null
  const offline = gateways.filter(({ id }) => some?.offline.includes(id))
  return (
    <>
      <AlertDialog
        open={some !== null}
        title={some?.question ?? ''}
        text={
          <>
            <p>
              {t('someText', {
                offline: String(offline.length),
                online: String((some?.gatewayIds.length ?? 0) - offline.length),
              })}
            </p>
            <ul className={styles.names}>
              <Windowed items={offline} as="li" rowHeight={44}>
                {(piece) => piece.map((one) => <li key={one.id}>{one.name || one.sn}</li>)}
              </Windowed>
            </ul>
          </>
        }
        confirm={t('goOn')}
        busy={busy}
        onConfirm={() => some && void activate(some.gatewayIds, true)}
        onCancel={dismiss}
      />
      <Refusal talk={talk?.kind === 'some' ? null : talk} onClose={dismiss} />
    </>
  )
}

function Refusal({
  talk,
  onClose,
}: {
  talk: Exclude<ActivationTalk, { kind: 'some' }> | null
  onClose: () => void
}) {
  const t = useTranslations('commissioning')
  const format = useFormat()
  const failureText = useFailureText()
  const now = useNow()
  const title =
    talk?.kind === 'none' ? 'noneTitle' : talk?.kind === 'running' ? 'runningTitle' : 'failedTitle'
  const text = (): string => {
    if (talk === null) return ''
    if (talk.kind === 'none') return t('noneText')
    if (talk.kind === 'failed') return failureText(talk.error)
    const { sn, by } = talk
    const age = format.age(talk.at, now)
    return by === null ? t('runningText', { sn, age }) : t('runningBy', { sn, by, age })
  }
  return (
    <Sheet open={talk !== null} onClose={onClose} title={t(title)}>
      <div className={styles.refusal}>
        <p role="alert">{text()}</p>
        <Button wide kind="soft" onClick={onClose}>
          {t('understood')}
        </Button>
      </div>
    </Sheet>
  )
}
