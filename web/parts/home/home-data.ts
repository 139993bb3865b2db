import type { Answer } from '../../app/data/call-types.ts'

export type Home = Answer<'GET /api/home'>
