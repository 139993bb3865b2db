import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../card.tsx'
import { Toasts } from '../toast.tsx'
import { PhotoButton } from './photo-button.tsx'
import { readPhotos } from './read-photo.ts'

vi.mock(import('./read-photo.ts'), { spy: true })

componentStates('PhotoButton', {
  usual: (
    <Card>
      <PhotoButton onTexts={() => {}} />
      <PhotoButton onTexts={() => {}} kind="quiet" small />
    </Card>
  ),
  empty: 'a button always has a word',
  loading: 'a test below reads a picture',
  stale: 'it shows no figures',
  error: 'it tells by a toast what was wrong',
  long: 'its word is given',
})

afterEach(() => {
  vi.restoreAllMocks()
})

const chosen = async (answer: readonly (string[] | null)[] | Error): Promise<string[][]> => {
  const told: string[][] = []
  const read = vi.mocked(readPhotos)
  if (answer instanceof Error) read.mockRejectedValue(answer)
  else read.mockResolvedValue(answer.map((one) => one && [...one]))
  await show(
    <>
      <PhotoButton onTexts={(texts) => told.push(texts)} />
      <Toasts />
    </>,
  )
  await userEvent.upload(
    page.getByLabelText('Photo').first(),
    new File(['x'], 'label.png', { type: 'image/png' }),
  )
  return told
}
const said = page.getByRole('status')

test('tells the codes of all pictures', async () => {
  const told = await chosen([['SE17'], null, ['SE18', 'SE19']])
  await expect.poll(() => told).toEqual([['SE17', 'SE18', 'SE19']])
})

test.each([
  ['pictures without a code', [[]], 'No code found in this photo.'],
  ['pictures that cannot be opened', [null], 'Could not open this photo.'],
  [
    'a reader that did not come',
    new Error('no network'),
    'Could not load the code reader. Check your connection; retrying.',
  ],
] as const)('says what is wrong with %s', async (_, answer, sentence) => {
  const told = await chosen(answer instanceof Error ? answer : answer.map((one) => one && [...one]))
  await expect.element(said).toHaveTextContent(sentence)
  expect(told).toEqual([])
})
