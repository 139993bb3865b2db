import type { Person } from './session.ts'

/**
 * Local storage holds exactly `platform`, `userInfo` and `lang`. `userInfo` is for display alone: the server decides
 * by its own session on every call. It is the empty string when nobody is signed in.
 */
export const keepUserInfo = (person: Person | null): void => {
  try {
    if (!person) localStorage.setItem('userInfo', '')
    else {
      const { id, name, account, roles, permissions, company } = person
      localStorage.setItem('userInfo', JSON.stringify({ id, name, account, roles, permissions, company }))
    }
  } catch {
    // Nothing depends on it.
  }
}

export const keepPlatform = (platform: string): void => {
  try {
    localStorage.setItem('platform', platform)
  } catch {
    // Nothing depends on it.
  }
}
