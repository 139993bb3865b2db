import { describe, expect, it } from 'vitest'
import { routes } from '#contract/http/routes.ts'
import { changeMap, readsAfter } from './change-map.ts'
import type { ActKey } from '../data/call-types.ts'

/** What changes nothing that is shown, or is shown from its own answer. */
const nothingOld: readonly ActKey[] = [
  'POST /api/session',
  'DELETE /api/session',
  'POST /api/session/confirm',
  'POST /api/setup',
  'PUT /api/me',
  'POST /api/session/codes',
  'POST /api/session/exchange',
  'POST /api/session/look',
  'PUT /api/files/{fileId}',
  'DELETE /api/files/{fileId}',
  'POST /api/stations/{stationId}/devices/check',
  'POST /api/registry',
  'PUT /api/live/{streamId}',
  'POST /api/stations/{stationId}/edge-pairings',
  'POST /api/edge/pair',
  'POST /api/packages/{packageId}/estimate',
  'POST /api/stations/{stationId}/control/preview',
]

describe('the change map', () => {
  const acts = Object.keys(routes).filter((route) => !route.startsWith('GET ')) as ActKey[]
  it('says of every act of the API what it makes old, or that it makes nothing old', () => {
    expect(acts.filter((act) => readsAfter(act).size === 0)).toEqual(nothingOld)
  })
  it('names nothing twice', () => {
    for (const { by, ...rest } of Object.values(changeMap)) {
      const all = [...by, ...Object.values(rest).flatMap((reads) => (reads === true ? [] : [...reads]))]
      expect(all).toEqual([...new Set(all)])
    }
  })
})
