import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { ConnectedCard } from './connected-card.tsx'

await words.need('service')

type Props = Parameters<typeof ConnectedCard>[0]
const none = { very_urgent: 0, emergent: 0, important: 0, prompt: 0, no_alarm: 0 }
const card = (counts: Partial<typeof none>) => (
  <ConnectedCard
    home={{ data: { stations: 4, conditions: { offline: 0, unknown: 0 } } } as unknown as Props['home']}
    troubles={
      { data: { total: 2, stations: 2, counts: { ...none, ...counts } } } as unknown as Props['troubles']
    }
  />
)
const colourOf = async (counts: Partial<typeof none>): Promise<string> => {
  const shown = await show(card(counts))
  const mark = page.getByRole('link').element().querySelector('svg')
  if (mark === null) throw new Error('no mark')
  const { color } = getComputedStyle(mark)
  await shown.unmount()
  return color
}

test('what needs attention is marked as gravely as the worst of it', async () => {
  const colours = [
    await colourOf({ very_urgent: 1, prompt: 3 }),
    await colourOf({ emergent: 1, prompt: 3 }),
    await colourOf({ important: 1, prompt: 3 }),
    await colourOf({ prompt: 3 }),
  ]
  expect(new Set(colours).size).toBe(4)
  expect(await colourOf({ no_alarm: 1, prompt: 1 })).not.toBe(await colourOf({ prompt: 1 }))
})
