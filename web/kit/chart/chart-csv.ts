/** A file's name of what it holds: letters, digits and hyphens of any script, nothing that a path or a shell reads. */
export const fileName = (parts: readonly string[], extension: 'csv' | 'png'): string => {
  const stem = parts
    .map((part) => part.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, ''))
    .filter((part) => part !== '')
    .join('_')
    .slice(0, 120)
  return `${stem === '' ? 'chart' : stem}.${extension}`
}
