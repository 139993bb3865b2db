import { afterEach, expect, test, vi } from 'vitest'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from '../../kit/card.tsx'
import { contact } from '../../kit/time/contact.ts'
import { LevelPill, StatusPill, Tag, type Level, type Status } from './status-pill.tsx'

const statuses: Status[] = [
  'producing',
  'standby',
  'curtailed',
  'switched_off',
  'fault',
  'offline',
  'unknown',
  'online',
  'grid_connected',
  'normal',
  'shutdown',
  'disconnected',
]
const levels: Level[] = ['very_urgent', 'emergent', 'important', 'prompt']
const all = (
  <Card>
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {statuses.map((status) => (
        <StatusPill key={status} status={status} />
      ))}
      {statuses.map((status) => (
        <StatusPill key={status} status={status} plain />
      ))}
      {levels.map((level) => (
        <LevelPill key={level} level={level} />
      ))}
      <Tag>12 kW</Tag>
    </div>
  </Card>
)

componentStates('StatusPill', {
  usual: all,
  empty: (
    <Card>
      <StatusPill status={null} />
    </Card>
  ),
  loading: 'a skeleton stands in its place',
  stale: 'a test below loses the server',
  error: 'ErrorState stands in its place',
  long: () => all,
})

afterEach(() => {
  vi.useRealTimers()
  contact.expect(false)
})

test('a state is a word as well as a colour; what was never heard is unknown', async () => {
  const { container } = await show(<StatusPill status={null} />)
  expect(container.textContent).toBe('Unknown')
  // A dot before its word; only where no word stands it is drawn as an icon.
  expect(container.querySelector('i')).not.toBeNull()
  expect(container.querySelector('svg')).toBeNull()
})

test('out of touch with the server it looks like what was last known, and says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  contact.expect(true)
  vi.setSystemTime(Date.now() + 200_000)
  const { container } = await show(<StatusPill status="producing" />)
  expect(container.textContent).toBe('Producing, not current')
  const lost = container.querySelector('span')?.className
  contact.expect(false)
  const { container: present } = await show(<StatusPill status="producing" />)
  expect(present.textContent).toBe('Producing')
  expect(present.querySelector('span')?.className).not.toBe(lost)
})
