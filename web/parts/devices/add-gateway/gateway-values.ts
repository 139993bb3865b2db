import { normaliseSerial } from '#domain/devices/fields.ts'
import { gatewayInput } from '#domain/devices/gateway-input.ts'
import { fieldCodes, type Codes } from '../../../app/acts/field-codes.ts'

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

/** The server's own rules, and what is needed before there is a call at all. */
export const gatewayRules = (values: GatewayValues): Codes => {
  const body = gatewayBody(values)
  return {
    ...fieldCodes(gatewayInput, body),
    ...(values.stationId === null && { stationId: 'required' as const }),
    ...(body.sn === '' && { sn: 'required' as const }),
    ...(values.way === 'claim' && body.claimCode === '' && { claimCode: 'required' as const }),
  }
}
