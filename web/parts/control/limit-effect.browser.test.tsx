import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/show.tsx'
import { words } from '../../app/phrases/catalogues.ts'
import { draftOf } from './limit-draft.ts'
import { useLimitSentence } from './limit-effect.tsx'
import styles from './control.module.css'

await words.need('control')

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
const now = Date.now()

function Sentence({ timeZone }: { timeZone: string }) {
  return (
    <p className={styles.effectText}>
      {useLimitSentence(timeZone)(draftOf({ op: 'limit', pct: 50 }, now), 1, now)}
    </p>
  )
}

test('the end of a limit says by whose clock, where the station has another than the phone', async () => {
  const away = own === 'Asia/Kathmandu' ? 'Europe/Berlin' : 'Asia/Kathmandu'
  await show(<Sentence timeZone={away} />)
  await expect.element(page.getByText(/ until .*\d\d:\d\d station time\.$/)).toBeVisible()
  await show(<Sentence timeZone={away} />, { language: 'zh_CN' })
  const sentence = page.getByText(/至电站时间 .*\d\d:\d\d。$/).element()
  // A line ends between clauses and not within a word.
  const range = document.createRange()
  const [text] = sentence.childNodes
  if (!(text instanceof Text)) throw new Error('the sentence is one text')
  range.setStart(text, text.data.indexOf('至电站时间'))
  range.setEnd(text, text.data.indexOf('至电站时间') + 5)
  expect(range.getClientRects()).toHaveLength(1)
  await show(<Sentence timeZone={own} />)
  await expect.element(page.getByText(/ until .*\d\d:\d\d\.$/)).toBeVisible()
  expect(page.getByText(/station time/).all()).toEqual([])
})
