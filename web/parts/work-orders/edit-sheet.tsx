import { useState } from 'react'
import { orderPriorities } from '#domain/work-orders/order-states.ts'
import { DESCRIPTION_MAX, NAME_MAX, PLANNED_HOURS_MAX, REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { useOrderName } from '../../app/phrases/order-name.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { ApiError } from '../../app/data/api-error.ts'
import { useAct } from '../../app/acts/use-act.ts'
import type { Answer, CallInput } from '../../app/data/call-types.ts'
import { dataKey, queryClient } from '../../app/data/query.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Button } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField, TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Form } from '../../kit/form.tsx'
import { changesOf, editedOf, rebased, type Edited } from './order-edit.ts'
import { PlanFields } from './plan-fields.tsx'
import { useDuration } from './use-duration.ts'
import type { Order } from './use-orders.ts'
import add from './add/add.module.css'
import { useInstanceText } from './use-instance-text.ts'
import styles from './order.module.css'

type Body = CallInput<'PUT /api/orders/{orderId}'>['body']
type OrderAnswer = Answer<'GET /api/orders/{orderId}'>

/** The order as somebody else has saved it meanwhile, when that is why it was refused. */
const orderIn = (error: unknown): Order | null => {
  if (!(error instanceof ApiError) || error.code !== 'version_stale') return null
  const { current } = error
  return typeof current === 'object' && current !== null && 'order' in current
    ? (current as OrderAnswer).order
    : null
}

/** Name, description, plan and priority of an open order, and content that is taken out of it. Never all of it. */
export function EditSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const nameOf = useOrderName()
  const edited = (one: Order): Edited => ({ ...editedOf(one), name: nameOf(one) })
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const format = useFormat()
  // What the person began with, and its version; a live change of the page does not move them.
  const [seen, setSeen] = useState(order)
  const [typed, setTyped] = useState(() => edited(order))
  const [both, setBoth] = useState<readonly (keyof Edited)[]>([])
  const instanceText = useInstanceText()
  const present = order.content
    .filter(({ kept }) => kept)
    .map((alarm) => ({
      alarm,
      instances: alarm.items.filter(({ kept }) => kept).map(({ instance }) => instance),
    }))
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const params = { orderId: order.id }
  const key = dataKey('GET /api/orders/{orderId}', { params })
  const form = useAct({
    refused: (error) => {
      const theirs = orderIn(error)
      if (!theirs) return undefined
      const next = rebased(edited(seen), typed, edited(theirs))
      setSeen(theirs)
      setTyped(next.typed)
      setBoth(next.both)
      queryClient.setQueryData<OrderAnswer>(key, { order: theirs })
      return undefined
    },
  })
  const change = (next: Partial<Edited>): void => setTyped({ ...typed, ...next })
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
    ...(!(typed.hours !== null && typed.hours >= 1 / 60 && typed.hours <= PLANNED_HOURS_MAX) && {
      hours: true as const,
    }),
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (wrong.end || wrong.hours) return form.blame({}, t('add.missing'))
    const body: Body = {
      ...changesOf(edited(seen), typed),
      ...(out.size > 0 && {
        alarms: present
          .map(({ alarm, instances }) => ({
            alarmId: alarm.id,
            instances: instances.filter((instance) => !out.has(`${alarm.id} ${instance}`)),
          }))
          .filter(({ instances }) => instances.length > 0),
      }),
    }
    if (Object.keys(body).length === 0) return onClose()
    const answer = await form.send('PUT /api/orders/{orderId}', { params, body, ifMatch: seen.version })
    if (!answer) return
    queryClient.setQueryData<OrderAnswer>(key, answer)
    toast(t('done.other'))
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('change.title')} size="full">
      <Form onSend={save} className={styles.sheet}>
        <Fields>
          <TextField
            label={t('add.name')}
            maxLength={NAME_MAX}
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
              options={orderPriorities.map((value) => ({ value, label: orders(`priority.${value}`) }))}
            />
          </div>
          <AreaField
            label={t('description')}
            optional
            maxLength={DESCRIPTION_MAX}
            value={typed.description}
            onChange={(event) => change({ description: event.target.value })}
          />
          <AreaField
            label={t('remark')}
            optional
            maxLength={REMARK_MAX}
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
                          <Dotted
                            parts={[
                              alarm.name[format.language],
                              alarm.device.name || alarm.device.sn,
                              instance &&
                                instanceText(
                                  instance,
                                  alarm.items.find((item) => item.instance === instance)?.joined,
                                ),
                            ]}
                          />
                        </span>
                      </label>
                    </li>
                  )
                }),
              )}
            </ul>
          </>
        )}
        {both.length > 0 && <Both names={both} typed={typed} theirs={edited(seen)} order={seen} />}
        <div className={styles.saving} data-foot>
          <FormFailure text={form.failed} />
          <Button type="submit" wide busy={form.busy}>
            {t('change.save')}
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}

type BothProps = { names: readonly (keyof Edited)[]; typed: Edited; theirs: Edited; order: Order }

/** What two people changed, each to something else: both, side by side. Saving again takes what stands in the form. */
function Both({ names, typed, theirs, order }: BothProps) {
  const t = useTranslations('order')
  const sync = useTranslations('sync')
  const orders = useTranslations('orders')
  const format = useFormat()
  const duration = useDuration()
  const labels: Record<keyof Edited, string> = {
    name: t('add.name'),
    description: t('description'),
    remark: t('remark'),
    priority: t('priority'),
    startAt: t('add.start'),
    endAt: t('add.end'),
    hours: t('add.minutes'),
  }
  const instant = (ts: number | null): string =>
    ts === null ? sync('empty') : format.instant(ts, order.station.timeZone)
  const textOf = (name: keyof Edited, { priority, hours, startAt, endAt, ...texts }: Edited): string => {
    if (name === 'priority') return orders(`priority.${priority}`)
    if (name === 'startAt') return instant(startAt)
    if (name === 'endAt') return instant(endAt)
    if (name === 'hours') return duration((hours ?? 0) * 3_600_000)
    return texts[name] || sync('empty')
  }
  return (
    <dl className={styles.checks}>
      {names.map((name) => (
        <div key={name}>
          <dt>{labels[name]}</dt>
          <dd className={styles.said}>
            <span>{sync('mine')}</span>
            {textOf(name, typed)}
          </dd>
          <dd className={styles.said}>
            <span>{sync('theirs')}</span>
            {textOf(name, theirs)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
