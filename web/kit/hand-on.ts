/** Opens the phone's own sheet to hand something on. False where that failed; whoever closes the sheet has not failed. */
export const handOn = async (what: ShareData): Promise<boolean> => {
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
