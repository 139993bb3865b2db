import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderName } from '../../../app/phrases/order-name.ts'
import { PagedList } from '../../../app/lists/paged-list.tsx'
import { usePages } from '../../../app/lists/use-pages.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { pathTo } from '../../../paths.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { Button } from '../../../kit/button.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Go } from '../../../kit/navigation/go.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { groupMessages } from './group-messages.ts'
import styles from './messages.module.css'
import { Windowed } from '../../../kit/windowed.tsx'

type Message = Answer<'GET /api/messages'>['messages'][number]

/** What one was told, the newest first. Opening what a message is about reads it. */
export function InboxSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('messages')
  const act = useAct({ toasts: true })
  const list = usePages('GET /api/messages', { query: { limit: 50 } }, (page) => page.messages, {
    staleTime: 0,
  })
  const read = (ids?: string[]): void => {
    void act.send('PUT /api/messages/read', { body: ids === undefined ? {} : { ids } })
  }
  const open = (message: Message): void => {
    if (!message.read) read([message.id])
    onClose()
  }
  return (
    <Sheet open title={t('title')} onClose={onClose} size="full">
      <PagedList
        list={list}
        lines={6}
        inline
        empty={<EmptyState inline title={t('none')} text={t('noneText')} />}
        more={t('more')}
      >
        {(all) => (
          <>
            {all.some((message) => !message.read) && (
              <div className={styles.top}>
                <Button kind="soft" small onClick={() => read()}>
                  {t('allRead')}
                </Button>
              </div>
            )}
            <ul className={styles.list}>
              <Windowed items={groupMessages(all)} as="li" rowHeight={72}>
                {(piece) => piece.map((group) => <Group key={group[0].id} group={group} onOpen={open} />)}
              </Windowed>
            </ul>
          </>
        )}
      </PagedList>
    </Sheet>
  )
}

type GroupProps = { group: [Message, ...Message[]]; onOpen: (message: Message) => void }

/** What happened several times at once stands as one line, which opens. */
function Group({ group, onOpen }: GroupProps) {
  const t = useTranslations('messages')
  const format = useFormat()
  const now = useNow()
  const [shown, setShown] = useState(false)
  const [first, ...rest] = group
  if (rest.length === 0) return <MessageRow message={first} onOpen={() => onOpen(first)} />
  const unread = group.some(({ read }) => !read)
  const count = format.number(group.length)
  return (
    <li>
      <button
        type="button"
        className={classes(styles.message, styles.group)}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <span className={styles.mark} data-read={!unread} aria-hidden />
        <span className={styles.main}>
          <span className={styles.what}>
            {unread && <span className="sr-only">{t('unread')}: </span>}
            {first.kind === 'alarm_raised'
              ? t('severalAlarms', { count })
              : t('several', { what: t(`kind.${first.kind}`, { alarm: '' }), count })}
          </span>
          <span className={styles.note}>
            <Dotted parts={[...new Set(group.map(({ station }) => station.name))]} />
          </span>
        </span>
        <span className={styles.age}>{format.age(first.at, now)}</span>
      </button>
      {shown && (
        <ul className={styles.within}>
          {group.map((message) => (
            <MessageRow key={message.id} message={message} onOpen={() => onOpen(message)} />
          ))}
        </ul>
      )}
    </li>
  )
}

function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const nameOf = useOrderName()
  const t = useTranslations('messages')
  const levels = useTranslations('level')
  const format = useFormat()
  const now = useNow()
  /** What it was worth, and against which month it was more or less. */
  const monthParts = ({ income, change }: NonNullable<Message['report']>): string[] => [
    ...income.flatMap(({ currency, amount }) => (amount === null ? [] : [format.income(amount, currency)])),
    ...(change
      ? [
          t(change.share < 0 ? 'month.less' : 'month.more', {
            share: `${format.number(Math.abs(change.share) * 100, Math.abs(change.share) < 0.095 ? 1 : 0)}%`,
            other: format.day(change.of),
          }),
        ]
      : []),
  ]
  const { alarm, order, report, station } = message
  const to = report
    ? report.all
      ? pathTo('home', { report: report.of })
      : pathTo('om-detail', { stationId: station.id, report: report.of })
    : order
      ? pathTo('work-order-detail', { orderId: order.id })
      : alarm
        ? pathTo('alarm-detail', { alarmId: alarm.id })
        : pathTo(message.kind.startsWith('control_') ? 'remote-control' : 'station-detail', {
            stationId: station.id,
          })
  return (
    <li>
      <Go to={to} className={styles.message} onClick={onOpen}>
        <span className={styles.mark} data-read={message.read} aria-hidden />
        <span className={styles.main}>
          <span className={styles.what}>
            {!message.read && <span className="sr-only">{t('unread')}: </span>}
            {report
              ? t('month.title', { month: format.day(report.of), energy: format.text('energy', report.wh) })
              : t(`kind.${message.kind}`, { alarm: alarm?.name[format.language] ?? '' })}
          </span>
          <span className={styles.note}>
            <Dotted
              parts={[
                order && nameOf(order),
                report?.all ? t('month.all') : station.name,
                ...(report ? monthParts(report) : []),
                alarm && levels(alarm.level),
                order?.no,
                message.by,
              ]}
            />
          </span>
          {message.text && <span className={styles.note}>{t('reason', { text: message.text })}</span>}
        </span>
        <span className={styles.age}>{format.age(message.at, now)}</span>
      </Go>
    </li>
  )
}
