import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { stationDevice } from '../../../app/data/station-device.fixture.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import { StringsCard } from './strings-card.tsx'
import type { DeviceRow } from './string-groups.ts'

await words.need('device')

const optimizer = (position: number, more: Partial<DeviceRow>): DeviceRow =>
  stationDevice(crypto.randomUUID(), 'optimizer', {
    sn: `4-9A5702${position}`,
    gatewayId: 'g',
    parentId: 'i',
    stringNo: 1,
    position,
    ratedW: 600,
    state: 'standby',
    powerW: 0,
    lastAt: 1,
    ...more,
  })
const made = (day: 'today' | 'yesterday', wh: number) => ({ night: { day, wh } })
const region = () => page.getByRole('list')

test('by night each module shows the energy of the day, which is said once; what is not known is a dash', async () => {
  await show(
    <StringsCard
      devices={[optimizer(1, made('today', 640)), optimizer(2, made('today', 92)), optimizer(3, {})]}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Strings Energy today' })).toBeVisible()
  await expect.element(page.getByText('732 Wh', { exact: true })).toBeVisible()
  await expect.element(region()).toMatchTextContent(/640 Wh.*92 Wh.*–/)
  await expect.element(region()).not.toMatchTextContent(/\b0 ?W\b/)
})

test('before the light comes the energies are of the day before', async () => {
  await show(<StringsCard devices={[optimizer(1, made('yesterday', 640)), optimizer(2, { powerW: null })]} />)
  await expect.element(page.getByRole('heading', { name: 'Strings Energy yesterday' })).toBeVisible()
  await expect.element(region()).toMatchTextContent(/640/)
})

test('as long as one of them gives power all show theirs', async () => {
  await show(
    <StringsCard
      devices={[optimizer(1, { ...made('today', 640), powerW: 3 }), optimizer(2, made('today', 92))]}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Strings', exact: true })).toBeVisible()
  await expect.element(region()).toMatchTextContent(/3 ?W.*0 ?W/)
})
