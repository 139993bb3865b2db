import { normaliseSerial } from '#domain/devices/fields.ts'
import { gatewayInput } from '#domain/devices/gateway-input.ts'
import { fieldCodes, type Codes } from '../../../app/acts/field-codes.ts'

export type GatewayValues = {
  stationId: string | null
  sn: string
  name: string
  model: string
  /** Of one of the factory registry; without it the gateway gets its login here. */
  claimCode: string
}

export const emptyGateway = (stationId: string | null): GatewayValues => ({
  stationId,
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
  ...(values.claimCode.trim() === '' ? {} : { claimCode: values.claimCode.trim() }),
})

/** The server's own rules, and what is needed before there is a call at all. */
export const gatewayRules = (values: GatewayValues): Codes => {
  const body = gatewayBody(values)
  return {
    ...fieldCodes(gatewayInput, body),
    ...(values.stationId === null && { stationId: 'required' as const }),
    ...(body.sn === '' && { sn: 'required' as const }),
  }
}
