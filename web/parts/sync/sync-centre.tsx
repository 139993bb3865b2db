import { CloudCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Person } from '../../app/session/user-info.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { useActWords } from './act-words.ts'
import { RefusalPart } from './refusal-part.tsx'
import { queue, useQueue, type Queue } from '../../app/outbox/queue.ts'
import { waitsFor, withFollowers, type QueuedAct } from '../../app/outbox/queued-act.ts'
import { discard, takeBack } from './take-back.ts'
import styles from '../work-orders/order.module.css'

/** What waits on this phone: since when, why, and what can be done about it. */
export function SyncCentre({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('sync')
  const now = useNow()
  const found = useQueue(person.id)
  const { acts, sending, stop } = found
  const [asked, setAsked] = useState<QueuedAct | null>(null)
  const what = useActWords()
  const more = asked ? withFollowers(acts, asked.id).length - 1 : 0
  const goes = acts.some((act) => ['network', 'before'].includes(waitsFor(acts, act, now)))
  return (
    <Sheet open onClose={onClose} title={t('title')} size="full">
      <div className={styles.sheet}>
        {acts.length === 0 ? (
          <EmptyState
            inline
            icon={<CloudCheck size={26} aria-hidden />}
            title={t('none')}
            text={t('noneText')}
          />
        ) : (
          <>
            <p className={styles.quiet}>
              {t('intro')} {stop !== null && stop !== 'done' && stop !== 'network' && t(`stop.${stop}`)}
            </p>
            {acts.map((act) => (
              <Act
                key={act.id}
                act={act}
                queued={found}
                now={now}
                person={person}
                onDiscard={() => setAsked(act)}
                onTakeBack={() => {
                  onClose()
                  void takeBack(act).then((taken) => taken || toast(t('occupied'), 'failed'))
                }}
              />
            ))}
            {goes && (
              <Button wide busy={sending} onClick={() => void queue.tryNow()}>
                {t('tryNow')}
              </Button>
            )}
          </>
        )}
      </div>
      <AlertDialog
        open={asked !== null}
        title={t('discardTitle', { what: asked ? what(asked) : '' })}
        text={`${t('discardText')}${more > 0 ? ` ${t('discardMore', { count: more })}` : ''}`}
        confirm={t('discarded')}
        danger
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          const act = asked
          setAsked(null)
          if (act) void discard(act)
        }}
      />
    </Sheet>
  )
}

type ActProps = {
  act: QueuedAct
  queued: Queue
  now: number
  person: Person
  onDiscard: () => void
  onTakeBack: () => void
}

function Act({ act, queued: { acts, sending }, now, person, onDiscard, onTakeBack }: ActProps) {
  const t = useTranslations('sync')
  const what = useActWords()
  const format = useFormat()
  const waits = waitsFor(acts, act, now)
  const sent = act.files.filter((file) => file.sent).length
  return (
    <div className={styles.inset}>
      <Card title={what(act)}>
        <div className={styles.stack}>
          <div>
            <p className={styles.text}>{act.title}</p>
            <p className={styles.quiet}>
              <Dotted
                parts={[
                  sending && waits === 'network' ? t('sending') : t(`waits.${waits}`),
                  t('kept', { age: format.age(act.at, now) }),
                  act.files.length > 0 && t('files', { sent: String(sent), all: String(act.files.length) }),
                ]}
              />
            </p>
          </div>
          {act.refusal && (
            <RefusalPart act={act} refusal={act.refusal} person={person} now={now} onTakeBack={onTakeBack} />
          )}
          <div className={styles.others}>
            {waits === 'age' && (
              <Button kind="soft" wide onClick={() => void queue.sendAnyway(act.id)}>
                {t('sendNow')}
              </Button>
            )}
            <Button kind="quiet" wide onClick={onDiscard}>
              {t('discard')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}
