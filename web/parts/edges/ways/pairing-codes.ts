import type { Pairing } from '../edge-view.ts'

/** Codes live in the memory of the open app alone: they are shown once. A reload forgets them; they go on working. */
const codes = new Map<string, Pairing>()

export const pairingCodes = {
  of: (pairingId: string): Pairing | null => codes.get(pairingId) ?? null,
  keep: (pairing: Pairing): void => {
    codes.set(pairing.pairingId, pairing)
  },
}
