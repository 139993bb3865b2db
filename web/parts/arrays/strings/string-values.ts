import { newStringInput, stringInput } from '#domain/devices/array.ts'
import { MPPT_NO_MAX, STRING_NO_MAX } from '#domain/devices/limits.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Attempt } from '../../../app/acts/attempt.ts'
import { fieldCode } from '../../../app/acts/field-codes.ts'
import { newId } from '../../../kit/new-id.ts'
import type { Change, Site, StringRow } from '../site.ts'
import { nextFree } from '../site.ts'

/** What is entered of a string; NaN where what stands in a field is no number. */
export type StringValues = {
  inverterId: string | null
  mpptNo: number | null
  no: number | null
  name: string
  capacityW: number | null
  members: readonly string[]
}
export type StringDraft = {
  v: 1
  id: string
  values: StringValues
  attempt: Attempt | null
  /** The version that the person has seen; null for a new one. */
  version: number | null
}

export const freeNo = (strings: readonly StringRow[], inverterId: string | null): number =>
  nextFree(strings.filter((one) => one.inverterId === inverterId).map(({ no }) => no))

export const newString = (strings: readonly StringRow[], inverterId: string | null): StringDraft => ({
  v: 1,
  id: newId(),
  values: {
    inverterId,
    mpptNo: null,
    no: inverterId === null ? null : freeNo(strings, inverterId),
    name: '',
    capacityW: null,
    members: [],
  },
  attempt: null,
  version: null,
})

export const draftOf = (string: StringRow, members: readonly string[]): StringDraft => ({
  v: 1,
  id: string.id,
  values: {
    inverterId: string.inverterId,
    mpptNo: string.mpptNo,
    no: string.no,
    name: string.name,
    capacityW: string.capacityW,
    members,
  },
  attempt: null,
  version: string.version,
})

export const stringBody = ({ mpptNo, no, name, capacityW }: StringValues) => ({
  mpptNo,
  no: no ?? Number.NaN,
  name: name.trim(),
  capacityW,
})

/** The form lets none pass without its inverter and its capacity. */
export const newStringBody = ({ id, values }: StringDraft) => {
  const body = stringBody(values)
  return { id, inverterId: values.inverterId ?? '', ...body, capacityW: body.capacityW ?? Number.NaN }
}

export type StringField = 'inverterId' | 'mpptNo' | 'no' | 'name' | 'capacityW'
/** `whole`: a number within limits that have no sentence of their own. */
export type StringErrors = Partial<Record<StringField, ErrorCode | 'whole'>>
export const mostOf = { mpptNo: MPPT_NO_MAX, no: STRING_NO_MAX } as const

/** The server's own rules. `needsCapacity`: a person makes it, or it has one. */
export const stringErrors = (values: StringValues, needsCapacity: boolean): StringErrors => {
  const errors: StringErrors = {}
  if (values.inverterId === null) errors.inverterId = 'required'
  const body = stringBody(values)
  const rules = needsCapacity ? newStringInput : stringInput
  for (const { path, message } of rules.safeParse(body).error?.issues ?? []) {
    const field = path[0] as StringField
    if (field === 'no') errors.no = values.no === null ? 'required' : 'whole'
    else if (field === 'mpptNo') errors.mpptNo = 'whole'
    // What is no number at all breaks the rule as much as 0 does.
    else if (field === 'capacityW')
      errors.capacityW = values.capacityW === null ? 'required' : 'string_capacity'
    else errors[field] ??= fieldCode(message, body, field)
  }
  return errors
}

/** Who comes into the string, behind those that are there, and who leaves it. */
export const memberChanges = (site: Site, stringId: string, members: readonly string[]): Change[] => {
  const present = site.inString(stringId).map(({ id }) => id)
  const last = { optimizer: 0, shutdown: 0 }
  for (const { id, kind } of site.inString(stringId))
    if (members.includes(id)) last[kind] = Math.max(last[kind], site.hang(id).position ?? 0)
  return [
    ...present
      .filter((id) => !members.includes(id))
      .map((id) => ({ deviceId: id, want: { ...site.hang(id), stringId: null, position: null } })),
    ...members
      .filter((id) => !present.includes(id))
      .flatMap((id) => {
        const member = site.member(id)
        if (!member) return []
        last[member.kind] += 1
        return [{ deviceId: id, want: { ...site.hang(id), stringId, position: last[member.kind] } }]
      }),
  ]
}
