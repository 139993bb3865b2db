/** Hands a file over to be kept on this device. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  // Browsers read it after the press has been dealt with.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Hands a table over, as CSV. */
export const saveTable = (csv: string, name: string): void =>
  saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name)
