import { createContext, useContext } from 'react'
import type { FieldName, Form } from '../../../app/acts/use-form.ts'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import type { StationValues } from './station-values.ts'
import { useTried } from './tried.ts'

export const StationFormContext = createContext<Form<StationValues> | null>(null)

/** The form around a field. */
export const useStationForm = (): Form<StationValues> => {
  const form = useContext(StationFormContext)
  if (!form) throw new Error('a field stands outside its form')
  return form
}

/** One field of the form: its value and, as soon as it is known, the sentence of what is wrong with it. */
export const useStationField = <N extends FieldName<StationValues>>(name: N) => {
  const tried = useTried(name)
  const sentence = useSentence()
  const { code, ...field } = useStationForm().field(name, tried)
  return { ...field, name, error: code && (sentence(code) ?? sentence('invalid_input')) }
}
