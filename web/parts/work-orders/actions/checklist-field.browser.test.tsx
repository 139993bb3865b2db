import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { ChecklistField } from './checklist-field.tsx'

await words.need('order', 'photo')

type Props = Parameters<typeof ChecklistField>[0]
const line: Props['line'] = {
  key: 'isolated',
  kind: 'choice',
  label: { en: 'Isolated before work', zh_CN: '作业前已断电' },
  required: true,
  unit: null,
  min: null,
  max: null,
  decimals: null,
  choices: [{ key: 'yes', label: { en: 'Yes', zh_CN: '是' } }],
  answer: null,
}
const draft = { values: {}, photos: {}, signed: [] } as unknown as Props['draft']

const colourOf = async (error?: string): Promise<string> => {
  const shown = await show(
    <ChecklistField line={line} draft={draft} uploadKey="key" error={error} onChange={() => {}} />,
  )
  const { color } = getComputedStyle(page.getByText(line.label.en, { exact: true }).element())
  await shown.unmount()
  return color
}

test('what is asked and not answered is red above its answers, as above a field', async () => {
  expect(await colourOf('This field is required.')).not.toBe(await colourOf())
})
