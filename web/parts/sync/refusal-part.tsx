import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { flowName } from '#domain/work-orders/flow-table.ts'
import { judgeAction } from '#domain/work-orders/open-actions.ts'
import type { OrderPriority, OrderStatus } from '#domain/work-orders/order-states.ts'
import type { Person } from '../../app/session/user-info.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { Button } from '../../kit/button.tsx'
import { classes } from '../../kit/classes.ts'
import { statusTone } from '../states/status-pill.tsx'
import { queue } from '../../app/outbox/queue.ts'
import type { ActRefusal, QueuedAct, Side } from '../../app/outbox/queued-act.ts'
import { actText } from '../../app/outbox/act-text.ts'
import styles from '../work-orders/order.module.css'

type RefusalProps = {
  act: QueuedAct
  refusal: ActRefusal
  person: Person
  now: number
  onTakeBack: () => void
}

/** Why the server did not take it: who changed what and when, field by field, and what can be done. */
export function RefusalPart({ act, refusal, person, now, onTakeBack }: RefusalProps) {
  const t = useTranslations('sync')
  const sentence = useSentence()
  const format = useFormat()
  const { theirs, by, byAt, rows, code, message } = refusal
  const isOrder = act.call.route === 'POST /api/orders/{orderId}/actions'
  return (
    <>
      <div className={classes(styles.warning, statusTone('fault'))} role="alert">
        <TriangleAlert size={18} aria-hidden />
        <div>
          <b>{rows ? t('rows', { count: rows.length }) : ((message || sentence(code)) ?? code)}</b>
          {rows?.map((row) => (
            <p key={row.id}>
              <Dotted parts={[snOf(act, row.id), sentence(row.code)]} />
            </p>
          ))}
          {theirs && byAt !== null && (
            <p>{t('changedBy', { name: by ?? t('system'), age: format.age(byAt, now) })}</p>
          )}
          {isOrder && !theirs && <p>{t('gone')}</p>}
        </div>
      </div>
      {act.seen && theirs && <Fields act={act} seen={act.seen} theirs={theirs} />}
      <div className={styles.others}>
        {mayGo(act, refusal, person) && (
          <Button kind="soft" wide onClick={() => void queue.sendAnyway(act.id)}>
            {t('sendAnyway')}
          </Button>
        )}
        <Button kind="quiet" wide onClick={onTakeBack}>
          {t(isOrder && act.drafts.length === 0 ? 'open' : 'takeBack')}
        </Button>
      </div>
    </>
  )
}

const snOf = ({ call }: QueuedAct, id: string): string =>
  call.route === 'POST /api/stations/{stationId}/devices'
    ? (call.body.devices.find((one) => one.id === id)?.sn ?? '')
    : ''

/** Whether the same, with the version that the server has now, can be taken. */
const mayGo = ({ call }: QueuedAct, { theirs, rows }: ActRefusal, person: Person): boolean => {
  if (call.route !== 'POST /api/orders/{orderId}/actions') return rows === undefined
  if (!theirs) return false
  const facts = {
    status: theirs.status as OrderStatus,
    initiatorId: theirs.initiatorId,
    handlerId: theirs.handlerId,
    needsReview: true,
  }
  return judgeAction(flowName(call.body.no), facts, { accountId: person.id, permissions: person.permissions })
    .ok
}

type FieldsProps = { act: QueuedAct; seen: Side; theirs: Side }

function Fields({ act: { call }, seen, theirs }: FieldsProps) {
  const t = useTranslations('sync')
  const order = useTranslations('order')
  const orders = useTranslations('orders')
  const status = (side: Side): string => orders(`status.${side.status as OrderStatus}`)
  const priority = (side: Side): string => orders(`priority.${side.priority as OrderPriority}`)
  if (call.route !== 'POST /api/orders/{orderId}/actions') return null
  const said = actText(call.body, theirs)
  const all = [
    { key: 'status', label: orders('statusLabel'), mine: status(seen), theirs: status(theirs) },
    {
      key: 'handler',
      label: order('handler'),
      mine: seen.handler ?? orders('nobody'),
      theirs: theirs.handler ?? orders('nobody'),
    },
    { key: 'priority', label: order('priority'), mine: priority(seen), theirs: priority(theirs) },
    { key: 'description', label: order('description'), mine: seen.description, theirs: theirs.description },
    { key: 'text', label: t('text'), mine: said.mine.text, theirs: said.theirs.text },
    {
      key: 'pictures',
      label: t('pictures'),
      mine: String(said.mine.pictures),
      theirs: String(said.theirs.pictures),
    },
  ]
  const shown = all.filter((one) => one.mine !== one.theirs)
  return (
    <dl className={styles.checks}>
      {shown.map(({ key, label, mine, theirs: other }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.said}>
            <span>{t('mine')}</span>
            {mine || t('empty')}
          </dd>
          <dd className={styles.said}>
            <span>{t('theirs')}</span>
            {other || t('empty')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
