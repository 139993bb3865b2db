import type { Language } from '#domain/errors.ts'

export type { Language }

/** A catalogue with the keys of the English one; a test compares the arguments. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> }

/** BCP 47, for Intl, the html element and Accept-Language. */
export const localeOf = (language: Language): 'en' | 'zh-CN' => (language === 'en' ? 'en' : 'zh-CN')

export const languageOf = (locale: string): Language => (locale === 'en' ? 'en' : 'zh_CN')
