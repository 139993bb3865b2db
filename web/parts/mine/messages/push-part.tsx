import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useBrowserName } from '../use-browser-name.ts'
import styles from './messages.module.css'
import { type Hindrance, hindrance, isSubscribed, subscribeHere, unsubscribeHere } from './push-browser.ts'
import { Waiting } from '../../../app/failure/waiting.tsx'

type Push = Answer<'GET /api/push'>
type Subscription = Push['subscriptions'][number]

/** Whether this browser is told, and which others of this person are. Each holds at once. */
export function PushPart() {
  const found = useData('GET /api/push', undefined, { staleTime: 0 })
  // What the browser itself says.
  const own = useQuery({ queryKey: ['subscribed'], queryFn: isSubscribed, networkMode: 'always', gcTime: 0 })
  const [tried, setTried] = useState<Hindrance | null>(null)
  if (!found.data || own.isPending) return <Waiting of={found} inline rows={1} />
  return (
    <Browsers
      push={found.data}
      subscribed={own.data === true}
      tried={tried}
      onTried={setTried}
      onDone={() => {
        void own.refetch()
        void found.refetch()
      }}
    />
  )
}

type BrowsersProps = {
  push: Push
  subscribed: boolean
  tried: Hindrance | null
  onTried: (hindrance: Hindrance | null) => void
  onDone: () => void
}

function Browsers({ push, subscribed, tried, onTried, onDone }: BrowsersProps) {
  const t = useTranslations('messages.push')
  const named = useBrowserName()
  const [ending, setEnding] = useState<Subscription | null>(null)
  const act = useAct({
    toasts: true,
    refused: (error) => (error instanceof DOMException ? t('refused') : undefined),
  })
  const here = push.subscriptions.find((one) => one.here)
  const others = push.subscriptions.filter((one) => !one.here)
  const isOn = here !== undefined && subscribed
  const trouble = hindrance() ?? tried
  const begin = async (): Promise<void> => {
    onTried(null)
    // Begun with the press: it is that which allows the question.
    const asked = subscribeHere(push.key)
    const given = await act.run(() => asked)
    if (typeof given === 'string') onTried(given)
    else if (given && (await act.send('POST /api/push/subscriptions', { body: given }))) toast(t('saved'))
    onDone()
  }
  const end = async (subscriptionId: string, isHere: boolean): Promise<void> => {
    const route = 'DELETE /api/push/subscriptions/{subscriptionId}'
    if (await act.send(route, { params: { subscriptionId } })) {
      if (isHere) await unsubscribeHere()
      toast(t('saved'))
    }
    setEnding(null)
    onDone()
  }
  const tryIt = async (subscriptionId: string): Promise<void> => {
    const route = 'POST /api/push/subscriptions/{subscriptionId}/trial'
    if (await act.send(route, { params: { subscriptionId } })) toast(t('tried'))
    onDone()
  }
  return (
    <>
      <Fields>
        <SwitchField
          label={t('here')}
          help={t(trouble ?? 'help')}
          checked={isOn}
          disabled={act.busy || (trouble !== null && !isOn)}
          onChange={(on) => void (on ? begin() : end(here?.id ?? '', true))}
        />
      </Fields>
      <ul>
        {isOn && here && (
          <Browser subscription={here}>
            <Button kind="soft" small disabled={act.busy} onClick={() => void tryIt(here.id)}>
              {t('try')}
            </Button>
          </Browser>
        )}
        {others.map((one) => (
          <Browser key={one.id} subscription={one}>
            <Button kind="quiet" small disabled={act.busy} onClick={() => setEnding(one)}>
              {t('end')}
            </Button>
          </Browser>
        ))}
      </ul>
      <AlertDialog
        open={ending !== null}
        title={t('endTitle')}
        text={t('endText', { browser: named(ending?.browser ?? '') })}
        confirm={t('end')}
        danger
        busy={act.busy}
        onConfirm={() => {
          if (ending) void end(ending.id, false)
        }}
        onCancel={() => setEnding(null)}
      />
    </>
  )
}

function Browser({ subscription, children }: { subscription: Subscription; children: ReactNode }) {
  const t = useTranslations('messages.push')
  const named = useBrowserName()
  const format = useFormat()
  const now = useNow()
  const { toldAt, failedAt, failure } = subscription
  return (
    <li className={styles.hook}>
      <p className={styles.what}>{named(subscription.browser)}</p>
      <p className={styles.note}>
        {toldAt === null ? t('never') : t('told', { age: format.age(toldAt, now) })}
      </p>
      {failure !== null && failedAt !== null && (
        <p className={styles.failed}>{t('failed', { age: format.age(failedAt, now), why: failure })}</p>
      )}
      <div className={styles.acts}>{children}</div>
    </li>
  )
}
