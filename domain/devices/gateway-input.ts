import * as z from 'zod/mini'
import { line } from '../accounts/fields.ts'
import { gatewaySerial } from './fields.ts'
import { CLAIM_CODE_MAX, DEVICE_NAME_MAX, MODEL_MAX } from './limits.ts'

/** A claim code as it was typed. */
export const typedClaimCode = z.string().check(
  z.maxLength(CLAIM_CODE_MAX, { error: 'too_long' }),
  z.refine((text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text), { error: 'invalid_input' }),
)

/** What a person enters of a gateway. With a claim code it is one of the factory registry, without it a new one. */
export const gatewayInput = z.strictObject({
  sn: gatewaySerial,
  name: line(DEVICE_NAME_MAX),
  model: line(MODEL_MAX),
  claimCode: z.optional(typedClaimCode),
})
