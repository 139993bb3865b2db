import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Button } from '../button.tsx'
import { Row, Rows } from '../row.tsx'
import { NoCamera, openCamera, type CameraProblem } from './camera.ts'
import { Scanner } from './scanner.tsx'

vi.mock(import('./camera.ts'), { spy: true })

const closed = vi.fn<() => void>()
const torch = vi.fn<(on: boolean) => Promise<void>>(async () => {})
const off = vi.fn<() => void>()
const withCamera = (): void => {
  vi.mocked(openCamera).mockImplementation(async () => ({
    stream: document.createElement('canvas').captureStream(),
    hasTorch: true,
    setTorch: torch,
    close: off,
  }))
}
const without = (problem: CameraProblem): void => {
  vi.mocked(openCamera).mockRejectedValue(new NoCamera(problem))
}
beforeEach(withCamera)
afterEach(() => {
  vi.clearAllMocks()
})

const scanner = (title = 'Scan labels', found = 'SE17K7E1DBB39') => (
  <Scanner
    open
    onClose={closed}
    title={title}
    onText={() => 'taken'}
    instead={<Button kind="soft">Photo</Button>}
  >
    <Rows>
      <Row label={found} value="new" />
    </Rows>
  </Scanner>
)

componentStates('Scanner', {
  whole: true,
  usual: scanner(),
  empty: (
    <Scanner open onClose={closed} title="Scan labels" onText={() => 'taken'}>
      <p style={{ padding: 16 }}>Nothing scanned yet.</p>
    </Scanner>
  ),
  loading: 'it says so until the first picture; all states here stand at that',
  stale: 'a picture of the camera is of this moment',
  error: 'a test below has no camera; CameraMessage has the states of that',
  long: ({ word, code }) => scanner(word, code),
})

test('no camera: it says why, and another try may help', async () => {
  without('refused')
  await show(scanner())
  await expect.element(page.getByText('Camera access is off')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Photo' })).toBeVisible()
  withCamera()
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByLabelText('Camera view')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the light is offered where there is one, and says whether it is on', async () => {
  await show(scanner())
  const light = page.getByRole('button', { name: 'Light' })
  await expect.element(light).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(light)
  expect(torch).toHaveBeenCalledWith(true)
  await expect.element(light).toHaveAttribute('aria-pressed', 'true')
})

test('closed, the camera goes off', async () => {
  const screen = await show(scanner())
  await expect.element(page.getByRole('button', { name: 'Light' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Close the camera' }))
  expect(closed).toHaveBeenCalledOnce()
  off.mockClear()
  await screen.rerender(
    <Scanner open={false} onClose={closed} title="Scan labels" onText={() => 'taken'}>
      x
    </Scanner>,
  )
  await expect.poll(() => off.mock.calls.length).toBe(1)
})
