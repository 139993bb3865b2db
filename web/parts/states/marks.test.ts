import { readdirSync, readFileSync } from 'node:fs'
import {
  Check,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Lock,
  Power,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { expect, it } from 'vitest'
import { kindIcons } from './kind-icons.ts'
import { levelMarks, priorityMarks, stateMarks } from './marks.ts'

/** States that are one thing to those who look: the modules produce, or nothing is heard. */
const same: Readonly<Record<string, string>> = {
  grid_connected: 'producing',
  normal: 'producing',
  disconnected: 'offline',
}
/** Marks that stand by themselves. */
const single: readonly [string, LucideIcon][] = [
  ['needs attention', TriangleAlert],
  ['is wrong', CircleAlert],
  ['has failed', CircleX],
  ['has succeeded', CircleCheck],
  ['is answered', Check],
  ['is of another time', Clock],
  ['is not permitted', Lock],
  ['switch on', Power],
]

it('a mark has one meaning', () => {
  const meanings = new Map<LucideIcon, Set<string>>()
  const note = (mark: LucideIcon, meaning: string): void => {
    meanings.set(mark, (meanings.get(mark) ?? new Set()).add(meaning))
  }
  for (const [state, mark] of Object.entries(stateMarks)) note(mark, `state: ${same[state] ?? state}`)
  for (const [level, mark] of Object.entries(levelMarks)) note(mark, `level: ${level}`)
  for (const [priority, mark] of Object.entries(priorityMarks)) note(mark, `priority: ${priority}`)
  for (const [kind, mark] of Object.entries(kindIcons)) note(mark, `kind: ${kind}`)
  for (const [meaning, mark] of single) note(mark, meaning)
  expect([...meanings.values()].filter(({ size }) => size > 1).map((several) => [...several])).toEqual([])
})

it('what grades an alarm is drawn from the table alone', () => {
  const web = new URL('../../', import.meta.url)
  const graded = /\b(?:Siren|OctagonAlert)\b/
  expect(
    readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('states/marks.ts') && !file.includes('.test.'))
      .filter((file) => graded.test(readFileSync(new URL(file, web), 'utf8'))),
  ).toEqual([])
})
