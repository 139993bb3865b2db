import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Answering } from '#tests/components/answers.tsx'
import { show } from '#tests/components/show.tsx'
import { TabBar } from './tab-bar.tsx'

test.each(['light', 'dark'] as const)('nothing shows through the tabs (%s)', async (theme) => {
  await show(
    <Answering answers={{}}>
      <TabBar here="home" />
    </Answering>,
    { theme },
  )
  const { backgroundColor } = getComputedStyle(page.getByRole('navigation').element())
  // A colour that lets something through names how much of it.
  expect(backgroundColor).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
})
