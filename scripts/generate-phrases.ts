import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const phrasesFile = join(import.meta.dirname, '../docs/generated/phrases.md')
const folder = join(import.meta.dirname, '../web/app/phrases')

type Tree = { readonly [key: string]: string | Tree }
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  )
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const wordsOf = async (language: string, file: string): Promise<Map<string, string>> => {
  const module = (await import(pathToFileURL(join(folder, language, file)).href)) as Record<string, Tree>
  return new Map(Object.values(module).flatMap((tree) => flat(tree)))
}

/** Every phrase of the app in both languages side by side, for whoever reviews the wording. */
export const phrasesText = async (): Promise<string> => {
  const parts = ['# All phrases\n\nMade from `web/app/phrases` by `npm run generate`.\n']
  for (const file of readdirSync(join(folder, 'en')).toSorted()) {
    const [en, zh] = await Promise.all([wordsOf('en', file), wordsOf('zh_CN', file)])
    const rows = [...en].map(([key, text]) => `| ${key} | ${cell(text)} | ${cell(zh.get(key) ?? '')} |`)
    parts.push(
      `\n## ${file.replace('.ts', '')}\n\n| key | English | 中文 |\n|---|---|---|\n${rows.join('\n')}\n`,
    )
  }
  return parts.join('')
}

export const generatePhrases = async (): Promise<void> => {
  mkdirSync(dirname(phrasesFile), { recursive: true })
  writeFileSync(phrasesFile, await phrasesText())
}

if (import.meta.main) await generatePhrases()
