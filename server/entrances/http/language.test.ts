import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  [undefined, 'zh_CN'],
  ['', 'zh_CN'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['EN-gb', 'en'],
  ['de-DE,de;q=0.9,en;q=0.7', 'en'],
  ['de,fr', 'zh_CN'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh_CN'],
  ['en;q=0.3,zh;q=0.9', 'zh_CN'],
  ['en;q=0', 'zh_CN'],
  ['eng, enx', 'zh_CN'],
  ['*', 'zh_CN'],
] as const)('reads %j as %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
