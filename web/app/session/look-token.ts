/**
 * The token of a link that can only look is in the part of the address that no server is sent. It is taken out of it at
 * once: no picture of the screen and no bookmark made later holds it. The session that it opens stays in a cookie.
 */
export const takeLookToken = (): string | null => {
  const [, token = null] = /^#look=([\w-]{1,100})$/.exec(location.hash) ?? []
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** What stands behind the `#` of a link, for a token. */
export const lookHash = (token: string): string => `#look=${token}`
