import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Counted, readScenario, reportScenario } from './scenario.ts'

/**
 * The proof of the rules: a scenario of faults that rules are for, and one of the kinds that a plant meets and no rule
 * finds yet. What comes of both stands in docs/rules.md, written by the run itself: misses are told, not left out.
 */

const page = fileURLToPath(new URL('../../docs/rules.md', import.meta.url))
const [begin, end] = ['<!-- proof: written by npm run prove -- rules -->', '<!-- /proof -->']

const table = (runs: readonly { name: string; counted: Counted }[]): string =>
  [
    '| file | days x stations | found | missed | false alarms |',
    '|---|---|---|---|---|',
    ...runs.map(
      ({ name, counted: { days, stations, found, missed, wrong } }) =>
        `| ${name} | ${days} x ${stations} | ${found} of ${found + missed} | ${missed} | ${wrong} |`,
    ),
    '',
    '| kind of fault | planted | found | minutes until then |',
    '|---|---|---|---|',
    ...[
      ...Map.groupBy(
        runs.flatMap(({ counted }) => counted.faults),
        ({ kind }) => kind,
      ),
    ]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, all]) => {
        const found = all.flatMap(({ afterMin }) => (afterMin === null ? [] : [afterMin]))
        return `| ${kind} | ${all.length} | ${found.length === 0 ? '**none**' : found.length} | ${found.join(', ') || '-'} |`
      }),
  ].join('\n')

/** What docs/rules.md says of the last run. */
export const writtenProof = (): string => {
  const text = readFileSync(page, 'utf8')
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim()
}

/** True when nothing that has a rule was missed, and nothing false was said. */
export const proveScenarios = (say: (line: string) => void): boolean => {
  const runs = ['proof/early-summer', 'proof/kinds'].map((name) => {
    say(`-- ${name}`)
    return { name, counted: reportScenario(readScenario(name), say) }
  })
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))]
  writeFileSync(page, `${before}${begin}\n${table(runs)}\n${after}`)
  const missed = runs
    .flatMap(({ counted }) => counted.faults)
    .filter((one) => one.afterMin === null && one.hasRule)
  return missed.length === 0 && runs.every(({ counted }) => counted.wrong === 0)
}
