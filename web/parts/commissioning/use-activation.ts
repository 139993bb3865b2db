import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../app/data/api-error.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { refresh } from '../../app/data/query.ts'
import { toast } from '../../kit/toast.tsx'
import type { GatewayChecks } from './commissioning-queries.ts'

/** What has to be asked or said before it goes on. */
export type ActivationTalk =
  | { kind: 'some'; question: string; gatewayIds: string[]; offline: string[] }
  | { kind: 'none' }
  | { kind: 'running'; sn: string; by: string | null; at: number | null }
  | { kind: 'failed'; error: unknown }

const textOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const talkOf = (error: unknown, gatewayIds: string[]): ActivationTalk => {
  if (!(error instanceof ApiError)) return { kind: 'failed', error }
  if (error.code === 'all_offline') return { kind: 'none' }
  if (error.code === 'some_offline') {
    const offline = textOf(error.current, 'offline')
    return {
      kind: 'some',
      question: error.message,
      gatewayIds,
      offline: Array.isArray(offline) ? offline.map(String) : [],
    }
  }
  if (error.code === 'command_running') {
    const [by, at] = [textOf(error.current, 'by'), textOf(error.current, 'at')]
    return {
      kind: 'running',
      sn: String(textOf(error.current, 'sn') ?? ''),
      by: typeof by === 'string' ? by : null,
      at: typeof at === 'number' ? at : null,
    }
  }
  return { kind: 'failed', error }
}

/**
 * Activates gateways: sends, asks the question when some are offline, and says how it ended once all have answered.
 * `onSent`: the choice was taken.
 */
export const useActivation = (
  stationId: string,
  gateways: readonly GatewayChecks[] | undefined,
  onSent: () => void,
) => {
  const t = useTranslations('commissioning')
  const [talk, setTalk] = useState<ActivationTalk | null>(null)
  /** Commands whose end is still to be said. */
  const pending = useRef<Set<string>>(new Set())
  const asked = useRef<string[]>([])
  const act = useAct({
    refused: (error) => {
      setTalk(talkOf(error, asked.current))
      return true
    },
  })

  useEffect(() => {
    const waiting = pending.current
    if (waiting.size === 0 || !gateways) return
    const ended = gateways.flatMap(({ activation }) =>
      activation && waiting.has(activation.id) && activation.endedAt !== null ? [activation] : [],
    )
    if (ended.length < waiting.size) return
    const failed = ended.filter(({ outcome }) => outcome !== 'success').length
    if (failed === 0) toast(t('activated'))
    else toast(t('notActivated', { count: failed }), 'failed')
    waiting.clear()
    void refresh('GET /api/stations/{stationId}/devices', 'GET /api/devices/{deviceId}')
  }, [gateways, t])

  const activate = async (gatewayIds: string[], allowPartly = false): Promise<void> => {
    asked.current = gatewayIds
    const input = { params: { stationId }, body: { gatewayIds, allowPartly } }
    const sent = await act.send('POST /api/stations/{stationId}/activation', input)
    if (!sent) return
    setTalk(null)
    for (const { id } of sent.commands) pending.current.add(id)
    toast(t('sent'))
    onSent()
  }
  return { busy: act.busy, talk, activate, dismiss: () => setTalk(null) }
}
