import { Check } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { Timeline, TimelineItem } from './timeline.tsx'

const icon = <Check size={16} aria-hidden />

componentStates('Timeline', {
  usual: (
    <Card>
      <Timeline label="History">
        <TimelineItem icon={icon} title="Made" at="Jun 11, 2025, 08:15" until="2 h">
          <p>By Lena Berg.</p>
        </TimelineItem>
        <TimelineItem icon={icon} title="Done" at="Jun 11, 2025, 10:15" />
      </Timeline>
    </Card>
  ),
  empty: 'what happened begins with its making',
  loading: 'SkeletonCard waits in its place',
  stale: 'what happened does not grow old',
  error: 'ErrorState stands in its place',
  long: ({ name, text, word, code }) => (
    <Card>
      <Timeline label={name}>
        <TimelineItem icon={icon} title={name} at={text} until={word}>
          <p>{text}</p>
        </TimelineItem>
        <TimelineItem icon={icon} title={code} at={code} until={code}>
          <p>{code}</p>
        </TimelineItem>
      </Timeline>
    </Card>
  ),
})

test('is a list in order; the line ends with the last', async () => {
  await show(
    <Timeline label="History">
      <TimelineItem icon={icon} title="Made" at="08:15" until="2 h" />
      <TimelineItem icon={icon} title="Done" at="10:15" />
    </Timeline>,
  )
  const items = page.getByRole('list', { name: 'History' }).getByRole('listitem').elements()
  expect(items.map((one) => one.textContent)).toEqual(['Made08:152 h', 'Done10:15'])
  expect(items.map((one) => getComputedStyle(one, '::before').display)).toEqual(['block', 'none'])
})
