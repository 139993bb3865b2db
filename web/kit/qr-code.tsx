import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Light squares around the code: readers want four (ISO/IEC 18004). */
const QUIET = 4

type QrCodeProps = {
  /** What it holds; up to 2331 bytes. */
  text: string
  /** What it is, for who cannot see it. */
  label: string
}

/** A text as a QR code: dark on light in each theme, as some readers take nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size: squares } = encode(text, { ecc: 'M', border: QUIET })
    // Neighbours in a line become one stroke, so that no hairline shows between them.
    const lines = data.map((line, y) =>
      [
        ...line
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ]
        .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
        .join(''),
    )
    return { size: squares, path: lines.join('') }
  }, [text])
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
