import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { Tag } from '../states/status-pill.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './mine.module.css'
import { useAct } from '../../app/acts/use-act.ts'
import { useBrowserName } from './use-browser-name.ts'
import { Waiting } from '../../app/failure/waiting.tsx'

type SessionView = Answer<'GET /api/me/sessions'>['sessions'][number]

export function SessionsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('mine')
  return (
    <Sheet open={open} title={t('sessions')} onClose={onClose} size="full">
      <Sessions />
    </Sheet>
  )
}

function Sessions() {
  const t = useTranslations('mine')
  const named = useBrowserName()
  const found = useData('GET /api/me/sessions', undefined, { staleTime: 0 })
  const [ending, setEnding] = useState<SessionView | null>(null)
  const act = useAct({ toasts: true })
  const end = async (): Promise<void> => {
    if (!ending) return
    const params = { sessionId: ending.id }
    if (await act.send('DELETE /api/me/sessions/{sessionId}', { params })) toast(t('sessionEnded'))
    setEnding(null)
  }
  if (!found.data) return <Waiting of={found} inline />
  const sessions = found.data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            name={named(session.browser)}
            onEnd={() => setEnding(session)}
          />
        ))}
      </ul>
      <AlertDialog
        open={ending !== null}
        title={t('sessionEndTitle')}
        text={t('sessionEndText', { browser: named(ending?.browser ?? '') })}
        confirm={t('sessionEnd')}
        danger
        busy={act.busy}
        onConfirm={() => void end()}
        onCancel={() => setEnding(null)}
      />
    </>
  )
}

type SessionRowProps = { session: SessionView; name: string; onEnd: () => void }

function SessionRow({ session, name, onEnd }: SessionRowProps) {
  const t = useTranslations('mine')
  const format = useFormat()
  const now = useNow()
  return (
    <li className={styles.entry}>
      <div className={styles.entryMain}>
        <p className={styles.entryName}>{name}</p>
        <p className={styles.note}>
          <Dotted
            parts={[
              t('sessionSeen', { age: format.age(session.lastSeenAt, now) }),
              t('sessionBegan', { age: format.age(session.createdAt, now) }),
            ]}
          />
        </p>
      </div>
      {session.current ? (
        <Tag>{t('sessionHere')}</Tag>
      ) : (
        <Button kind="quiet" small aria-label={`${t('sessionEnd')} – ${name}`} onClick={onEnd}>
          {t('sessionEnd')}
        </Button>
      )}
    </li>
  )
}
