import type { Answer } from '../../app/data/call-types.ts'

export type BuiltInEdge = Answer<'GET /api/built-in-edge'>
export type Pairing = Answer<'POST /api/stations/{stationId}/edge-pairings'>
export type Edge = Answer<'GET /api/gateways/{gatewayId}/edge'>
export type EdgeDevice = Edge['devices'][number]
export type Discovery = NonNullable<Edge['discovery']>
export type Found = Discovery['found'][number]
export type EdgeStore = NonNullable<Edge['store']>
export type Link = NonNullable<EdgeDevice['link']>
