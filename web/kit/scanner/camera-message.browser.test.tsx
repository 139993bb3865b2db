import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Button } from '../button.tsx'
import { CameraMessage } from './camera-message.tsx'
import type { CameraProblem } from './camera.ts'

const stage = (problem: CameraProblem, instead?: string) => (
  <div
    style={{
      position: 'relative',
      blockSize: '100dvh',
      background: 'var(--stage)',
      color: 'var(--on-stage)',
    }}
  >
    <CameraMessage
      problem={problem}
      onRetry={() => {}}
      instead={instead !== undefined && <Button kind="soft">{instead}</Button>}
    />
  </div>
)

componentStates('CameraMessage', {
  whole: true,
  usual: stage('refused', 'Photo'),
  empty: stage('absent'),
  loading: 'the scanner says that the camera starts',
  stale: 'a picture of the camera is of this moment',
  error: stage('busy'),
  long: ({ word }) => stage('insecure', word),
})

test.each(['absent', 'refused', 'busy'] as const)('%s may be tried again', async (problem) => {
  const again = vi.fn<() => void>()
  await show(<CameraMessage problem={problem} onRetry={again} />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})

test('without HTTPS no other try helps: it says what does', async () => {
  await show(<CameraMessage problem="insecure" onRetry={() => {}} />)
  await expect.element(page.getByText('npm run certificate')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
