import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { Held, show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import type { Place } from '#domain/mercator.ts'
import { PinMap } from './pin-map.tsx'

const berlin: Place = { latitude: 52.52, longitude: 13.405 }
const nothing = (): void => {}
const given = { tiles: null, onChange: nothing, label: 'Choose the place', pinLabel: 'Pin at 52.52, 13.405' }

componentStates('PinMap', {
  usual: <PinMap {...given} value={berlin} />,
  empty: <PinMap {...given} value={null} />,
  loading: 'the net is there before the outline',
  stale: 'holds what is chosen',
  error: 'the fields beside it say what is wrong',
  long: 'its words are heard alone',
})

const held = (start: Place | null) => {
  const changed = vi.fn<(place: Place) => void>()
  const element = (
    <Held start={start}>
      {(value, set) => (
        <PinMap
          {...given}
          value={value}
          onChange={(place) => {
            changed(place)
            set(place)
          }}
        />
      )}
    </Held>
  )
  return { changed, element }
}
const pin = page.getByRole('button', { name: 'Pin at 52.52, 13.405' })
const map = page.getByRole('application', { name: 'Choose the place' })

test('where no pin is, a tap sets one, there', async () => {
  const { changed, element } = held(null)
  await show(element)
  await expect.element(pin).not.toBeInTheDocument()
  await userEvent.click(map, { position: { x: 171, y: 130 } })
  await expect.element(pin).toBeVisible()
  expect(changed).toHaveBeenCalledOnce()
  // The middle of the world that is shown at first.
  expect(changed.mock.lastCall?.[0].longitude).toBeCloseTo(0, -1)
})

test('arrow keys move the pin by little, with Shift by more, and not the map', async () => {
  const { changed, element } = held(berlin)
  await show(element)
  await expect.element(pin).toBeVisible()
  pin.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  const small = (changed.mock.lastCall?.[0].longitude ?? 0) - berlin.longitude
  expect(small).toBeGreaterThan(0)
  expect(changed.mock.lastCall?.[0].latitude).toBe(berlin.latitude)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  const large = (changed.mock.lastCall?.[0].longitude ?? 0) - berlin.longitude - small
  expect(large).toBeGreaterThan(small * 2)
  await userEvent.keyboard('{ArrowUp}')
  expect(changed.mock.lastCall?.[0].latitude).toBeGreaterThan(berlin.latitude)
})

const drag = async (end: 'pointerup' | 'pointercancel'): Promise<void> => {
  await expect.element(pin).toBeVisible()
  const one = pin.element()
  if (one instanceof HTMLElement) one.setPointerCapture = nothing
  const { left, top } = one.getBoundingClientRect()
  const at = async (type: string, x: number): Promise<void> => {
    const place = { pointerId: 1, clientX: left + 24 + x, clientY: top + 40 }
    one.dispatchEvent(new PointerEvent(type, { bubbles: true, ...place }))
    await drawn()
  }
  await at('pointerdown', 0)
  await at('pointermove', 20)
  await at('pointermove', 50)
  await at(end, 50)
}

test('dragged, it is told where it is let go, once; a drag that was broken off changes nothing', async () => {
  const { changed, element } = held(berlin)
  await show(element)
  await drag('pointercancel')
  expect(changed).not.toHaveBeenCalled()
  await drag('pointerup')
  expect(changed).toHaveBeenCalledOnce()
  expect(changed.mock.lastCall?.[0].longitude).toBeGreaterThan(berlin.longitude)
  expect(changed.mock.lastCall?.[0].latitude).toBeCloseTo(berlin.latitude, 2)
})
