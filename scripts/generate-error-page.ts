import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answerableCodes } from '#contract/http/answerable.ts'
import type { RouteKey, RouteSpec } from '#contract/http/route.ts'
import { routes } from '#contract/http/routes.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { errors } from '#domain/errors.ts'

export const errorPageFile = join(import.meta.dirname, '../docs/generated/errors.md')

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Up to so many routes are named; a code of more routes belongs to the mechanism. */
const FEW = 4

const answeredBy = (code: ErrorCode): string => {
  const all = Object.entries(routes) as [RouteKey, RouteSpec][]
  const those = all.filter(([, spec]) => answerableCodes(spec).includes(code)).map(([key]) => `\`${key}\``)
  if (those.length === all.length) return 'every route'
  if (those.length > FEW) return `${those.length} routes`
  // Not tied to a declared route: addresses nobody declared, or a form that finds it before anything is sent.
  return those.length === 0 ? '—' : those.join('<br>')
}

/** One table of every code, its status, its sentences and who answers it. */
export const errorPageText = (): string => {
  const rows = (Object.keys(errors) as ErrorCode[]).map((code) => {
    const { status, en, zh_CN } = errors[code]
    return `| \`${code}\` | ${status} | ${cell(en)} | ${cell(zh_CN)} | ${answeredBy(code)} |`
  })
  return [
    '# Error codes',
    '',
    'Every error answer is `{"error": {"code", "message", "requestId", …}}`. The code is stable; the sentence follows',
    '`Accept-Language`. `field` names the field it concerns, `problems` lists all fields that are wrong, each with its',
    'own code. An answer with `problems` has status 400 whatever the status of its first code is elsewhere.',
    '',
    '| code | status | English | 中文 | answered by |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

export const generateErrorPage = (): void => {
  mkdirSync(dirname(errorPageFile), { recursive: true })
  writeFileSync(errorPageFile, errorPageText())
}

if (import.meta.main) generateErrorPage()
