import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { MapFrame, type Stage } from './map-frame.tsx'
import { project } from '#domain/mercator.ts'
import { toBox, type View } from './mercator.ts'

const berlin = project({ latitude: 52.52, longitude: 13.405 })
const home = (): View => ({ ...berlin, zoom: 4 })
const tiles = { template: '/no-tiles/{z}/{x}/{y}.png', attribution: '© Those who drew it', maxZoom: 18 }
const board = { display: 'flex', blockSize: 400 } as const

const mark = (label: string) =>
  function Mark({ view, size }: Stage) {
    const at = toBox(view, size, berlin)
    return (
      <span
        data-testid="mark"
        style={{
          position: 'absolute',
          insetBlockStart: 0,
          insetInlineStart: 0,
          translate: `${at.x}px ${at.y}px`,
        }}
      >
        {label}
      </span>
    )
  }

const frame = (given: Partial<Parameters<typeof MapFrame>[0]> = {}) => (
  <div style={board}>
    <MapFrame label="Map of places" tiles={null} home={home} homeKey="all" {...given}>
      {mark('Berlin')}
    </MapFrame>
  </div>
)

componentStates('MapFrame', {
  usual: frame(),
  empty: (
    <div style={board}>
      <MapFrame label="Map of places" tiles={null} home={home} homeKey="all">
        {() => null}
      </MapFrame>
    </div>
  ),
  loading: 'the net is there before the outline, and the outline before the tiles',
  stale: 'the ground does not grow old',
  error: frame({ tiles }),
  long: ({ name }) => (
    <div style={board}>
      <MapFrame
        label={name}
        tiles={{ ...tiles, attribution: name }}
        home={home}
        homeKey="all"
        panel={<p style={{ background: 'var(--surface)', padding: 12 }}>{name}</p>}
      >
        {() => null}
      </MapFrame>
    </div>
  ),
})

const map = page.getByRole('application', { name: 'Map of places' })
const mapMark = page.getByTestId('mark')
/** Comes with the size of the box, so it is asked for anew each time. */
const ground = () => map.element().querySelector('canvas')
const place = () => mapMark.element().getBoundingClientRect()

test('the outline of the land comes, in the colours of the theme', async () => {
  await show(frame())
  await expect.poll(() => ground()?.dataset['land']).toBe('drawn')
  await drawn()
  const canvas = ground()
  const colours = new Set<string>()
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`)
  // --map-sea and --map-land
  expect([...colours]).toEqual(expect.arrayContaining(['221 231 243', '248 249 251']))
})

test('tiles that do not come leave the outline and the marks', async () => {
  await show(frame({ tiles }))
  await expect.poll(() => ground()?.dataset['land']).toBe('drawn')
  await expect.poll(() => ground()?.dataset['tiles']).toBe('some')
  await expect.element(mapMark).toBeVisible()
  await expect.element(page.getByText('© Those who drew it')).toBeVisible()
})

test('arrow keys move it, plus and minus zoom, and all comes back by its button', async () => {
  const seen = vi.fn<(view: View) => void>()
  await show(frame({ onView: seen }))
  await expect.element(mapMark).toBeVisible()
  const before = place()
  map.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => place().left - before.left).toBeCloseTo(60, 0)
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => place().top - before.top).toBeCloseTo(60, 0)
  await userEvent.keyboard('+')
  expect(seen.mock.lastCall?.[0].zoom).toBeCloseTo(5)
  await userEvent.keyboard('-')
  expect(seen.mock.lastCall?.[0].zoom).toBeCloseTo(4)
  await userEvent.click(page.getByRole('button', { name: 'Show all' }))
  await expect.poll(() => [place().left - before.left, place().top - before.top]).toEqual([0, 0])
})

test('buttons zoom about the middle; it begins where it was left', async () => {
  const seen = vi.fn<(view: View) => void>()
  await show(frame({ onView: seen, start: { ...berlin, zoom: 6 } }))
  await expect.element(mapMark).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Zoom in' }))
  expect(seen.mock.lastCall?.[0]).toEqual({
    x: expect.closeTo(berlin.x),
    y: expect.closeTo(berlin.y),
    zoom: 7,
  })
  await userEvent.click(page.getByRole('button', { name: 'Zoom out' }))
  expect(seen.mock.lastCall?.[0].zoom).toBeCloseTo(6)
})

test('presses that follow each other go on from where the one before leads, while the map is on its way there', async () => {
  const asked = window.matchMedia.bind(window)
  // These tests ask for stillness; here it moves.
  const motion = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = asked(query)
    return query.includes('reduced-motion')
      ? new Proxy(list, { get: (of, key) => (key === 'matches' ? false : Reflect.get(of, key)) })
      : list
  })
  try {
    const seen = vi.fn<(view: View) => void>()
    await show(frame({ onView: seen }))
    await expect.element(mapMark).toBeVisible()
    const closer = page.getByRole('button', { name: 'Zoom in' }).element()
    if (!(closer instanceof HTMLElement)) throw new Error('no button')
    closer.click()
    closer.click()
    closer.click()
    await expect.poll(() => seen.mock.lastCall?.[0].zoom).toBeGreaterThan(4.1)
    map.element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => seen.mock.lastCall?.[0].zoom).toBe(7)
    expect(seen.mock.lastCall?.[0].x).toBeLessThan(berlin.x)
  } finally {
    motion.mockRestore()
  }
})

test('a tap on nothing but the map is told with its place', async () => {
  const tapped = vi.fn<(at: { x: number; y: number }, stage: Stage) => void>()
  await show(frame({ onTap: tapped }))
  await expect.element(mapMark).toBeVisible()
  await userEvent.click(map, { position: { x: 100, y: 150 } })
  await expect.poll(() => tapped.mock.calls[0]?.[0]).toEqual({ x: 100, y: 150 })
})
