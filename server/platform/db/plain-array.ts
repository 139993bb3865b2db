/**
 * PostgreSQL's array text (manual, "Array Input and Output") of values that need no quoting of their own: numbers,
 * instants, quoted words. The driver's own way looks at every character of every element.
 */
export const plainArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`

/** Epoch milliseconds as text that PostgreSQL reads as the same instant. Neighbours are often equal. */
export const instants = (values: readonly number[]): string[] => {
  let before = Number.NaN
  let text = ''
  return values.map((value) => {
    if (value !== before) text = new Date(value).toISOString()
    before = value
    return text
  })
}

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
