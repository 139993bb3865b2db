import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { webhookEvents, type WebhookEvent } from '#domain/messages/message-kinds.ts'
import { ApiError } from '../../../app/data/api-error.ts'
import { call } from '../../../app/data/call.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { newId } from '../../../kit/new-id.ts'
import { refresh, useData } from '../../../app/data/query.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { ErrorState, useFailureText } from '../../../app/failure/error-state.tsx'
import { Fields } from '../../../kit/field.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { SkeletonCard } from '../../../kit/skeleton.tsx'
import { Tag } from '../../states/status-pill.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from './messages.module.css'

type Hook = Answer<'GET /api/webhooks'>['webhooks'][number]

const randomSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Addresses that are told of alarms and orders; for administrators. */
export function WebhooksSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('messages.hooks')
  return (
    <Sheet open title={t('title')} onClose={onClose} size="full">
      <AddHook />
      <Hooks />
    </Sheet>
  )
}

function AddHook() {
  const t = useTranslations('messages.hooks')
  const failure = useFailureText()
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ field: string; text: string }>()
  const key = useRef({ of: '', key: '' })
  const wrong = (field: string): string | undefined => (failed?.field === field ? failed.text : undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (busy) return
    const body = { url: url.trim(), secret, events: [...events] }
    const of = JSON.stringify(body)
    if (key.current.of !== of) key.current = { of, key: newId() }
    setBusy(true)
    setFailed(undefined)
    call('POST /api/webhooks', { body, key: key.current.key })
      .then(() => {
        toast(t('created'))
        setUrl('')
        setSecret('')
        return refresh('GET /api/webhooks')
      })
      .catch((error: unknown) => {
        const field = error instanceof ApiError ? (error.problems[0]?.field ?? error.field) : undefined
        setFailed({ field: field === 'secret' ? 'secret' : 'url', text: failure(error) })
      })
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={submit}>
      <Fields>
        <TextField
          label={t('url')}
          help={t('urlHelp')}
          error={wrong('url')}
          type="url"
          inputMode="url"
          value={url}
          maxLength={500}
          required
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label={t('secret')}
          help={t('secretHelp')}
          error={wrong('secret')}
          value={secret}
          minLength={16}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          required
          onChange={(event) => setSecret(event.target.value)}
          end={
            <Button kind="plain" small onClick={() => setSecret(randomSecret())}>
              {t('make')}
            </Button>
          }
        />
        {webhookEvents.map((one) => (
          <SwitchField
            key={one}
            label={t(`event.${eventWord(one)}`)}
            checked={events.includes(one)}
            onChange={(on) => setEvents(on ? [...events, one] : events.filter((other) => other !== one))}
          />
        ))}
      </Fields>
      <div className={styles.top}>
        <Button type="submit" wide busy={busy} disabled={events.length === 0}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

/** Dots divide the keys of words. */
const eventWord = (event: WebhookEvent): 'alarm' | 'order' => (event === 'alarm.raised' ? 'alarm' : 'order')

function Hooks() {
  const t = useTranslations('messages.hooks')
  const failure = useFailureText()
  const found = useData('GET /api/webhooks', undefined, { staleTime: 0 })
  const [leaving, setLeaving] = useState<Hook | null>(null)
  const [busy, setBusy] = useState(false)
  const change = (act: () => Promise<unknown>): void => {
    setBusy(true)
    act()
      .catch((error: unknown) => toast(failure(error), 'failed'))
      .finally(() => {
        setBusy(false)
        setLeaving(null)
        void refresh('GET /api/webhooks')
      })
  }
  if (!found.data)
    return found.error ? (
      <ErrorState inline error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonCard kind="rows" />
    )
  const { webhooks } = found.data
  if (webhooks.length === 0) return <EmptyState inline title={t('none')} text={t('noneText')} />
  return (
    <>
      <ul className={styles.list}>
        {webhooks.map((hook) => (
          <HookRow
            key={hook.id}
            hook={hook}
            busy={busy}
            onRest={() =>
              change(() =>
                call('PUT /api/webhooks/{webhookId}', {
                  params: { webhookId: hook.id },
                  body: { enabled: !hook.enabled },
                  ifMatch: hook.version,
                }),
              )
            }
            onRemove={() => setLeaving(hook)}
          />
        ))}
      </ul>
      <AlertDialog
        open={leaving !== null}
        title={t('removeTitle')}
        text={t('removeText')}
        confirm={t('remove')}
        danger
        busy={busy}
        onConfirm={() => {
          if (leaving)
            change(async () => {
              await call('DELETE /api/webhooks/{webhookId}', { params: { webhookId: leaving.id } })
              toast(t('removed'))
            })
        }}
        onCancel={() => setLeaving(null)}
      />
    </>
  )
}

type HookRowProps = { hook: Hook; busy: boolean; onRest: () => void; onRemove: () => void }

function HookRow({ hook, busy, onRest, onRemove }: HookRowProps) {
  const t = useTranslations('messages.hooks')
  const format = useFormat()
  const now = useNow()
  const { deliveredAt, failedAt, failure } = hook
  return (
    <li className={styles.hook}>
      <p className={styles.what}>{hook.url}</p>
      <p className={styles.note}>
        {hook.events.map((one) => t(`event.${eventWord(one)}`)).join(' · ')}
        {!hook.enabled && (
          <>
            {' '}
            <Tag>{t('paused')}</Tag>
          </>
        )}
      </p>
      <p className={styles.note}>
        {deliveredAt === null ? t('never') : t('delivered', { age: format.age(deliveredAt, now) })}
        {hook.waiting > 0 && ` · ${t('waiting', { count: hook.waiting })}`}
      </p>
      {failedAt !== null && failedAt > (deliveredAt ?? 0) && (
        <p className={styles.failed}>{t('failed', { age: format.age(failedAt, now), why: failure ?? '' })}</p>
      )}
      <div className={styles.acts}>
        <Button kind="soft" small disabled={busy} onClick={onRest}>
          {t(hook.enabled ? 'rest' : 'resume')}
        </Button>
        <Button kind="dangerPlain" small disabled={busy} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}
