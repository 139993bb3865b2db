import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { area, device, place, smallSite } from '../array.fixture.ts'
import { siteOf } from '../site.ts'
import { stringsByInverter } from '../by-inverter.ts'
import { InverterStringsCard } from './inverter-strings-card.tsx'

type Told = Exclude<NonNullable<Answers['GET /api/devices/{deviceId}/strings']>, string | { status: 403 }>

await words.need('arrays')

const inverter = { ...device('i1'), kind: 'inverter' as const, sn: 'A2304110001' }
const life = (id: string, no: number, powerW: number, wh: number | null): Told['strings'][number] => ({
  id,
  inverterId: 'i1',
  no,
  name: '',
  mpptNo: 1,
  capacityW: 7_000,
  by: 'current',
  why: null,
  now: {
    state: powerW > 0 ? 'value' : 'zero',
    powerW,
    currentA: null,
    voltageV: null,
    ts: 1,
    known: 1,
    all: 1,
  },
  today: { wh, coverage: 1 },
  yesterday: { wh: 30_000, coverage: 1 },
  share: null,
  peers: 0,
  turned: false,
  odd: false,
})
const card = (night: Told['night'], powerW: number, second: number | null = 0) => {
  const site = smallSite([])
  const [group] = stringsByInverter(site.strings, [inverter])
  const other = life('s2', 2, 0, null)
  const strings = [life('s1', 1, powerW, 12_340), { ...other, now: { ...other.now, powerW: second } }]
  return (
    <Answering
      answers={{
        'GET /api/devices/{deviceId}/strings': {
          timeZone: 'UTC',
          night,
          compared: null,
          mppts: [{ no: 1, powerW: 5_600 }],
          strings,
        },
      }}
    >
      {group && (
        <InverterStringsCard
          stationId="station"
          group={group}
          site={site}
          chosen={null}
          onChoose={() => undefined}
        />
      )}
    </Answering>
  )
}
const string = (no: number) => page.getByRole('link').filter({ hasText: `String ${no}` })

test('by night a string shows the energy of the day, which the card says once', async () => {
  await show(card('today', 0))
  await expect.element(page.getByRole('heading', { name: 'A2304110001 Energy today' })).toBeVisible()
  await expect.element(string(1)).toMatchTextContent(/12\.3 ?kWh/)
  await expect.element(string(1)).not.toMatchTextContent(/\b0 ?W\b/)
  await expect.element(string(2)).toMatchTextContent(/–/)
  // What the tracker gives is a power, too.
  await expect.element(page.getByRole('heading', { name: 'MPPT 1', exact: true })).toBeVisible()
})

test('before the light comes the energy is of the day before', async () => {
  await show(card('yesterday', 0))
  await expect.element(page.getByRole('heading', { name: 'A2304110001 Energy yesterday' })).toBeVisible()
  await expect.element(string(2)).toMatchTextContent(/30\.0 ?kWh/)
})

test('by day, and as long as one gives power, it is the power with the energy below', async () => {
  await show(card('today', 4_000))
  await expect.element(string(1)).toMatchTextContent(/4\.00 ?kW.*12\.3 ?kWh today/)
  await expect.element(string(2)).toMatchTextContent(/0 ?W/)
})

test('a tracker gives the sum of the strings below it, and what its inverter measures where one is not known', async () => {
  await show(card('today', 4_000, 1_500))
  await expect.element(page.getByRole('heading', { name: /^MPPT 1 ?5\.50 kW$/ })).toBeVisible()
  await show(card('today', 4_000, null))
  await expect.element(page.getByRole('heading', { name: /^MPPT 1 ?5\.60 kW$/ })).toBeVisible()
})

test('a tracker with one string says no power beside that string', async () => {
  const site = smallSite([])
  const [group] = stringsByInverter(site.strings.slice(0, 1), [inverter])
  const strings = [life('s1', 1, 4_000, 12_340)]
  await show(
    <Answering
      answers={{
        'GET /api/devices/{deviceId}/strings': {
          timeZone: 'UTC',
          night: null,
          compared: null,
          mppts: [{ no: 1, powerW: 4_010 }],
          strings,
        },
      }}
    >
      {group && (
        <InverterStringsCard
          stationId="station"
          group={group}
          site={site}
          chosen={null}
          onChoose={() => undefined}
        />
      )}
    </Answering>,
  )
  await expect.element(string(1)).toMatchTextContent(/4\.00 ?kW/)
  await expect.element(page.getByRole('heading', { name: 'MPPT 1', exact: true })).toBeVisible()
})

const asleep = (id: string, wh: number) => ({
  ...device(id),
  powerW: 0,
  night: { day: 'today' as const, wh },
})

test('while nobody has answered it is the sum of what its optimizers made, and never 0 W first', async () => {
  const { strings } = smallSite([])
  const places = [place('o1', { stringId: 's1', position: 1 }), place('o2', { stringId: 's1', position: 2 })]
  const site = siteOf(
    { strings: [...strings], areas: [area], places },
    [asleep('o1', 640), asleep('o2', 210)],
    new Map(),
  )
  const [group] = stringsByInverter(strings, [inverter])
  await show(
    <Answering answers={{ 'GET /api/devices/{deviceId}/strings': 'nothing yet' }}>
      {group && (
        <InverterStringsCard
          stationId="station"
          group={group}
          site={site}
          chosen={null}
          onChoose={() => undefined}
        />
      )}
    </Answering>,
  )
  await expect.element(page.getByRole('heading', { name: 'A2304110001 Energy today' })).toBeVisible()
  await expect.element(string(1)).toMatchTextContent(/850 ?Wh/)
})
