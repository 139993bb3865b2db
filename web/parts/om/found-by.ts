import type { Finding, Reason } from './use-attention.ts'

/** Serials compare without case and without what scanners and people put between the characters. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')

/** The findings of a reason whose name, serial or station contains what was typed; the order stays. */
export const foundBy = (
  devices: readonly Finding[],
  { reason, search }: { reason?: Reason | undefined; search?: string | undefined },
): Finding[] => {
  const wanted = plain(search ?? '')
  return devices.filter(
    (one) =>
      (reason === undefined || one.reason === reason) &&
      [one.name, one.sn, one.stationName].some((text) => plain(text).includes(wanted)),
  )
}
