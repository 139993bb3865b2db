import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Resolver } from 'react-hook-form'
import { normaliseSerial } from '#domain/devices/fields.ts'
import { gatewayInput } from '#domain/devices/gateway-input.ts'
import { fieldCode } from '../../../app/acts/field-codes.ts'

/** `claim`: one of the factory registry, by its claim code. `new`: one that gets its login here. */
export type Way = 'claim' | 'new'

export type GatewayValues = {
  stationId: string | null
  way: Way
  sn: string
  name: string
  model: string
  claimCode: string
}

export const emptyGateway = (stationId: string | null): GatewayValues => ({
  stationId,
  way: 'claim',
  sn: '',
  name: '',
  model: '',
  claimCode: '',
})

/** The body of the call, without the id. */
export const gatewayBody = (values: GatewayValues) => ({
  sn: normaliseSerial(values.sn),
  name: values.name.trim(),
  model: values.model.trim(),
  ...(values.way === 'claim' ? { claimCode: values.claimCode.trim() } : {}),
})

const judge = standardSchemaResolver(gatewayInput)

/** The server's own rules, and what is needed before there is a call at all. An error's message is its code. */
export const gatewayRules: Resolver<GatewayValues> = async (values, context, options) => {
  const body = gatewayBody(values)
  const { errors } = await judge(body, context, options as never)
  const found: Record<string, { type: string; message: string }> = {}
  for (const [name, error] of Object.entries(errors)) {
    if (error && 'message' in error && typeof error.message === 'string')
      found[name] = { type: 'rule', message: fieldCode(error.message, body, name) }
  }
  const require = (name: keyof GatewayValues): void => {
    found[name] = { type: 'rule', message: 'required' }
  }
  if (values.stationId === null) require('stationId')
  if (body.sn === '') require('sn')
  if (values.way === 'claim' && body.claimCode === '') require('claimCode')
  return Object.keys(found).length > 0 ? { values: {}, errors: found } : { values, errors: {} }
}
