import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderPriorities } from '#domain/work-orders/order-states.ts'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { FormFailure } from '../../app/session/brand.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { pathTo } from '../../paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Fields } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { HandlerList } from '../work-orders/actions/handler-list.tsx'
import { orderBody, orderedAlarms, type Subject, usualPriority } from './dispatch.ts'
import { useHeadline } from './headline.ts'
import styles from './dispatch.module.css'

type DispatchSheetProps = { subject: Subject; onClose: () => void; onDone: () => void }

/** From what is wrong to an order that somebody has: whom, how urgent, a word with it, and one press. */
export function DispatchSheet({ subject, onClose, onDone }: DispatchSheetProps) {
  const t = useTranslations('troubles')
  const order = useTranslations('order')
  const orders = useTranslations('orders')
  const { station, device } = subject
  const what = useHeadline()(subject)
  const act = useAct()
  const [handler, setHandler] = useState<{ id: string; name: string } | null>(null)
  const [priority, setPriority] = useState(usualPriority(subject))
  const [remark, setRemark] = useState('')
  const alarmIds = orderedAlarms(subject)
  const isMade = subject.order !== null
  const check = useData(
    'GET /api/orders/check',
    { query: { alarmIds: alarmIds.join(',') } },
    { enabled: !isMade && alarmIds.length > 0, staleTime: 0 },
  )
  // With its plan, its pictures and its words, the form of an order has room for them.
  const [worst] = subject.alarms
  const whole = isMade
    ? null
    : alarmIds.length > 0
      ? pathTo('add-work-order', { alarms: alarmIds.join(',') })
      : pathTo('add-work-order', {
          stationId: station.id,
          type: 'repair',
          about: worst?.id,
          deviceId: worst ? undefined : device.id,
        })
  const waits = !isMade && alarmIds.length > 0 && !check.data
  const send = async (): Promise<void> => {
    if (handler === null) return act.blame({}, order('required'))
    const word = remark.trim()
    const sent = subject.order
      ? await act.send('POST /api/orders/{orderId}/actions', {
          params: { orderId: subject.order.id },
          ifMatch: subject.order.version,
          body: { no: 1, handlerId: handler.id, ...(word && { remark: word }) },
        })
      : await act.send('POST /api/orders', {
          body: orderBody(subject, check.data ?? null, {
            priority,
            handlerId: handler.id,
            word,
          }),
        })
    if (!sent) return
    toast(order('done.dispatch'))
    onDone()
  }
  return (
    <Sheet open onClose={onClose} title={t('dispatch')}>
      <Form onSend={send} className={styles.sheet}>
        <p className={styles.about}>
          <b className={styles.what}>{what}</b>
          <span className={styles.where}>
            <Dotted parts={[station.name, device.name || device.sn]} />
          </span>
        </p>
        {waits ? (
          <Waiting of={check} inline rows={3} />
        ) : (
          <>
            <HandlerList
              stationId={station.id}
              value={handler?.id ?? null}
              present={null}
              onChange={(person) => {
                act.blame({})
                setHandler(person)
              }}
            />
            {!isMade && (
              <div className={styles.urgent}>
                <h3 className={styles.where} aria-hidden>
                  {orders('priorityLabel')}
                </h3>
                <Chips
                  wrap
                  label={orders('priorityLabel')}
                  value={priority}
                  onChange={setPriority}
                  options={orderPriorities.map((value) => ({ value, label: orders(`priority.${value}`) }))}
                />
              </div>
            )}
            <Fields>
              <AreaField
                label={order('optionalRemark')}
                optional
                value={remark}
                maxLength={REMARK_MAX}
                onChange={(event) => setRemark(event.target.value)}
              />
            </Fields>
          </>
        )}
        <div className={styles.send}>
          <FormFailure text={act.failed} />
          <Button type="submit" wide busy={act.busy} disabled={handler === null || waits}>
            {handler ? t('dispatchTo', { name: handler.name }) : t('dispatch')}
          </Button>
          {whole !== null && (
            <ButtonLink to={whole} kind="plain" wide>
              {t('wholeOrder')}
            </ButtonLink>
          )}
        </div>
      </Form>
    </Sheet>
  )
}
