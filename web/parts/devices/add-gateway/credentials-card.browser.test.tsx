import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../../app/phrases/catalogues.ts'
import { CredentialsCard } from './credentials-card.tsx'

await words.need('adding')

test('a secret fills its lines and breaks at no hyphen of its own', async () => {
  const secret = `g-${'Sun4Keep'.repeat(5)}o`
  await show(
    <CredentialsCard
      credentials={{
        user: 'GW9E4453210',
        secret,
        host: '127.0.0.1',
        port: 8883,
        tls: true,
        topicPrefix: 'pv/v1/GW9E4453210',
      }}
    />,
  )
  const range = document.createRange()
  range.selectNodeContents(page.getByText(secret, { exact: true }).element())
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
  expect(lines.size).toBe(2)
})
