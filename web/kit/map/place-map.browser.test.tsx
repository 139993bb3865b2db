import { expect, test } from 'vitest'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { PlaceMap } from './place-map.tsx'

const kona = { latitude: 19.64, longitude: -155.99 }

componentStates('PlaceMap', {
  usual: <PlaceMap value={{ latitude: 52.52, longitude: 13.405 }} tiles={null} />,
  empty: 'without a place there is no such map',
  loading: 'the net is there before the outline',
  stale: 'holds what is chosen',
  error: 'the fields beside it say what is wrong',
  long: 'it has no words',
})

test('the pin stands on its place, in the middle', async () => {
  await show(<PlaceMap value={kona} tiles={null} />)
  await drawn()
  const box = document.querySelector('canvas')?.getBoundingClientRect()
  const pin = document.querySelector('canvas + span')?.getBoundingClientRect()
  if (!box || !pin) throw new Error('no map')
  expect(pin.left + pin.width / 2).toBeCloseTo(box.left + box.width / 2, 0)
  // Its point stands a little above the lower edge of its picture.
  expect(pin.bottom - 4).toBeCloseTo(box.top + box.height / 2, 0)
})
