import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { PlainStationCard } from './station-card.tsx'
import type { StationCardData } from './station-queries.ts'

await words.need('stations')

const station: StationCardData = {
  id: '00000000-0000-4000-8000-000000000001',
  code: 'S1',
  name: 'Roof',
  type: 'residential',
  country: 'DE',
  region: 'Bayern',
  timeZone: 'Europe/Berlin',
  latitude: 48,
  north: true,
  longitude: 11,
  east: true,
  capacity: 10,
  capacityUnit: 'kW',
  capacityW: 10_000,
  condition: 'producing',
  powerW: 1_200,
  powerAt: null,
  todayWh: 4_000,
  todayCoverage: 1,
  equivalentHours: 0.4,
  night: null,
  switchedOff: null,
  limited: null,
  attention: 1,
  openAlarms: 2,
  worstAlarm: null,
  lastHeardAt: null,
  imageFileId: null,
  deletedAt: null,
}

const card = (more: Partial<StationCardData> = {}) => (
  <PlainStationCard station={{ ...station, ...more }} favourite />
)

componentStates('StationCard', {
  usual: card({ worstAlarm: 'important', lastHeardAt: Date.now() }),
  empty: card({ powerW: null, todayWh: null, equivalentHours: null, openAlarms: 0, attention: 0 }),
  loading: 'the list waits as a whole',
  stale: card({ condition: 'offline', lastHeardAt: Date.now() - 86_400_000 }),
  error: 'the list says it',
  long: ({ name }) =>
    card({
      name,
      region: name,
      powerW: 987_654_321,
      todayWh: 987_654_321_000,
      equivalentHours: 23.45,
      capacityW: 987_654_321,
      openAlarms: 9_876,
      attention: 9_876,
    }),
  more: {
    'dawn, not whole': card({ todayWh: 40, todayCoverage: 0.12, equivalentHours: 0.01 }),
    'night, not whole': card({ night: { day: 'yesterday', wh: 23_700, coverage: 0.12 } }),
    'share unknown': card({ todayCoverage: null }),
  },
})

const colourOf = async (worstAlarm: StationCardData['worstAlarm'], text: string): Promise<string> => {
  const shown = await show(<PlainStationCard station={{ ...station, worstAlarm }} favourite={false} />)
  const colour = getComputedStyle(page.getByText(text).element()).color
  await shown.unmount()
  return colour
}

test('the bell is as grave as the worst of its alarms, and what does not work stays as it is', async () => {
  const bells = [
    await colourOf('very_urgent', '2 alarms'),
    await colourOf('emergent', '2 alarms'),
    await colourOf('important', '2 alarms'),
    await colourOf('prompt', '2 alarms'),
  ]
  expect(new Set(bells).size).toBe(4)
  expect(await colourOf('prompt', '1 not working')).toBe(await colourOf('very_urgent', '1 not working'))
})
