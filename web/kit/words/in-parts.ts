/** What there is of several parts in one line. It breaks behind a dot between two of them, never before. */
export const inParts = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join('\u00a0· ')
