import type { Answer } from '../../app/data/call-types.ts'

export type BuiltInEdge = Answer<'GET /api/built-in-edge'>
export type Pairing = Answer<'POST /api/stations/{stationId}/edge-pairings'>
