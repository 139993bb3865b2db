import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { draftOf } from './limit-draft.ts'
import { useLimitSentence } from './limit-effect.tsx'

await words.need('control')

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
const now = Date.now()

function Sentence({ timeZone }: { timeZone: string }) {
  return <p>{useLimitSentence(timeZone)(draftOf({ op: 'limit', pct: 50 }, now), 1, now)}</p>
}

test('the end of a limit says by whose clock, where the station has another than the phone', async () => {
  const away = own === 'Asia/Kathmandu' ? 'Europe/Berlin' : 'Asia/Kathmandu'
  await show(<Sentence timeZone={away} />)
  await expect.element(page.getByText(/ until .*\d\d:\d\d station time\.$/)).toBeVisible()
  await show(<Sentence timeZone={away} />, { language: 'zh_CN' })
  await expect.element(page.getByText(/至电站时间 .*\d\d:\d\d。$/)).toBeVisible()
  await show(<Sentence timeZone={own} />)
  await expect.element(page.getByText(/ until .*\d\d:\d\d\.$/)).toBeVisible()
  expect(page.getByText(/station time/).all()).toEqual([])
})
