import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { fieldCode } from '../../../app/acts/field-codes.ts'
import { stationInput } from '#domain/stations/fields.ts'
import { candidateOf, type StationValues } from './station-values.ts'

type Errors = FieldErrors<StationValues>
const judge = standardSchemaResolver(stationInput)

/** Replaces each message by its code, however deep it stands. */
const coded = (found: object, input: unknown, path = ''): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(found).map(([name, inner]: [string, unknown]) => {
      const field = path ? `${path}.${name}` : name
      if (typeof inner !== 'object' || inner === null) return [name, inner]
      if ('type' in inner && 'message' in inner && typeof inner.message === 'string')
        return [name, { ...inner, type: 'rule', message: fieldCode(inner.message, input, field) }]
      return [name, coded(inner, input, field)]
    }),
  )

/** The server's own rules. An error's message is its code. */
export const stationRules: Resolver<StationValues> = async (values, context, options) => {
  const input = candidateOf(values)
  const { errors } = await judge(input, context, options as never)
  return Object.keys(errors).length > 0
    ? { values: {}, errors: coded(errors, input) as Errors }
    : { values, errors: {} }
}

/** Dotted names of the fields that are wrong. */
export const wrongFields = (errors: object, path = ''): string[] =>
  Object.entries(errors).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner !== 'object' || inner === null || name === 'root') return []
    const field = path ? `${path}.${name}` : name
    return 'type' in inner && 'message' in inner ? [field] : wrongFields(inner, field)
  })
