import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CLEAR_REMARK_MAX } from '#domain/alarms/limits.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { call } from '../../app/data/call.ts'
import { Fields } from '../../kit/field.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { QuietFor, type Span, untilOf } from '../alarms/quiet-for.tsx'
import type { Alarm } from '../alarms/use-alarms.ts'
import { EachSheet, type Named } from './each-sheet.tsx'
import styles from './bulk.module.css'

type AlarmsSheetProps = {
  alarms: readonly Alarm[]
  onClose: () => void
  onDone: () => void
}

const useNames = (alarms: readonly Alarm[]): ReadonlyMap<string, Named> => {
  const { language } = useFormat()
  return new Map(
    alarms.map(({ id, name, device, station }) => [
      id,
      { what: `${name[language]} · ${device.name || device.sn}`, where: station.name },
    ]),
  )
}

type AcknowledgeEachSheetProps = AlarmsSheetProps & {
  /** Alarms of the same devices that are not told one by one. */
  hidden: number
}

/** Alarms of any stations, seen by me and quiet until then. */
export function AcknowledgeEachSheet({ alarms, hidden, onClose, onDone }: AcknowledgeEachSheetProps) {
  const t = useTranslations('bulk.acknowledge')
  const words = useTranslations('alarms')
  const act = useAct()
  // The same is sent again where the answer was lost.
  const [openedAt] = useState(serverNow)
  const names = useNames(alarms)
  const [span, setSpan] = useState<Span>('4')
  const [remark, setRemark] = useState('')
  const ids = alarms.map(({ id }) => id)
  const zones = new Set(alarms.map(({ station }) => station.timeZone))
  const until = untilOf(span, openedAt)
  const body = () => ({
    ids,
    until,
    ...(remark.trim() && { remark: remark.trim() }),
  })
  return (
    <EachSheet
      title={t('title')}
      names={names}
      preview={{
        key: span,
        ask: () => call('POST /api/alarms/acknowledge-each', { body: { ...body(), preview: true } }),
      }}
      send={() => act.send('POST /api/alarms/acknowledge-each', { body: body() })}
      undo={(done) => act.send('POST /api/alarms/wake-each', { body: { ids: done } })}
      busy={act.busy}
      failed={act.failed}
      words={{
        act: t('act'),
        will: (count) => t('will', { count }),
        done: (count) => t('done', { count }),
        undone: (count) => t('undone', { count }),
        before: (count) => t('before', { count }),
      }}
      whyOf={({ code }) => (code === 'wrong_state' ? t('closed') : undefined)}
      onClose={onClose}
      onDone={onDone}
    >
      <div className={styles.quiet}>
        <p className={styles.note}>{words('acknowledgeText')}</p>
        <QuietFor
          span={span}
          until={until}
          timeZone={zones.size === 1 ? ([...zones][0] ?? null) : null}
          onChange={setSpan}
        />
        {hidden > 0 && <p className={styles.note}>{t('hidden', { count: hidden })}</p>}
      </div>
      <Fields>
        <AreaField
          label={words('acknowledgeRemark')}
          optional
          value={remark}
          maxLength={CLEAR_REMARK_MAX}
          onChange={(event) => setRemark(event.target.value)}
        />
      </Fields>
    </EachSheet>
  )
}

/** Takes the acknowledgement back of those that have one. */
export function WakeEachSheet({ alarms, onClose, onDone }: AlarmsSheetProps) {
  const t = useTranslations('bulk.wake')
  const act = useAct()
  const names = useNames(alarms)
  const ids = alarms.map(({ id }) => id)
  return (
    <EachSheet
      title={t('title')}
      names={names}
      preview={{
        key: '',
        ask: () => call('POST /api/alarms/wake-each', { body: { ids, preview: true } }),
      }}
      send={() => act.send('POST /api/alarms/wake-each', { body: { ids } })}
      // Whose acknowledgement it was, and until when, is gone.
      undo={null}
      busy={act.busy}
      failed={act.failed}
      words={{
        act: t('act'),
        will: (count) => t('will', { count }),
        done: (count) => t('done', { count }),
        undone: (count) => t('done', { count }),
        before: (count) => t('before', { count }),
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
