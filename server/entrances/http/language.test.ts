import { expect, it } from 'vitest'
import { languagesFor, wishedLanguage } from './language.ts'

it.each([
  [undefined, null],
  ['', null],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['EN-gb', 'en'],
  ['de-DE,de;q=0.9,en;q=0.7', 'en'],
  ['de,fr', null],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh_CN'],
  ['en;q=0.3,zh;q=0.9', 'zh_CN'],
  ['en;q=0', null],
  ['eng, enx', null],
  ['*', null],
] as const)('reads %j as %s', (header, language) => {
  expect(wishedLanguage(header)).toBe(language)
})

it.each([
  [undefined, 'zh_CN', ['zh_CN', 'en']],
  ['*', 'zh_CN', ['zh_CN', 'en']],
  ['de', 'zh_CN', ['zh_CN', 'en']],
  ['*', 'en', ['en']],
  [undefined, 'en', ['en']],
  ['zh-CN', 'en', ['zh_CN']],
  ['en', 'zh_CN', ['en']],
] as const)('for %j an installation in %s says it in %j', (header, own, languages) => {
  expect(languagesFor(header, own)).toEqual(languages)
})
