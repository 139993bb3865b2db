import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { device } from '../arrays/array.fixture.ts'
import { ChoosePart } from './choose-part.tsx'

await words.need('control')

const inverter = (id: string, powerW: number, wh: number) => ({
  ...device(id),
  kind: 'inverter' as const,
  state: 'standby' as const,
  powerW,
  night: { day: 'yesterday' as const, wh },
})

test('by night the devices to choose say what they made, and of which day', async () => {
  await show(
    <ChoosePart
      stationId="station"
      devices={[inverter('i1', 0, 9_400), inverter('i2', 0, 8_100)]}
      first={undefined}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Devices energy yesterday' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Devices', exact: true })
  await expect.element(list).toMatchTextContent(/9\.40 kWh.*8\.10 kWh/)
  await expect.element(list).not.toMatchTextContent(/\b0 ?W\b/)
})

test('by day they say their power', async () => {
  await show(<ChoosePart stationId="station" devices={[inverter('i1', 812, 9_400)]} first={undefined} />)
  await expect.element(page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible()
  await expect.element(page.getByText('812 W', { exact: true })).toBeVisible()
})

const named = () =>
  page
    .getByRole('button', { name: /^O(n|ff)$/ })
    .elements()
    .map((one) => one.textContent)

test('what is shut down already is led to be switched on, and red is nothing of it', async () => {
  const shut = { ...inverter('i1', 0, 0), state: 'shutdown' as const }
  await show(<ChoosePart stationId="station" devices={[shut, inverter('i2', 812, 0)]} first="i1" />)
  await expect.element(page.getByText('1 selected, shut down already')).toBeVisible()
  expect(named()).toEqual(['On', 'Off'])
  await page.getByRole('checkbox').last().click()
  await expect.element(page.getByText('2 selected', { exact: true })).toBeVisible()
  expect(named()).toEqual(['Off', 'On'])
})
