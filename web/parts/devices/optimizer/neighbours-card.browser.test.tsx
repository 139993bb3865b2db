import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { stationDevice } from '../../../app/data/station-device.fixture.ts'
import { words } from '../../../app/phrases/catalogues.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'
import { NeighboursCard } from './neighbours-card.tsx'

await words.need('device')

const optimizer = (position: number, more: Partial<DeviceRow>): DeviceRow =>
  stationDevice(`o${position}`, 'optimizer', {
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
const made = (wh: number) => ({ night: { day: 'today', wh } }) as const

test('by night it is compared by what each made of the day, and says so', async () => {
  const own = optimizer(3, made(320))
  const string = [optimizer(1, made(640)), optimizer(2, made(640)), own, optimizer(4, {})]
  await show(<NeighboursCard own={own} string={string} />)
  await expect.element(page.getByRole('heading', { name: 'In its string Energy today' })).toBeVisible()
  await expect.element(page.getByText("50% below its neighbours' median (640 Wh)")).toBeVisible()
  const bars = page.getByRole('listitem')
  await expect.element(bars.nth(2)).toMatchTextContent(/Position 3: 320 Wh/)
  await expect.element(bars.nth(3)).toMatchTextContent(/Position 4: no data/)
})

test('while one of them gives power it is compared by powers', async () => {
  const own = optimizer(3, { ...made(320), powerW: 50 })
  const string = [optimizer(1, { powerW: 100 }), optimizer(2, { powerW: 100 }), own]
  await show(<NeighboursCard own={own} string={string} />)
  await expect.element(page.getByRole('heading', { name: 'In its string', exact: true })).toBeVisible()
  await expect.element(page.getByText("50% below its neighbours' median (100 W)")).toBeVisible()
})
