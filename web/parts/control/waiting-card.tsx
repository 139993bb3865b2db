import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import styles from './control.module.css'
import { type ControlRow, useWaiting } from './control-queries.ts'
import { useActWords } from '../log/use-act-words.ts'

const DecideSheet = lazySheet(async () => {
  return (await import('./decide-sheet.tsx')).DecideSheet
})

/** Acts that wait for a second person, with the way to decide; nothing when there are none. */
export function WaitingCard({ stationId }: { stationId: string | undefined }) {
  const t = useTranslations('control.waiting')
  const mayControl = useAllowed('device:control:send')
  const waiting = useWaiting(stationId, mayControl).data?.controls ?? []
  if (waiting.length === 0) return null
  return (
    <Card flush title={t('title')}>
      {waiting.map((one) => (
        <WaitingRow key={one.id} control={one} />
      ))}
    </Card>
  )
}

export function WaitingRow({ control }: { control: ControlRow }) {
  const t = useTranslations('control')
  const acts = useActWords()
  const format = useFormat()
  const now = useNow()
  const [deciding, setDeciding] = useState(false)
  const until = control.expiresAt === null ? '' : format.clock(control.expiresAt, control.station.timeZone)
  return (
    <div className={styles.waiting}>
      <div>
        <Go
          to={pathTo('remote-control', { stationId: control.station.id, controlId: control.id })}
          className={styles.resultName}
        >
          <Dotted
            parts={[
              acts.act(control.op, control.args),
              t('targets', { count: control.total }),
              control.ratedW !== null && format.text('power', control.ratedW),
            ]}
          />
          <span className={styles.hint}>
            <Dotted
              parts={[
                control.station.name,
                t('waiting.from', { by: control.askedBy.name, age: format.age(control.askedAt, now) }),
                t('waiting.until', { at: until }),
              ]}
            />
          </span>
        </Go>
      </div>
      {control.mayRefuse ? (
        <Button small onClick={() => setDeciding(true)}>
          {t(control.mayDecide ? 'waiting.approve' : 'waiting.refuse')}
        </Button>
      ) : (
        <p className={styles.hint}>{t('waiting.own')}</p>
      )}
      {deciding && <DecideSheet control={control} onClose={() => setDeciding(false)} />}
    </div>
  )
}
