import { useState } from 'react'
import { troubleText } from '#domain/edges/edge-troubles.ts'
import { useAct } from '../../app/acts/use-act.ts'
import type { Answer, CallInput } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { urlErrors } from './url-errors.ts'
import { useFormat } from '../../kit/words/use-format.ts'

type Asked = CallInput<'POST /api/gateways/{gatewayId}/diagnoses'>['body']
type Registers = CallInput<'POST /api/edge-devices/{edgeDeviceId}/diagnoses'>['body']
export type Diagnosis = Answer<'GET /api/diagnoses/{diagnosisId}'>['diagnosis']

const renewMs = 1_000

/** One question to an edge at a time, and its answer once it has come. */
export const useDiagnosis = () => {
  const [id, setId] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const act = useAct({ fields: ['host', 'secret', 'profile'], fieldOf: urlErrors })
  const read = useData(
    'GET /api/diagnoses/{diagnosisId}',
    { params: { diagnosisId: id ?? '' } },
    { enabled: id !== null, ...(over !== id && { refetchInterval: renewMs }) },
  )
  const told = id === null ? null : (read.data?.diagnosis ?? null)
  const diagnosis = told?.state === 'running' ? null : told
  if (diagnosis && over !== diagnosis.id) setOver(diagnosis.id)
  const began = (made: { diagnosis: Diagnosis } | null): void => setId(made?.diagnosis.id ?? null)
  return {
    /** null while nothing was asked, or nothing has come. */
    diagnosis,
    running: act.busy || (id !== null && diagnosis === null && !read.error),
    failed: act.failed,
    wrong: act.wrong,
    /** Of the edge itself: its log, or what answers at an address. */
    ask: async (gatewayId: string, body: Asked): Promise<void> =>
      began(await act.send('POST /api/gateways/{gatewayId}/diagnoses', { params: { gatewayId }, body })),
    /** Of a device in its list. */
    askRegisters: async (edgeDeviceId: string, body: Registers): Promise<void> =>
      began(
        await act.send('POST /api/edge-devices/{edgeDeviceId}/diagnoses', { params: { edgeDeviceId }, body }),
      ),
    forget: (): void => {
      setId(null)
      act.clear('host')
    },
  }
}

/** The trouble that a diagnosis ended with, in words, or as the edge said it in English; null when it did not say. */
export const useTroubleOf = (): ((diagnosis: Diagnosis) => { code: string; text: string } | null) => {
  const { language } = useFormat()
  return ({ code, lines: [said = null] }) => {
    const text = troubleText(code ?? '', null, language)
    if (code !== null && text !== code) return { code, text }
    return said === null ? null : { code: '', text: said }
  }
}
