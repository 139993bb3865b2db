import { useState } from 'react'
import { TextField } from '../../kit/text-field.tsx'

/** Characters of a serial number that are typed to confirm. */
export const SERIAL_END = 4

type SerialEnd = {
  typed: string
  /** What is typed is the end of the serial number. */
  right: boolean
  /** It was not when it was tried. */
  wrong: boolean
  type: (text: string) => void
  /** Whether it is the end of the serial number; where it is not, the field says so. */
  check: () => boolean
}

export const useSerialEnd = (sn: string): SerialEnd => {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const right = typed.trim().toUpperCase() === sn.slice(-SERIAL_END).toUpperCase()
  return {
    typed,
    right,
    wrong,
    type: (text) => {
      setTyped(text)
      setWrong(false)
    },
    check: () => {
      setWrong(!right)
      return right
    },
  }
}

type SerialEndFieldProps = { end: SerialEnd; label: string; help: string; wrong: string; dots?: boolean }

/** Asks for the end of a serial number before something is done that cannot be undone. */
export function SerialEndField({ end, label, help, wrong, dots = false }: SerialEndFieldProps) {
  return (
    <TextField
      label={label}
      toType={help}
      placeholder={dots ? '•'.repeat(SERIAL_END) : undefined}
      value={end.typed}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={SERIAL_END + 4}
      error={end.wrong ? wrong : undefined}
      onChange={(event) => end.type(event.target.value)}
    />
  )
}
