import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const domain = fileURLToPath(new URL('../domain', import.meta.url))

/** Where constants claim something about the field: what is possible, usual or too much. */
const ofTheField = [
  /^alarms\/rules\//,
  /^alarms\/signals\.ts$/,
  /^telemetry\//,
  /^stations\/(capacity|clear-sky|sun)\.ts$/,
  /^upgrades\/(estimate|daylight)\.ts$/,
  /^work-orders\/verification\.ts$/,
  /^commands\/(answer-event|commissioning)\.ts$/,
]
/** Units and marks of the program claim nothing. */
const ofTheProgram =
  /^(MINUTE|HOUR|DAY)(_MS|_MIN)?$|^(RAD|KB|KEY|RAN|J2000_MS|WHOLE_DAY|MOST_ORBITS|MOST_RATINGS|MAX_NUMBER|NO_ANSWER|STILL|STEP_MS|LEARN_MS|NAMED|PHASES)$/
const figure = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b[^=]*= (.*)$/

/** The comment right above a line, or above the lines of figures that it closes. */
const commentAbove = (lines: readonly string[], at: number): string => {
  let line = at - 1
  while (figure.test(lines[line] ?? '')) line--
  const said: string[] = []
  while (/^\s*(\/\*\*|\*|\/\/)/.test(lines[line] ?? '')) said.unshift(lines[line--] ?? '')
  return said.join('\n')
}

/** What follows from another figure has that one's source. */
const follows = (value: string): boolean =>
  [...value.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)].some(([name]) => !ofTheProgram.test(name))

const withoutSource = (source: string): string[] => {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    const [, name = '', value = ''] = figure.exec(line) ?? []
    if (name === '' || ofTheProgram.test(name) || !/\d|\{$/.test(value) || follows(value)) return []
    return /\b(?:Source:|No source\b)/.test(commentAbove(lines, at)) ? [] : [name]
  })
}

const files = readdirSync(domain, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => ofTheField.some((one) => one.test(file)))
  .toSorted()

describe('figures about the field', () => {
  it('sees a figure without a source', () => {
    expect(withoutSource('/** Hot. */\nconst HOT = 75')).toEqual(['HOT'])
    expect(withoutSource('/** Hot. No source: chosen. */\nconst HOT = 75\nconst COLD = 3')).toEqual([])
    expect(withoutSource('const LATER = HOT - 5\nconst WAIT = 5 * MINUTE')).toEqual(['WAIT'])
    expect(withoutSource('/** Source: a paper. */\n\nconst HOT = 75')).toEqual(['HOT'])
  })

  it('finds the files it reads', () => {
    expect(files.length).toBeGreaterThan(40)
    for (const one of ofTheField) expect(files.some((file) => one.test(file))).toBe(true)
  })

  it.each(files)('%s names the source of each, or says that it has none', (file) => {
    expect(withoutSource(readFileSync(`${domain}/${file}`, 'utf8'))).toEqual([])
  })
})
