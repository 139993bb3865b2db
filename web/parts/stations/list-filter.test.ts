import { describe, expect, it } from 'vitest'
import { capacityBands, filtersInUse, noFilters, queryOf, type ListSearch } from './list-filter.ts'

const none: ListSearch = { ...noFilters, sort: undefined }

describe('filters of the station list', () => {
  it('leave out what is not set', () => {
    expect(queryOf(none)).toEqual({})
    expect(queryOf({ ...none, search: '   ' })).toEqual({})
    expect(queryOf({ ...none, search: ' roof ', sort: 'name', country: 'CN' })).toEqual({
      search: 'roof',
      sort: 'name',
      country: 'CN',
    })
    expect(queryOf({ ...none, view: 'map' })).toEqual({})
    expect(queryOf({ ...none, favourite: true })).toEqual({ favourite: 'true' })
  })
  it('put every capacity into exactly one band', () => {
    for (const watts of [10, 9_990, 10_000, 99_990, 100_000, 999_990, 1e6, 9_999_990, 1e7, 3e9]) {
      const within = capacityBands.filter((capacity) => {
        const { capacityFromW = 0, capacityToW = Infinity } = queryOf({ ...none, capacity })
        return watts >= Number(capacityFromW) && watts <= Number(capacityToW)
      })
      expect([watts, within.length]).toEqual([watts, 1])
    }
  })
  it('count what is in use; the words and the order are no filter', () => {
    expect(filtersInUse({ ...none, search: 'x', sort: 'today' })).toBe(0)
    expect(filtersInUse({ ...none, condition: 'fault', capacity: 'from_10mw' })).toBe(2)
  })
})
