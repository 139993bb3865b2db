import type { FieldPath, UseFormSetValue } from 'react-hook-form'
import type { StationValues } from './station-values.ts'

/** Sets several fields, as if a person had entered them. */
export const setMany = (
  setValue: UseFormSetValue<StationValues>,
  values: Readonly<Partial<StationValues>>,
): void => {
  for (const [name, value] of Object.entries(values)) {
    setValue(name as FieldPath<StationValues>, value as never, { shouldDirty: true, shouldValidate: true })
  }
}
