/** What is compared when two account names are the same: NFKC, trimmed, lower case. */
export const accountKey = (account: string): string => account.normalize('NFKC').trim().toLowerCase()
