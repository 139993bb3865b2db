import { useController, type FieldPath, type FieldPathValue } from 'react-hook-form'
import type { ErrorCode } from '#domain/errors.ts'
import { isKnown } from '../../../app/acts/field-codes.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import type { StationValues } from './station-values.ts'
import { useTried } from './tried.ts'

export type StationPath = FieldPath<StationValues>

type StationField<N extends StationPath> = {
  value: FieldPathValue<StationValues, N>
  set: (value: FieldPathValue<StationValues, N>) => void
  onBlur: () => void
  ref: (element: HTMLElement | null) => void
  name: N
  /** The sentence of what is wrong, as soon as it is known. */
  error: string | undefined
}

/** One field of the form: its value and, as soon as it is known, what is wrong with it. */
export const useStationField = <N extends StationPath>(name: N): StationField<N> => {
  const { field, fieldState } = useController<StationValues, N>({ name })
  const tried = useTried(name)
  const sentence = useSentence()
  const code = fieldState.error?.message as ErrorCode | undefined
  const shown =
    code !== undefined &&
    isKnown(code, tried || fieldState.isTouched || fieldState.error?.type === 'server', field.value)
  return {
    value: field.value,
    set: field.onChange,
    onBlur: field.onBlur,
    ref: field.ref,
    name,
    error: shown ? (sentence(code) ?? sentence('invalid_input')) : undefined,
  }
}
