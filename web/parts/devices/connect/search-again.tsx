import { Radar } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../app/data/api-error.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { refresh, useData } from '../../../app/data/query.ts'
import { Button } from '../../../kit/button.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from './connect.module.css'

const askMs = 3_000
const open: readonly string[] = ['queued', 'sent', 'accepted']

/** Lets the gateway look again, and says how far that has come. */
export function SearchAgain({ gatewayId, online }: { gatewayId: string; online: boolean }) {
  const t = useTranslations('connect')
  const [commandId, setCommandId] = useState<string | null>(null)
  const act = useAct({
    toasts: true,
    refused: (error) =>
      error instanceof ApiError && error.code === 'command_running' ? t('runs') : undefined,
  })
  const [ended, setEnded] = useState<string | null>(null)
  const answer = useData(
    'GET /api/commands/{commandId}',
    { params: { commandId: commandId ?? '' } },
    { enabled: commandId !== null && ended !== commandId, refetchInterval: askMs },
  )
  const command = answer.data?.command
  const running = command !== undefined && open.includes(command.state)
  if (command && !running && ended !== command.id) {
    setEnded(command.id)
    void refresh('GET /api/gateways/{gatewayId}/children')
  }
  const press = async (): Promise<void> => {
    const made = await act.send('POST /api/gateways/{gatewayId}/scan', { params: { gatewayId }, body: {} })
    if (!made) return
    setCommandId(made.command.id)
    toast(t('sent'))
  }
  return (
    <>
      <Button
        kind="soft"
        busy={act.busy || running}
        icon={<Radar size={18} aria-hidden />}
        onClick={() => void press()}
      >
        {t('search')}
      </Button>
      {command && (
        <p className={styles.searchState} role="status">
          {running ? t(online ? 'searching' : 'waitsForGateway') : t(`searchEnd.${command.outcome}`)}
        </p>
      )}
    </>
  )
}
