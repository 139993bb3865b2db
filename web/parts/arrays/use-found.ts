import { useState } from 'react'
import type { Member } from './site.ts'

type Found = {
  typed: string
  type: (text: string) => void
  /** Those whose serial number or name holds what was typed. */
  found: Member[]
  /** The first of them, as many as may be shown, and how many are left. */
  shown: Member[]
  left: number
}

/** Devices of an array that are looked for by typing. */
export const useFound = (members: readonly Member[], shownAtMost: number): Found => {
  const [typed, type] = useState('')
  const wanted = typed.trim().toUpperCase()
  const found = members.filter(({ sn, name }) => `${sn} ${name}`.toUpperCase().includes(wanted))
  return {
    typed,
    type,
    found,
    shown: found.slice(0, shownAtMost),
    left: Math.max(0, found.length - shownAtMost),
  }
}
