/** A report as far as its signature vouches for it. */
export type SignedReport = { text: string; accountId: string }

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()

/** Whether a signature that was given still holds: of the same person, under the same text. */
export const signatureHolds = (before: SignedReport, now: SignedReport): boolean =>
  before.accountId === now.accountId && plain(before.text) === plain(now.text)
