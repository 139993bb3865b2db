/** A file's text: UTF-8, or what spreadsheet programs in China still write. */
export const textOf = async (file: Blob): Promise<string> => {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** What divides the columns: the sign that the first line has most of. */
export const delimiterOf = (text: string): string => {
  const [head = ''] = text.split(/[\r\n]/, 1)
  const count = (sign: string): number => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const quoted = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A table as text, read back as it was. The mark at its start tells Excel that it is UTF-8. */
export const tableText = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  `\uFEFF${[head, ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`
