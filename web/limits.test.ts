// The limits of the product in the forms: what a person types is judged by the rules of each form, row for row as
// the API judges it.
import { describe, expect, it } from 'vitest'
import {
  attachmentLimits,
  serialLimits,
  stationLimits,
  stringCapacityLimits,
} from '#domain/limits.fixture.ts'
import { FILE_BYTES_MAX, FILES_MAX, IMAGES_MAX } from '#domain/files/limits.ts'
import type { Codes } from './app/acts/field-codes.ts'
import { newString, stringErrors } from './parts/arrays/strings/string-values.ts'
import { emptyGateway, gatewayRules } from './parts/devices/add-gateway/gateway-values.ts'
import { newAddingDraft } from './parts/devices/adding/adding-draft.ts'
import { knownOf, rowStates, takeSerials } from './parts/devices/adding/adding-list.ts'
import { stationRules } from './parts/stations/form/rules.ts'
import { emptyValues, type StationValues } from './parts/stations/form/station-values.ts'
import { documentOf } from './app/photo/document.ts'
import { withinRoom } from './app/photo/room.ts'
import { shrink } from './app/photo/shrink.ts'

const station: StationValues = {
  ...emptyValues,
  name: '滨江屋顶-3',
  companyId: '1a0f4bd2-5f7b-4f0e-9d3a-000000000001',
  type: 'commercial',
  timeZone: 'Asia/Shanghai',
  latitude: 30.2084,
  longitude: 120.2119,
  country: 'CN',
  capacity: 12.5,
  phoneCountry: 'CN',
}
const codeAt = (wrong: Codes, field: string): string =>
  wrong[field] ?? (Object.keys(wrong).length === 0 ? 'taken' : Object.keys(wrong).join())

/** Number fields give numbers and choices what they offer: what only a call can send has no row here. */
const typable = stationLimits.filter(
  ([field, value]) =>
    !['capacityUnit', 'type', 'country'].includes(field) &&
    typeof value === (typeof station[field as keyof StationValues] === 'string' ? 'string' : 'number'),
)

describe('V3: the station form', () => {
  it('is asked every row that can be typed', () => {
    expect(typable.length).toBeGreaterThan(60)
  })
  it.each(typable)('V3: %s of %j: %s', (field, value, answer) => {
    expect(codeAt(stationRules({ ...station, [field]: value }), field)).toBe(answer)
  })
})

describe('V3: serials', () => {
  it.each(serialLimits)('V3: the gateway form, %s %j: %s', (_, sn, answer) => {
    const values = { ...emptyGateway('s1'), sn: String(sn), claimCode: '7KQ2-M9XD' }
    expect(codeAt(gatewayRules(values), 'sn')).toBe(sn === '' ? 'required' : answer)
  })
  it.each(serialLimits)('V3: the list of devices to add, %s %j: %s', (_, sn, answer) => {
    const { draft } = takeSerials(newAddingDraft(), [{ sn: String(sn) }], knownOf([]), {
      newId: () => 'r1',
      keepWrong: true,
    })
    const state = rowStates(draft.rows, knownOf([])).get('r1')
    expect(state).toBe(answer === 'taken' ? 'unchecked' : answer)
  })
})

it.each(stringCapacityLimits)('V3: the string form, %s %j: %s', (_, capacityW, answer) => {
  const values = { ...newString([], 'i1').values, capacityW: capacityW as number | null }
  expect(stringErrors(values, true).capacityW ?? 'taken').toBe(answer)
})

const sized = (name: string, size: number) => ({ name, size }) as File

describe('V3: pictures and documents', () => {
  it.each(['a.jpg', 'a.jpeg', 'a.PNG', 'a.bmp'])(
    'V3: a picture %s of 10M is taken, a byte more is not',
    async (name) => {
      expect(await shrink(sized(name, FILE_BYTES_MAX))).toMatchObject({ name })
      expect(await shrink(sized(name, FILE_BYTES_MAX - 1))).toMatchObject({ name })
      expect(await shrink(sized(name, FILE_BYTES_MAX + 1))).toBe('file_too_large')
    },
  )
  it.each(['doc', 'docx', 'pdf', 'ppt', 'pptx', 'xls', 'xlsx', 'png', 'jpg', 'jpeg'])(
    'V3: a document .%s of 10M is taken, a byte more is not',
    (extension) => {
      expect(documentOf(sized(`a.${extension}`, FILE_BYTES_MAX))).toMatchObject({ name: `a.${extension}` })
      expect(documentOf(sized(`a.${extension}`, FILE_BYTES_MAX + 1))).toBe('file_too_large')
    },
  )
  it.each(['a.svg', 'a.gif', 'a.webp', 'a', 'jpg'])('V3: %s is no picture', async (name) => {
    expect(await shrink(sized(name, 10))).toBe('file_refused')
  })
})

/** The most that the fields of an order take, as the form of a new one and of a report give it to them. */
const mostOf = { images: IMAGES_MAX, files: FILES_MAX }

describe('V3: how many pictures and documents an order form takes', () => {
  it.each(attachmentLimits)('V3: %s, %i at once: %s', (field, count, answer) => {
    const chosen = Array.from({ length: count }, (_, no) => `${no + 1}.jpg`)
    const { taken, left, tooMany } = withinRoom(chosen, { present: 0, max: mostOf[field] })
    // Nothing goes without a word: what is not taken is there to be named.
    expect([...taken, ...left]).toEqual(chosen)
    expect(tooMany ? `too_many_${field}` : 'taken').toBe(answer)
    expect(taken).toEqual(chosen.slice(0, mostOf[field]))
  })
  it.each(attachmentLimits)('V3: %s, %i one after the other: %s', (field, count, answer) => {
    const kept: number[] = []
    let refused = false
    for (let no = 0; no < count; no += 1) {
      const { taken, tooMany } = withinRoom([no], { present: kept.length, max: mostOf[field] })
      kept.push(...taken)
      refused ||= tooMany
    }
    expect(refused ? `too_many_${field}` : 'taken').toBe(answer)
    expect(kept).toHaveLength(Math.min(count, mostOf[field]))
  })
})
