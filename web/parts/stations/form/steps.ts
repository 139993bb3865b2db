import type { StationValues } from './station-values.ts'

export const stepNames = ['basics', 'place', 'power', 'worth'] as const
export type StepName = (typeof stepNames)[number]
export type FieldName = keyof StationValues

/** Which field stands where, in the order in which they are filled in. */
export const stepFields: Readonly<Record<StepName, readonly FieldName[]>> = {
  basics: ['name', 'type', 'companyId', 'ownerName', 'ownerAccountId', 'imageFileId'],
  place: ['latitude', 'north', 'longitude', 'east', 'timeZone', 'country', 'region', 'address'],
  power: ['capacity', 'capacityUnit', 'gridConnectedOn', 'reportMin', 'tiltDeg', 'azimuthDeg'],
  worth: ['tariff', 'tariffFrom', 'co2', 'yieldBeforeWh', 'phoneCountry', 'phone'],
}

/** Fields of the form that belong to a person's act on one of them: coordinates mean nothing without hemisphere. */
export const stepOf = (field: string): StepName => {
  const name = field.split('.')[0]
  return stepNames.find((step) => stepFields[step].some((one) => one === name)) ?? 'basics'
}

/** How many fields of each step are wrong. */
export const wrongBySteps = (fields: readonly string[]): Record<StepName, number> => {
  const counts = { basics: 0, place: 0, power: 0, worth: 0 }
  for (const field of fields) counts[stepOf(field)] += 1
  return counts
}

/** The first field in the order of the form; null when none is wrong. */
export const firstOf = (fields: readonly string[]): string | null => {
  const order = stepNames.flatMap((step) => [...stepFields[step]])
  const place = (field: string): number => order.findIndex((one) => one === field.split('.')[0])
  return [...fields].sort((a, b) => place(a) - place(b))[0] ?? null
}

export const stepAfter = (step: StepName): StepName | null => stepNames[stepNames.indexOf(step) + 1] ?? null
export const stepBefore = (step: StepName): StepName | null => stepNames[stepNames.indexOf(step) - 1] ?? null
