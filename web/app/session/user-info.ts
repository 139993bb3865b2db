import type { Answer } from '../data/call-types.ts'
import { localStore } from '../../kit/local-store.ts'

export type Session = Answer<'GET /api/session'>
export type Person = NonNullable<Session['person']>

type UserInfo = Pick<Person, 'id' | 'name' | 'account' | 'roles' | 'permissions' | 'company'>

/** Far more than any person's rights and names take. */
const LONGEST = 16_384

/**
 * Local storage holds exactly `platform`, `userInfo` and `lang`. `userInfo` is for display alone: the server decides
 * by its own session on every call. It is the empty string when nobody is signed in.
 */
export const keepUserInfo = (person: Person | null): void => {
  if (!person) return localStore.write('userInfo', '')
  const { id, name, account, roles, permissions, company } = person satisfies UserInfo
  localStore.write('userInfo', JSON.stringify({ id, name, account, roles, permissions, company }))
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 200 && value.every(isText)

const isCompany = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' && 'id' in value && isText(value.id) && 'name' in value && isText(value.name))

/** Whether a text is what `keepUserInfo` writes of somebody. */
const isUserInfo = (text: string): boolean => {
  if (text.length > LONGEST) return false
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const own = new Map(Object.entries(value))
    return (
      ['id', 'name', 'account'].every((name) => isText(own.get(name))) &&
      isTexts(own.get('roles')) &&
      isTexts(own.get('permissions')) &&
      isCompany(own.get('company')) &&
      own.size === 6
    )
  } catch {
    return false
  }
}

/** At the start: what somebody or something else wrote into `userInfo` becomes the empty string. */
export const tidyUserInfo = (): void => {
  const kept = localStore.read('userInfo')
  if (kept !== null && kept !== '' && !isUserInfo(kept)) localStore.write('userInfo', '')
}

export const keepPlatform = (platform: string): void => localStore.write('platform', platform)
