import { useState, type FormEvent } from 'react'
import { WEBHOOK_SECRET_MAX, WEBHOOK_SECRET_MIN, WEBHOOK_URL_MAX } from '#domain/messages/limits.ts'
import { useTranslations } from 'use-intl'
import { webhookEvents, type WebhookEvent } from '#domain/messages/message-kinds.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useData } from '../../../app/data/query.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Fields } from '../../../kit/field.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { Tag } from '../../states/status-pill.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from './messages.module.css'
import { Waiting } from '../../../app/failure/waiting.tsx'

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
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents)
  const form = useAct({ fields: ['secret', 'url'] })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = { url: url.trim(), secret, events: [...events] }
    if (!(await form.send('POST /api/webhooks', { body }))) return
    toast(t('created'))
    setUrl('')
    setSecret('')
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Fields>
        <TextField
          label={t('url')}
          help={t('urlHelp')}
          error={form.wrong.url ?? form.failed}
          type="url"
          inputMode="url"
          value={url}
          maxLength={WEBHOOK_URL_MAX}
          required
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label={t('secret')}
          help={t('secretHelp')}
          error={form.wrong.secret}
          value={secret}
          minLength={WEBHOOK_SECRET_MIN}
          maxLength={WEBHOOK_SECRET_MAX}
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
        <Button type="submit" wide busy={form.busy} disabled={events.length === 0}>
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
  const found = useData('GET /api/webhooks', undefined, { staleTime: 0 })
  const [leaving, setLeaving] = useState<Hook | null>(null)
  const act = useAct({ toasts: true })
  const rest = ({ id, enabled, version }: Hook): Promise<unknown> =>
    act.send('PUT /api/webhooks/{webhookId}', {
      params: { webhookId: id },
      body: { enabled: !enabled },
      ifMatch: version,
    })
  const remove = async ({ id }: Hook): Promise<void> => {
    if (await act.send('DELETE /api/webhooks/{webhookId}', { params: { webhookId: id } })) toast(t('removed'))
    setLeaving(null)
  }
  if (!found.data) return <Waiting of={found} inline />
  const { webhooks, total } = found.data
  if (webhooks.length === 0) return <EmptyState inline title={t('none')} text={t('noneText')} />
  return (
    <>
      <ul className={styles.list}>
        {webhooks.map((hook) => (
          <HookRow
            key={hook.id}
            hook={hook}
            busy={act.busy}
            onRest={() => void rest(hook)}
            onRemove={() => setLeaving(hook)}
          />
        ))}
      </ul>
      {total > webhooks.length && (
        <p className={styles.note}>{t('more', { count: total - webhooks.length })}</p>
      )}
      <AlertDialog
        open={leaving !== null}
        title={t('removeTitle')}
        text={t('removeText')}
        confirm={t('remove')}
        danger
        busy={act.busy}
        onConfirm={() => {
          if (leaving) void remove(leaving)
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
        <Dotted parts={hook.events.map((one) => t(`event.${eventWord(one)}`))} />
        {!hook.enabled && (
          <>
            {' '}
            <Tag>{t('paused')}</Tag>
          </>
        )}
      </p>
      <p className={styles.note}>
        <Dotted
          parts={[
            deliveredAt === null ? t('never') : t('delivered', { age: format.age(deliveredAt, now) }),
            hook.waiting > 0 && t('waiting', { count: hook.waiting }),
          ]}
        />
      </p>
      {failedAt !== null && failedAt > (deliveredAt ?? 0) && (
        <p className={styles.failed}>{t('failed', { age: format.age(failedAt, now), why: failure ?? '' })}</p>
      )}
      <div className={styles.acts}>
        <Button kind="soft" small disabled={busy} onClick={onRest}>
          {t(hook.enabled ? 'rest' : 'resume')}
        </Button>
        <Button kind="quiet" small disabled={busy} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}
