import { useEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawn } from '#tests/components/quality.ts'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Sheet } from './sheet.tsx'
import { toast, Toasts } from './toast.tsx'

function Told({ text, kind }: { text: string; kind: 'done' | 'failed' }) {
  useEffect(() => toast(text, kind), [text, kind])
  return <Toasts />
}

componentStates('Toasts', {
  usual: <Told text="Saved" kind="done" />,
  empty: <Toasts />,
  loading: 'it tells what is over',
  stale: 'it goes by itself',
  error: <Told text="Could not save" kind="failed" />,
  long: ({ text, code }) => <Told text={`${text} ${code}`} kind="failed" />,
})

const said = async (): Promise<string | null | undefined> => {
  await drawn()
  return document.querySelector('output')?.textContent
}

test('is heard, replaced by the next, and goes by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await show(<Toasts />)
  toast('Saved')
  expect(await said()).toBe('Saved')
  expect(document.querySelector('output')?.ariaLive).toBe('polite')
  vi.advanceTimersByTime(2000)
  toast('Sent')
  expect(await said()).toBe('Sent')
  // The time of the first would be over now.
  vi.advanceTimersByTime(2000)
  expect(await said()).toBe('Sent')
  vi.advanceTimersByTime(700)
  expect(await said()).toBe('')
})

test('lies over a sheet that was opened before it', async () => {
  await show(
    <>
      <Toasts />
      <Sheet open title="Rename" size="full" onClose={() => {}}>
        x
      </Sheet>
    </>,
  )
  toast('Saved')
  await expect.element(page.getByText('Saved')).toBeVisible()
  const box = page.getByText('Saved').element().parentElement
  expect(box?.matches(':popover-open')).toBe(true)
})
