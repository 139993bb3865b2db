import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { DeviceLine } from './device-line.tsx'
import type { DeviceData } from './station-queries.ts'

await words.need('station')

const device = (kind: DeviceData['kind'], online: boolean, state: DeviceData['state']): DeviceData =>
  ({
    id: crypto.randomUUID(),
    kind,
    sn: 'SM19340151',
    name: '',
    model: '',
    online,
    state,
    powerW: 259,
    todayWh: null,
    lastAt: Date.now(),
  }) as DeviceData

test.each([
  ['meter', true, null, /Online/],
  ['battery', true, null, /Online/],
  ['battery', true, 'standby', /Standby/],
  ['gateway', false, null, /Offline/],
  ['inverter', true, null, /Unknown/],
] as const)('a %s that is heard: %s and says %s is shown so', async (kind, online, state, says) => {
  await show(<DeviceLine device={device(kind, online, state)} rest={null} />)
  await expect.element(page.getByRole('link')).toMatchTextContent(says)
})

const night = { day: 'yesterday', wh: 4_150 } as const

test.each([
  ['inverter', true, /4\.15 kWh$/],
  ['optimizer', false, /4\.15 kWh$/],
  ['meter', true, /259 Wtoday 0 Wh$/],
  ['battery', true, /259 Wtoday 0 Wh$/],
] as const)(
  'by night a %s (heard: %s) says what it made, or what flows through it',
  async (kind, online, says) => {
    await show(
      <DeviceLine device={{ ...device(kind, online, 'standby'), todayWh: 0, night }} rest="yesterday" />,
    )
    await expect.element(page.getByRole('link')).toMatchTextContent(says)
  },
)
