import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { RestoredNote } from './restored-note.tsx'

const given = {
  text: 'What you typed 2 h ago is back.',
  discard: 'Discard',
  asks: { title: 'Discard it?', text: 'It is gone then.' },
}

componentStates('RestoredNote', {
  usual: <RestoredNote {...given} onDiscard={() => {}} />,
  empty: 'it stands only where something is back',
  loading: 'it stands only where something is back',
  stale: 'how old it is stands in its text',
  error: 'what cannot be read back is not there',
  long: ({ text, word, name }) => (
    <RestoredNote text={text} discard={word} asks={{ title: name, text }} onDiscard={() => {}} />
  ),
})

test('is given up by a second press alone', async () => {
  const discarded = vi.fn<() => void>()
  await show(<RestoredNote {...given} onDiscard={discarded} />)
  const dialog = page.getByRole('alertdialog', { name: 'Discard it?' })
  await userEvent.click(page.getByRole('button', { name: 'Discard' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(discarded).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Discard' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  expect(discarded).toHaveBeenCalledOnce()
})
