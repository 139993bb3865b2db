import { useQuery } from '@tanstack/react-query'
import type { ControlAct } from '#domain/commands/control-ops.ts'
import { call } from '../../app/data/call.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { usePages } from '../../app/lists/use-pages.ts'

export type Control = Answer<'GET /api/control/{controlId}'>['control']
export type ControlRow = Answer<'GET /api/control'>['controls'][number]
export type Result = Control['devices'][number]
export type Command = Control['commands'][number]
/** With what each of its devices said. */
export type WholeCommand = Answer<'GET /api/commands/{commandId}'>['command']
export type Preview = Answer<'POST /api/stations/{stationId}/control/preview'>
/** Those whose work holds an act up; the others are on another part of the station. */
export const inTheWay = (work: Preview['work']): Preview['work'] =>
  work.filter(({ kind }) => kind !== 'elsewhere')

export type Board = Answer<'GET /api/stations/{stationId}/shutdown-board'>
export type BoardDevice = Board['devices'][number]
export type Question = Answer<'GET /api/control-questions'>['questions'][number]
export type Outcome = NonNullable<Result['outcome']>

/** Told by live events; asked for besides while something is open. */
const openMs = 3_000
const idleMs = 30_000

export const useControl = (controlId: string) => {
  const found = useData(
    'GET /api/control/{controlId}',
    { params: { controlId } },
    { refetchInterval: openMs },
  )
  return found
}

export const useWaiting = (stationId: string | undefined, enabled: boolean) =>
  useData(
    'GET /api/control',
    { query: { waiting: 'true', ...(stationId !== undefined && { stationId }) } },
    { enabled, refetchInterval: idleMs },
  )

export const useQuestions = () =>
  useData('GET /api/control-questions', undefined, { refetchInterval: idleMs })

export const useBoard = (stationId: string) =>
  useData(
    'GET /api/stations/{stationId}/shutdown-board',
    { params: { stationId } },
    { refetchInterval: openMs * 2 },
  )

/** What an act would reach, anew while the sheet is open: somebody may begin to work there meanwhile. */
export const usePreview = (
  stationId: string,
  act: ControlAct,
  deviceIds: readonly string[],
  enabled: boolean,
) =>
  useQuery<Preview>({
    queryKey: ['control preview', stationId, act, deviceIds],
    queryFn: ({ signal }) =>
      call('POST /api/stations/{stationId}/control/preview', {
        params: { stationId },
        body: { act, deviceIds: [...deviceIds] },
        signal,
      }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 10_000,
    placeholderData: (before) => before,
  })

export const useCommand = (commandId: string) =>
  useData('GET /api/commands/{commandId}', { params: { commandId } }, { refetchInterval: openMs })

const pageSize = 30

export const useLedger = (stationId: string, deviceId: string | undefined, outcome: Outcome | undefined) => {
  const query = {
    stationId,
    limit: pageSize,
    ...(deviceId !== undefined && { deviceId }),
    ...(outcome !== undefined && { outcome }),
  }
  return usePages('GET /api/commands', { query }, (page) => page.commands, { refetchInterval: idleMs })
}
