/**
 * Rows in PostgreSQL's binary COPY format (manual, "COPY", section "Binary Format"): a header, then per row a count
 * of fields and each field as length and bytes in the type's send format, then a trailer of -1.
 */

import { setInstant, setInt64 } from '../../platform/db/binary-array.ts'

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const FLOAT4_OID = 700

const real = (value: number): number | null => {
  const single = Math.fround(value)
  return Number.isFinite(single) ? single : null
}

/** Values by name; what is absent is null. */
type Said = { readonly [name: string]: unknown }

export type BinaryRows = {
  /** Starts a row of `fields` fields; each must then be written once. */
  row: (fields: number) => void
  int2: (value: number | null) => void
  int4: (value: number | null) => void
  /** A whole number of up to 53 bits. */
  int8: (value: number) => void
  text: (value: string) => void
  /** What a `real` cannot hold (not finite, or beyond 3.4e38) becomes null. */
  float4: (value: number | null) => void
  /** Each of these names; a call for each value would make an object of it. */
  float4s: (values: Said, names: readonly string[]) => void
  float8s: (values: Said, names: readonly string[]) => void
  bool: (value: boolean | null) => void
  /** Epoch milliseconds. */
  timestamptz: (value: number) => void
  float4Array: (values: readonly (number | null)[] | null) => void
  jsonb: (value: unknown) => void
  bytea: (value: Uint8Array | null) => void
  /** The whole message. The writer is used up. */
  end: () => Buffer
}

/** Bytes that a row of fixed fields never reaches; what varies makes room for itself. */
const ROW_BYTES = 1024

export const binaryRows = (sizeHint: number): BinaryRows => {
  let bytes = Buffer.allocUnsafeSlow(Math.max(ROW_BYTES * 2, sizeHint))
  let view = new DataView(bytes.buffer)
  let at = HEADER.copy(bytes)

  /** Sees to `needed` bytes and a row beside them, so that fixed fields need not ask one by one. */
  const room = (needed: number): void => {
    if (at + needed + ROW_BYTES <= bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, at + needed + ROW_BYTES))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
    view = new DataView(bytes.buffer)
  }
  const none = (): void => {
    view.setInt32(at, -1)
    at += 4
  }
  const float4 = (value: number | null): void => {
    const single = value === null ? null : real(value)
    if (single === null) return none()
    view.setInt32(at, 4)
    view.setFloat32(at + 4, single)
    at += 8
  }

  return {
    row: (fields) => {
      room(0)
      view.setInt16(at, fields)
      at += 2
    },
    int2: (value) => {
      if (value === null || !Number.isFinite(value)) return none()
      view.setInt32(at, 2)
      view.setInt16(at + 4, Math.min(32_767, Math.max(-32_768, Math.round(value))))
      at += 6
    },
    int4: (value) => {
      if (value === null) return none()
      view.setInt32(at, 4)
      view.setInt32(at + 4, value)
      at += 8
    },
    float4,
    int8: (value) => {
      view.setInt32(at, 8)
      setInt64(view, at + 4, value)
      at += 12
    },
    float4s: (values, names) => {
      let to = at
      const into = view
      for (const name of names) {
        const value = values[name]
        const single = typeof value === 'number' ? Math.fround(value) : Number.NaN
        if (Number.isFinite(single)) {
          into.setInt32(to, 4)
          into.setFloat32(to + 4, single)
          to += 8
        } else {
          into.setInt32(to, -1)
          to += 4
        }
      }
      at = to
    },
    float8s: (values, names) => {
      let to = at
      const into = view
      for (const name of names) {
        const value = values[name]
        if (typeof value === 'number' && Number.isFinite(value)) {
          into.setInt32(to, 8)
          into.setFloat64(to + 4, value)
          to += 12
        } else {
          into.setInt32(to, -1)
          to += 4
        }
      }
      at = to
    },
    bool: (value) => {
      if (value === null) return none()
      view.setInt32(at, 1)
      view.setUint8(at + 4, value ? 1 : 0)
      at += 5
    },
    timestamptz: (value) => {
      view.setInt32(at, 8)
      setInstant(view, at + 4, value)
      at += 12
    },
    float4Array: (values) => {
      if (values === null || values.length === 0) return none()
      room(24 + values.length * 8)
      const start = at
      view.setInt32(at + 4, 1)
      view.setInt32(at + 8, 1)
      view.setInt32(at + 12, FLOAT4_OID)
      view.setInt32(at + 16, values.length)
      view.setInt32(at + 20, 1)
      at += 24
      for (const value of values) float4(value)
      view.setInt32(start, at - start - 4)
    },
    jsonb: (value) => {
      if (value === null || value === undefined) return none()
      const text = JSON.stringify(value)
      // No character of UTF-16 takes more than three bytes.
      room(5 + text.length * 3)
      const length = bytes.write(text, at + 5, 'utf8')
      view.setInt32(at, length + 1)
      view.setUint8(at + 4, 1)
      at += 5 + length
    },
    text: (value) => {
      room(4 + value.length * 3)
      const length = bytes.write(value, at + 4, 'utf8')
      view.setInt32(at, length)
      at += 4 + length
    },
    bytea: (value) => {
      if (value === null) return none()
      room(4 + value.length)
      view.setInt32(at, value.length)
      bytes.set(value, at + 4)
      at += 4 + value.length
    },
    end: () => {
      room(2)
      view.setInt16(at, -1)
      at += 2
      return bytes.subarray(0, at)
    },
  }
}
