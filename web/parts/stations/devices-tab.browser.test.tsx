import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { stationDevice } from '../../app/data/station-device.fixture.ts'
import { noSetting } from '../../app/lists/table-setting.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { DeviceTable } from './device-table.tsx'
import { DevicesTab } from './devices-tab.tsx'
import type { DeviceData } from './station-queries.ts'

await words.need('station', 'wide')

const device = (id: string, kind: DeviceData['kind'], more: Partial<DeviceData>): DeviceData =>
  stationDevice(id, kind, {
    sn: id,
    gatewayId: kind === 'gateway' ? null : 'G1',
    parentId: kind === 'optimizer' ? 'I1' : null,
    stringNo: kind === 'optimizer' ? 1 : null,
    state: kind === 'gateway' ? null : 'standby',
    powerW: kind === 'gateway' ? null : 0,
    lastAt: Date.now(),
    ...more,
  })

const made = (wh: number, day: 'today' | 'yesterday' = 'today') => ({ night: { day, wh } })
const site = (more: Partial<DeviceData> = {}): DeviceData[] => [
  device('G1', 'gateway', {}),
  device('I1', 'inverter', { ...made(4_770), todayWh: 4_770, ...more }),
  device('O1', 'optimizer', made(640)),
  device('O2', 'optimizer', { ...made(210), online: false, state: null, powerW: null }),
  device('M1', 'meter', { powerW: 310, state: null }),
]

const showTab = (devices: DeviceData[]) =>
  show(
    <Answering answers={{ 'GET /api/stations/{stationId}/devices': { devices, next: null } as never }}>
      <DevicesTab stationId="station" />
    </Answering>,
  )

test('by night each says what it made, a string the sum of it, and of which day that is stands there once', async () => {
  await showTab(site())
  await expect
    .element(page.getByText('Night: energy of today; strings and modules in DC', { exact: true }))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: /I1/ })).toMatchTextContent(/4\.77 kWh/)
  const fold = page.getByRole('button', { name: /String 1/ })
  await expect.element(fold).toMatchTextContent(/850 Wh/)
  await fold.click()
  await expect.element(page.getByRole('link', { name: /O1/ })).toMatchTextContent(/640 Wh/)
  await expect.element(page.getByRole('link', { name: /O2/ })).toMatchTextContent(/210 Wh/)
  await expect.element(page.getByRole('link', { name: /M1/ })).toMatchTextContent(/310 W/)
  expect(document.body.textContent).not.toMatch(/\b0 W\b/)
})

test('what is at work with an open alarm is counted with its kind and its string, and marked itself', async () => {
  await showTab(site().map((one) => (one.id === 'O1' ? { ...one, alarmLevel: 'prompt' } : one)))
  const fold = page.getByRole('button', { name: /String 1/ })
  await expect.element(fold).toMatchTextContent(/1 alarmed/)
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Optimizer' }))
    .toMatchTextContent(/1 alarmed/)
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Inverter' }))
    .not.toMatchTextContent(/alarm/)
  await fold.click()
  await expect.element(page.getByRole('link', { name: /O1/ })).toMatchTextContent(/Prompt/)
})

test('as long as one gives power all say theirs', async () => {
  await showTab(site({ powerW: 4 }))
  await expect.element(page.getByRole('link', { name: /I1/ })).toMatchTextContent(/4 W.*today 4\.77 kWh/)
  expect(document.body.textContent).not.toMatch(/Night/)
})

const heads = (): string[] =>
  page
    .getByRole('columnheader')
    .elements()
    .map((one) => one.textContent ?? '')

test.each([
  [null, /Power now.*Energy today/, /0\.000.*4\.77/],
  ['today', /^(?!.*Power).*Energy today/, /^(?!.*0\.000).*4\.77/],
  ['yesterday', /^(?!.*Power).*Energy yesterday.*Energy today/, /9\.40.*4\.77/],
] as const)('the table with the energies of %s', async (rest, head, row) => {
  await show(
    <DeviceTable
      table={{
        name: 'devices',
        offered: true,
        on: true,
        setting: { ...noSetting, on: true },
        change: () => undefined,
      }}
      devices={site(rest === 'yesterday' ? made(9_400, 'yesterday') : {}).slice(1, 2)}
      rest={rest}
      typed=""
      stationId="station"
      timeZone="UTC"
    />,
  )
  await expect.poll(() => heads().join(' ')).toMatch(head)
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(row)
})
