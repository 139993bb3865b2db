/** Clipboard access needs HTTPS; on plain http the old way still works from a press. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    area.style.opacity = '0'
    // Inside an open dialog everything beside it is inert.
    const within = document.activeElement?.closest('dialog') ?? document.body
    within.append(area)
    area.select()
    try {
      return document.execCommand('copy')
    } catch {
      return false
    } finally {
      area.remove()
    }
  }
}

/**
 * The same with a text that is still to be read, which some browsers want to hear of within the press. Reading that
 * fails fails this; false: the browser does not give the clipboard.
 */
export const copyLater = async (read: () => Promise<string>): Promise<boolean> => {
  const text = read()
  try {
    const blob = text.then((csv) => new Blob([csv], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return copyText(await text)
  }
}
