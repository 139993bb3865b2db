import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { ActFailure } from '../states/act-failure.tsx'
import { HandOver } from './hand-over.tsx'
import type { Account } from './person-sheet.tsx'
import { suggestedPassword } from './suggested-password.ts'

/** Gives a person who has forgotten theirs a new password, and then says what they have to be told. */
export function NewPassword({ account: { id, account, name } }: { account: Account }) {
  const t = useTranslations('people')
  const [asked, setAsked] = useState(false)
  const [given, setGiven] = useState({ open: false, password: '' })
  // Tried again, it is the same: it may be in force although its answer was lost.
  const [password, setPassword] = useState(() => suggestedPassword())
  const act = useAct({ fresh: true, offline: t('passwordOffline') })
  const give = async (): Promise<void> => {
    const sent = await act.send('PUT /api/accounts/{accountId}/password', {
      params: { accountId: id },
      body: { password },
    })
    setAsked(false)
    if (!sent) return
    toast(t('saved'))
    setGiven({ open: true, password })
    setPassword(suggestedPassword())
  }
  const done = (): void => setGiven((last) => ({ ...last, open: false }))
  return (
    <>
      <ActFailure act={act} />
      <Button
        kind="soft"
        wide
        icon={<KeyRound size={18} aria-hidden />}
        busy={act.busy}
        disabled={act.cut}
        onClick={() => setAsked(true)}
      >
        {t('newPassword')}
      </Button>
      <AlertDialog
        open={asked}
        title={t('newPasswordTitle', { name })}
        text={t('newPasswordText')}
        confirm={t('newPasswordSure')}
        busy={act.busy}
        onConfirm={() => void give()}
        onCancel={() => setAsked(false)}
      />
      <Sheet open={given.open} title={t('newPasswordOf', { name })} onClose={done} size="full">
        <HandOver added={{ name, account, password: given.password }} again onDone={done} />
      </Sheet>
    </>
  )
}
