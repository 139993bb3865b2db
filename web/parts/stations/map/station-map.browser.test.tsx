import { expect, test } from 'vitest'
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
  unplaced: 0,
  total: pins.length,
  conditions: { ...none, producing: pins.length },
  ...more,
})

let asked = 0
/** Each is another search: where a map was left is kept by what it shows. */
const map = (answer: Answers['GET /api/station-pins'], search = `Roof ${(asked += 1)}`) => (
  <Answering
    answers={{
      ...(answer && { 'GET /api/station-pins': answer }),
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
  usual: map(pinsOf(four(), { unplaced: 2, total: 1006 })),
  empty: map(pinsOf([])),
  loading: map('nothing yet'),
  stale: map(pinsOf(four().map((one) => ({ ...one, condition: 'offline' as const, powerW: null })))),
  error: map({ status: 403 }),
  long: ({ name }) => map(pinsOf(four(name), { unplaced: 1234, total: 12_345 })),
  more: {
    'without any position': map(pinsOf([], { unplaced: 3, total: 3 })),
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
  await show(map(pinsOf(four(), { unplaced: 2, total: 1006 })))
  await expect.element(page.getByText('Showing the 4 most serious of 1004')).toBeVisible()
  await expect.element(page.getByText('2 stations have no location')).toBeVisible()
})
