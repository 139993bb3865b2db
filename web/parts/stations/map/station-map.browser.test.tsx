import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { MapBody } from './map-body.tsx'

type Pins = Exclude<NonNullable<Answers['GET /api/station-pins']>, string | { status: 403 }>
type Pin = Pins['pins'][number]

const everything = {
  search: undefined,
  condition: undefined,
  type: undefined,
  country: undefined,
  region: undefined,
  capacity: undefined,
  sort: undefined,
}
const none = { fault: 0, offline: 0, switched_off: 0, curtailed: 0, unknown: 0, standby: 0, producing: 0 }
const pin = (no: number, given: Partial<Pin>): Pin => ({
  id: `00000000-0000-4000-8000-00000000000${no}`,
  name: `Roof ${no}`,
  latitude: 48,
  longitude: 11,
  condition: 'producing',
  powerW: 8650,
  capacityW: 12_000,
  openAlarms: 0,
  worstAlarm: null,
  ...given,
})
const berlin = { latitude: 52.52, longitude: 13.4 }
const four = (name = 'Roof') => [
  pin(1, { ...berlin, name: `${name} 1` }),
  pin(2, { latitude: 52.6, longitude: 13.5, condition: 'fault', name: `${name} 2`, openAlarms: 3 }),
  pin(3, { latitude: 48.1, longitude: 11.6, name: `${name} 3` }),
  pin(4, { latitude: 53.5, longitude: 6.9, condition: 'offline', powerW: null, name: `${name} 4` }),
]
const pinsOf = (pins: Pin[], more: Partial<Pins> = {}): Pins => ({
  pins,
  grid: null,
  groups: [],
  worst: [],
  unplaced: 0,
  total: pins.length,
  conditions: { ...none, producing: pins.length },
  ...more,
})

type Group = Pins['groups'][number]
const group = (
  id: string,
  at: { latitude: number; longitude: number },
  given: Partial<Group> = {},
): Group => ({
  id,
  ...at,
  west: at.longitude - 1,
  east: at.longitude + 1,
  south: at.latitude - 1,
  north: at.latitude + 1,
  stations: 400,
  conditions: { fault: 3, producing: 397 },
  condition: 'fault',
  openAlarms: 5,
  worstAlarm: 'important',
  ...given,
})
/** More than stand on a map one by one. */
const many: Pins = pinsOf([pin(5, { latitude: 40, longitude: -3, name: 'Roof 5' })], {
  grid: 8,
  groups: [
    group('6-1', berlin),
    group('6-2', { latitude: 43, longitude: 20 }, { stations: 1200, condition: 'offline' }),
  ],
  worst: [
    pin(2, { latitude: 52.6, longitude: 13.5, condition: 'fault', name: 'Roof 2' }),
    pin(6, { latitude: 52.5, longitude: 13.2, condition: 'fault', name: 'Roof 6' }),
  ],
  total: 1601,
})

type Said = NonNullable<Answers['GET /api/station-pins']>
let asked = 0
/** Each is another search: where a map was left is kept by what it shows. */
const map = (
  answer: Said | ((query: URLSearchParams) => Said | Promise<Said>) | undefined,
  search = `Roof ${(asked += 1)}`,
) => (
  <Answering
    {...(typeof answer === 'function' && { by: { 'GET /api/station-pins': answer } })}
    answers={{
      ...(answer && typeof answer !== 'function' && { 'GET /api/station-pins': answer }),
      'GET /api/map-tiles': { tiles: null },
      'GET /api/stations/{stationId}': 'nothing yet',
    }}
  >
    <div style={{ display: 'flex', flexDirection: 'column', gap: 12, blockSize: 620 }}>
      <MapBody
        search={{ ...everything, search }}
        change={() => {}}
        nothing={<EmptyState title="No results" />}
      />
    </div>
  </Answering>
)

componentStates('MapBody', {
  usual: map(pinsOf(four(), { unplaced: 2, total: 6 })),
  empty: map(pinsOf([])),
  loading: map('nothing yet'),
  stale: map(pinsOf(four().map((one) => ({ ...one, condition: 'offline' as const, powerW: null })))),
  error: map({ status: 403 }),
  long: ({ name }) => map(pinsOf(four(name), { unplaced: 1234, total: 1238 })),
  more: {
    'without any position': map(pinsOf([], { unplaced: 3, total: 3 })),
    'of very many': map(many),
  },
})

const stage = page.getByRole('application')
const marks = stage.getByRole('button')
const named = (): (string | null)[] =>
  marks
    .elements()
    .map((one) => one.ariaLabel)
    .filter((name) => !/^(Zoom|Show)/.test(name ?? ''))
    .sort()

const shown = async (pins: Pin[]) => {
  const screen = await show(map(pinsOf(pins)))
  await expect.element(stage).toBeVisible()
  await drawn()
  return screen
}

test('a mark for each station, those that would cover each other as one with their worst', async () => {
  await shown(four())
  expect(named()).toEqual([
    '2 stations, worst: Fault. Zoom in.',
    'Roof 3, Producing, 8.65\u00a0kW',
    'Roof 4, Offline, –',
  ])
})

test('several together come apart when they are pressed', async () => {
  await shown(four())
  for (let no = 0; no < 12 && named().some((name) => name?.startsWith('2 stations')); no += 1) {
    await userEvent.click(page.getByRole('button', { name: /^2 stations/ }))
    await drawn()
  }
  expect(named()).toEqual(['Roof 1, Producing, 8.65\u00a0kW', 'Roof 2, Fault, 8.65\u00a0kW'])
})

test('stations far apart with nothing between them: nearer by a press of plus, something stays in view', async () => {
  await shown([
    pin(1, berlin),
    pin(2, { latitude: 31.2, longitude: 121.5, condition: 'fault', name: 'Roof 2' }),
  ])
  expect(named()).toHaveLength(2)
  for (let no = 0; no < 4; no += 1) {
    await userEvent.click(page.getByRole('button', { name: 'Zoom in' }))
    await drawn()
    expect([no, named()]).toEqual([no, [expect.stringMatching(/^Roof/)]])
  }
})

test('those at the very same place are listed instead', async () => {
  await shown([pin(1, berlin), pin(2, { ...berlin, condition: 'fault' })])
  await userEvent.click(page.getByRole('button', { name: /^2 stations/ }))
  // What stands nearer than a map can show is looked at from as near as it goes first.
  for (let no = 0; no < 12 && page.getByRole('dialog').elements().length === 0; no += 1) {
    await userEvent.click(page.getByRole('button', { name: /^2 stations/ }))
    await drawn()
  }
  await expect.element(page.getByRole('dialog', { name: '2 stations close together' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /^Roof 2/ }))
  await expect.element(page.getByRole('region', { name: 'Roof 2' })).toBeVisible()
})

test('a press opens the card of the station, what it is told about is not covered, and a tap elsewhere closes it', async () => {
  await shown(four())
  const mark = page.getByRole('button', { name: /^Roof 3/ })
  await userEvent.click(mark)
  const card = page.getByRole('region', { name: 'Roof 3' })
  await expect.element(card).toBeVisible()
  await expect.element(mark).toHaveAttribute('aria-pressed', 'true')
  await drawn()
  expect(mark.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    card.element().getBoundingClientRect().top,
  )
  await userEvent.click(stage, { position: { x: 20, y: 60 } })
  await expect.element(card).not.toBeInTheDocument()
})

test("under a phone's map stands what it shows, as the server sent it, fewer as it shows fewer", async () => {
  // The server has the worst first.
  const all = four()
  await shown([1, 3, 0, 2].flatMap((at) => all[at] ?? []))
  await expect.element(page.getByRole('heading', { name: '4 stations in view' })).toBeVisible()
  const rows = page.getByRole('link', { name: /^Roof \d/ })
  expect(rows.elements().map((row) => row.textContent.slice(0, 6))).toEqual([
    'Roof 2',
    'Roof 4',
    'Roof 1',
    'Roof 3',
  ])
  await userEvent.click(page.getByRole('button', { name: /^2 stations/ }))
  await expect.element(page.getByRole('heading', { name: '2 stations in view' })).toBeVisible()
  expect(rows.elements().map((row) => row.textContent.slice(0, 6))).toEqual(['Roof 2', 'Roof 1'])
})

test('whoever does not see the map has the stations as a table, worst first as the server sent them', async () => {
  await shown(four())
  expect(
    page
      .getByRole('row')
      .elements()
      .map((one) => one.textContent)
      .slice(1),
  ).toEqual([
    'Roof 1Producing8.65\u00a0kW',
    'Roof 2Fault8.65\u00a0kW',
    'Roof 3Producing8.65\u00a0kW',
    'Roof 4Offline–',
  ])
})

test('says how many are not on it, and why', async () => {
  await show(map(pinsOf(four(), { unplaced: 2, total: 6 })))
  await expect.element(page.getByText('2 stations have no location')).toBeVisible()
})

describe('of very many stations', () => {
  test('those near each other are one mark; the worst are named, and all counted by their states', async () => {
    await show(map(many))
    await expect.element(stage).toBeVisible()
    await drawn()
    expect(named()).toEqual([
      '1,200 stations, worst: Offline. Zoom in.',
      '400 stations, worst: Fault. Zoom in.',
      'Roof 5, Producing, 8.65\u00a0kW',
    ])
    await expect.element(page.getByRole('heading', { name: '1,601 stations in view' })).toBeVisible()
    expect(
      page
        .getByRole('link', { name: /^(Roof|All)/ })
        .elements()
        .map((row) => row.textContent.slice(0, 6)),
    ).toEqual(['Roof 2', 'Roof 6', 'All in'])
    expect(
      page
        .getByRole('row')
        .elements()
        .map((one) => one.textContent)
        .slice(1),
    ).toEqual([
      'Roof 5Producing8.65\u00a0kW',
      '400 stations close togetherFault 3\u00a0· Producing 397–',
      '1,200 stations close togetherFault 3\u00a0· Producing 397–',
    ])
  })

  test('a press asks for what is shown from near, and what was there stays until it comes', async () => {
    const areas: string[] = []
    const near = Promise.withResolvers<Said>()
    await show(
      map((query) => {
        const area = query.get('area')
        if (area === null) return many
        areas.push(`${area} ${query.get('zoom')}`)
        return near.promise
      }),
    )
    await expect.element(stage).toBeVisible()
    await drawn()
    // What was told of the whole is enough for all of it.
    expect(areas).toEqual([])
    await userEvent.click(page.getByRole('button', { name: /^400 stations/ }))
    await expect.poll(() => areas).toHaveLength(1)
    const [west = 0, south = 0, east = 0, north = 0, zoom = 0] = (areas[0] ?? '').split(/[ ,]/).map(Number)
    expect([west < 12.4, south < 51.52, east > 14.4, north > 53.52, zoom > 4]).toEqual(Array(5).fill(true))
    expect(named()).toEqual(['400 stations, worst: Fault. Zoom in.'])
    near.resolve(
      pinsOf(
        [1, 3]
          .flatMap((at) => four()[at - 1] ?? [])
          .concat(pin(7, { ...berlin, longitude: 14.3, name: 'Roof 7' })),
        { total: 1601 },
      ),
    )
    await expect.poll(named).toEqual(['2 stations, worst: Producing. Zoom in.'])
    await expect.element(page.getByRole('heading', { name: '2 stations in view' })).toBeVisible()
  })

  test('as many at one place are a list of the worst, with the way to all of them', async () => {
    const spot = { west: 13.4, east: 13.4, south: 52.52, north: 52.52 }
    const places: string[] = []
    const told = { ...many, pins: [], groups: [group('6-1', berlin, { ...spot, stations: 1001 })] }
    await show(
      map((query) => {
        if (query.get('zoom') === '24') places.push(query.get('area') ?? '')
        return told
      }),
    )
    await expect.element(stage).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: /^1,001 stations/ }))
    const sheet = page.getByRole('dialog', { name: '1,001 stations close together' })
    await expect.element(sheet).toBeVisible()
    await expect.element(sheet.getByRole('button', { name: /^Roof 6/ })).toBeVisible()
    await expect.element(sheet.getByRole('link', { name: /^All in the list/ })).toBeVisible()
    expect([...new Set(places)]).toEqual(['13.400000,52.520000,13.400000,52.520000'])
    await userEvent.click(sheet.getByRole('button', { name: /^Roof 2/ }))
    // It has a card and a mark of its own, though the map was told of it with others.
    await expect.element(page.getByRole('region', { name: 'Roof 2' })).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: /^Roof 2, Fault/ }))
      .toHaveAttribute('aria-pressed', 'true')
  })
})
