import type { FilePurpose } from '#domain/files/file-types.ts'

/** Where a file goes, and what is said with it. Sent again under its id it is the same file. */
export const fileRequest = (
  { id, purpose, name, type }: { id: string; purpose: FilePurpose; name: string; type: string },
  /** Whom it must come from; anybody who is signed in unless given. */
  personId?: string,
): { url: string; headers: Record<string, string> } => ({
  url: `/api/files/${id}?${new URLSearchParams({ purpose, name }).toString()}`,
  headers: {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    'content-type': type,
    // The server takes it from nobody else.
    ...(personId === undefined ? {} : { 'sunkeeper-person': personId }),
  },
})
