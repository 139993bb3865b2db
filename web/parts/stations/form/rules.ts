import { stationInput } from '#domain/stations/fields.ts'
import { fieldCodes, type Codes } from '../../../app/acts/field-codes.ts'
import { candidateOf, type StationValues } from './station-values.ts'

/** The server's own rules. */
export const stationRules = (values: StationValues): Codes => fieldCodes(stationInput, candidateOf(values))
