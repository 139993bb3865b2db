import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../accounts/brand.tsx'
import { ApiError } from '../data/api-error.ts'
import { call, type Answer, type CallInput } from '../data/call.ts'
import { dataKey, queryClient, refresh } from '../data/query.ts'
import { Button } from '../ui/button.tsx'
import { Chips } from '../ui/chips.tsx'
import { Fields } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { AreaField, TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { useFormat } from '../phrases/use-format.ts'
import { PlanFields } from './plan-fields.tsx'
import { useFormAct } from './use-form-act.ts'
import { orderChanged, type Order } from './use-orders.ts'
import add from './add/add.module.css'
import styles from './order.module.css'

const priorities = ['most_urgent', 'high', 'middle', 'low'] as const

type Body = CallInput<'PUT /api/orders/{orderId}'>['body']

/** Name, description, plan and priority of an open order, and content that is taken out of it. Never all of it. */
export function EditSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const format = useFormat()
  const form = useFormAct()
  const [typed, setTyped] = useState({
    name: order.name,
    description: order.description,
    remark: order.remark,
    priority: order.priority,
    startAt: order.plannedStartAt,
    endAt: order.plannedEndAt,
    hours: order.plannedMinutes / 60,
  } as {
    name: string
    description: string
    remark: string
    priority: Order['priority']
    startAt: number | null
    endAt: number | null
    hours: number | null
  })
  const present = order.content
    .filter(({ kept }) => kept)
    .map((alarm) => ({
      alarm,
      instances: alarm.items.filter(({ kept }) => kept).map(({ instance }) => instance),
    }))
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const change = (next: Partial<typeof typed>): void => setTyped({ ...typed, ...next })
  const all = present.reduce((sum, { instances }) => sum + instances.length, 0)
  const toggle = (key: string): void => {
    const next = new Set(out)
    if (!next.delete(key)) next.add(key)
    if (next.size >= all) toast(t('add.lastItem'), 'failed')
    else setOut(next)
  }
  const wrong = {
    ...(typed.startAt !== null &&
      typed.endAt !== null &&
      typed.endAt < typed.startAt && { end: true as const }),
    ...(!(typed.hours !== null && typed.hours >= 1 / 60 && typed.hours <= 2160) && { hours: true as const }),
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (wrong.end || wrong.hours) return form.say(t('add.missing'))
    const body: Body = {
      ...(typed.name.trim() && { name: typed.name.trim() }),
      description: typed.description.trim(),
      remark: typed.remark.trim(),
      priority: typed.priority,
      plannedStartAt: typed.startAt,
      plannedEndAt: typed.endAt,
      plannedMinutes: Math.round((typed.hours ?? 1) * 60),
      ...(out.size > 0 && {
        alarms: present
          .map(({ alarm, instances }) => ({
            alarmId: alarm.id,
            instances: instances.filter((instance) => !out.has(`${alarm.id} ${instance}`)),
          }))
          .filter(({ instances }) => instances.length > 0),
      }),
    }
    const params = { orderId: order.id }
    const done = await form.send(body, async (key) => {
      try {
        const answer = await call('PUT /api/orders/{orderId}', { params, body, key, ifMatch: order.version })
        queryClient.setQueryData<Answer<'GET /api/orders/{orderId}'>>(
          dataKey('GET /api/orders/{orderId}', { params }),
          answer,
        )
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) await refresh('GET /api/orders/{orderId}')
        throw error
      }
    })
    if (!done) return
    toast(t('done.other'))
    onClose()
    void orderChanged()
  }
  return (
    <Sheet open onClose={onClose} title={t('change.title')} size="full">
      <form
        noValidate
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Fields>
          <TextField
            label={t('add.name')}
            maxLength={60}
            value={typed.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <div className={add.choice}>
            <span>{t('priority')}</span>
            <Chips
              wrap
              label={t('priority')}
              value={typed.priority}
              onChange={(priority) => change({ priority })}
              options={priorities.map((value) => ({ value, label: orders(`priority.${value}`) }))}
            />
          </div>
          <AreaField
            label={t('description')}
            optional
            maxLength={2000}
            value={typed.description}
            onChange={(event) => change({ description: event.target.value })}
          />
          <AreaField
            label={t('remark')}
            optional
            maxLength={500}
            value={typed.remark}
            onChange={(event) => change({ remark: event.target.value })}
          />
          <PlanFields
            plan={typed}
            timeZone={order.station.timeZone}
            wrong={tried ? wrong : {}}
            onChange={change}
          />
        </Fields>
        {all > 1 && (
          <>
            <h3 className={styles.group}>{t('content')}</h3>
            <p className={styles.quiet}>{t('add.fromHelp')}</p>
            <ul className={styles.inset}>
              {present.flatMap(({ alarm, instances }) =>
                instances.map((instance) => {
                  const key = `${alarm.id} ${instance}`
                  return (
                    <li key={key}>
                      <label className={add.item}>
                        <input
                          type="checkbox"
                          className={add.box}
                          checked={!out.has(key)}
                          onChange={() => toggle(key)}
                        />
                        <span>
                          {alarm.name[format.language]} · {alarm.device.name || alarm.device.sn}
                          {instance && ` · ${t('instance', { instance })}`}
                        </span>
                      </label>
                    </li>
                  )
                }),
              )}
            </ul>
          </>
        )}
        <FormFailure text={form.failed} />
        <Button type="submit" wide busy={form.busy}>
          {t('change.save')}
        </Button>
      </form>
    </Sheet>
  )
}
