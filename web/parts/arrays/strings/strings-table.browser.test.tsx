import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering, type Answers } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { noSetting } from '../../../app/lists/table-setting.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { device, smallSite } from '../array.fixture.ts'
import { StringsTable } from './strings-table.tsx'

type Told = Exclude<NonNullable<Answers['GET /api/devices/{deviceId}/strings']>, string | { status: 403 }>

await words.need('arrays', 'wide')

const life = (id: string, no: number, share: number): Told['strings'][number] => ({
  id,
  inverterId: 'i1',
  no,
  name: '',
  mpptNo: 1,
  capacityW: null,
  by: 'current',
  why: null,
  now: { state: 'value', powerW: 4_000, currentA: 8.5, voltageV: 470, ts: 1, known: 1, all: 1 },
  today: { wh: 12_340, coverage: 1 },
  yesterday: { wh: 30_000, coverage: 1 },
  share,
  peers: 3,
  turned: false,
  odd: share < -0.1,
})

const inverter = { ...device('i1'), kind: 'inverter' as const, sn: 'A2304110001' }

const names = (): string[] =>
  page
    .getByRole('rowheader')
    .elements()
    .map((one) => one.textContent ?? '')

test('strings are sorted by what they are beside their peers, the odd one marked, each leading to its page', async () => {
  const told: Told = {
    timeZone: 'UTC',
    night: null,
    compared: null,
    mppts: [],
    strings: [life('s1', 1, 0.02), life('s2', 2, -0.18)],
  }
  await show(
    <Answering answers={{ 'GET /api/devices/{deviceId}/strings': told }}>
      <StringsTable
        table={{
          name: 'strings',
          offered: true,
          on: true,
          setting: { ...noSetting, on: true, sort: { by: 'peers', order: 'rising' } },
          change: () => undefined,
        }}
        stationId="station"
        strings={smallSite([]).strings}
        inverters={[inverter]}
      />
    </Answering>,
  )
  await expect.poll(names).toEqual(['String 2', 'String 1'])
  const odd = page.getByRole('row').nth(1)
  await expect.element(odd).toMatchTextContent(/A2304110001.*8\.50.*4\.000.*12\.34.*-18/)
  await expect.element(page.getByText('+2')).toBeVisible()
  await expect.element(odd.getByRole('link')).toHaveAttribute('href', expect.stringContaining('stringId=s2'))
})

const asleep = (one: ReturnType<typeof life>, powerW = 0) => ({ ...one, now: { ...one.now, powerW } })
const showNight = (told: Told) =>
  show(
    <Answering answers={{ 'GET /api/devices/{deviceId}/strings': told }}>
      <StringsTable
        table={{
          name: 'strings',
          offered: true,
          on: true,
          setting: { ...noSetting, on: true, sort: { by: 'power', order: 'rising' } },
          change: () => undefined,
        }}
        stationId="station"
        strings={smallSite([]).strings}
        inverters={[inverter]}
      />
    </Answering>,
  )
const head = (): string =>
  page
    .getByRole('columnheader')
    .elements()
    .map((one) => one.textContent)
    .join(' ')

test('before the light comes the energy of the day before stands in place of 0 W, and sorts', async () => {
  const less = { ...asleep(life('s2', 2, 0)), yesterday: { wh: 20_000, coverage: 1 } }
  await showNight({
    timeZone: 'UTC',
    night: 'yesterday',
    compared: null,
    mppts: [],
    strings: [asleep(life('s1', 1, 0)), less],
  })
  await expect.poll(names).toEqual(['String 2', 'String 1'])
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/20\.00/)
  expect(head()).toMatch(/Energy yesterday.*Energy today/)
  expect(head()).not.toMatch(/Power/)
})

test('after sunset the energy of the day has its column, and nothing says 0 W beside it', async () => {
  await showNight({
    timeZone: 'UTC',
    night: 'today',
    compared: null,
    mppts: [],
    strings: [asleep(life('s1', 1, 0))],
  })
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/12\.34/)
  expect(head()).not.toMatch(/Power|yesterday/)
})

test('one that still gives power keeps the powers of all', async () => {
  await showNight({
    timeZone: 'UTC',
    night: 'today',
    compared: null,
    mppts: [],
    strings: [asleep(life('s1', 1, 0), 3)],
  })
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/0\.003/)
  expect(head()).toMatch(/Power now/)
})
