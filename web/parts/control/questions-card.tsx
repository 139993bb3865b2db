import { useTranslations } from 'use-intl'
import { usePerson } from '../../app/session/session.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { useNow } from '../../kit/time/now.ts'
import { toast } from '../../kit/toast.tsx'
import styles from './control.module.css'
import { type Question, useQuestions } from './control-queries.ts'

/** Questions to me and of me, of this station or all; nothing when there are none. */
export function QuestionsCard({ stationId }: { stationId: string | undefined }) {
  const t = useTranslations('control.question')
  const questions = (useQuestions().data?.questions ?? []).filter(
    ({ station }) => stationId === undefined || station.id === stationId,
  )
  if (questions.length === 0) return null
  return (
    <Card flush title={t('title')}>
      {questions.slice(0, 5).map((one) => (
        <QuestionRow key={one.id} question={one} />
      ))}
    </Card>
  )
}

function QuestionRow({ question }: { question: Question }) {
  const t = useTranslations('control.question')
  const format = useFormat()
  const now = useNow()
  const me = usePerson()
  const act = useAct({ toasts: true })
  const mine = question.askedTo.id === me?.id
  const age = format.age(question.askedAt, now)
  const answer = async (given: 'go' | 'wait'): Promise<void> => {
    const input = { params: { questionId: question.id }, body: { answer: given } }
    if (await act.send('POST /api/control-questions/{questionId}/answer', input)) toast(t('answeredToast'))
  }
  return (
    <div className={styles.question}>
      <p>
        {question.text}
        <span className={styles.hint}>
          {mine
            ? t('from', { by: question.askedBy.name, station: question.station.name, age })
            : t('own', { name: question.askedTo.name, age })}
        </span>
      </p>
      {question.answer !== null ? (
        <strong>{t(`answered.${question.answer}`, { name: question.askedTo.name })}</strong>
      ) : mine ? (
        <div className={styles.acts}>
          <Button small busy={act.busy} onClick={() => void answer('go')}>
            {t('go')}
          </Button>
          <Button small kind="quiet" busy={act.busy} onClick={() => void answer('wait')}>
            {t('wait')}
          </Button>
        </div>
      ) : (
        <span className={styles.hint}>{t('noAnswer')}</span>
      )}
    </div>
  )
}
