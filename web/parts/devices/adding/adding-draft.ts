import type { Answer, CallInput } from '../../../app/data/call-types.ts'
import type { Attempt } from '../../../app/acts/attempt.ts'

type Save = 'POST /api/stations/{stationId}/devices'
type DeviceInput = CallInput<Save>['body']['devices'][number]
type RefusedCode = Answer<Save>['refused'][number]['code']
export type SubKind = DeviceInput['kind']
export type StationDevice = Answer<'GET /api/stations/{stationId}/devices'>['devices'][number]

/** What the next devices are: their kind and model, and where they hang. */
export type Target = {
  kind: SubKind
  brand: string
  model: string
  gatewayId: string | null
  /** The inverter of optimizers and shutdown devices. */
  parentId: string | null
  stringNo: number | null
  /** The position that the next one gets when it is free; with it taken, the first free one after it. */
  position: number
}

/** A device on the list. `checked`: what the server said of its serial; null = not asked yet. */
export type AddingRow = DeviceInput & {
  checked: 'ok' | 'sn_repeat' | 'sn_format' | null
  /** Why saving left it out. */
  refused: RefusedCode | null
}

export type AddingDraft = {
  v: 1
  target: Target
  /** In the order in which they came. */
  rows: AddingRow[]
  /** The save whose answer is still owed. */
  attempt: Attempt | null
}

export const newAddingDraft = (): AddingDraft => ({
  v: 1,
  target: {
    kind: 'optimizer',
    brand: '',
    model: '',
    gatewayId: null,
    parentId: null,
    stringNo: null,
    position: 1,
  },
  rows: [],
  attempt: null,
})

/** A kept draft; null when there is none of this version. */
export const addingDraftFrom = (kept: unknown): AddingDraft | null =>
  typeof kept === 'object' && kept !== null && 'v' in kept && kept.v === 1 ? (kept as AddingDraft) : null

/** What is sent of a row. */
export const deviceInputOf = (row: AddingRow): DeviceInput => {
  const { id, sn, kind, brand, model, name, gatewayId, parentId, stringNo, position } = row
  return { id, sn, kind, brand, model, name, gatewayId, parentId, stringNo, position }
}
