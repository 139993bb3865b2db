/**
 * Rows in PostgreSQL's binary COPY format (manual, "COPY", section "Binary Format"): a header, then per row a count
 * of fields and each field as length and bytes in the type's send format, then a trailer of -1.
 */

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** PostgreSQL counts time from 2000-01-01. */
const EPOCH_OFFSET_MS = 946_684_800_000
const FLOAT4_OID = 700
const HIGH = 2 ** 32

const real = (value: number): number | null => {
  const single = Math.fround(value)
  return Number.isFinite(single) ? single : null
}

export type BinaryRows = {
  /** Starts a row of `fields` fields; each must then be written once. */
  row: (fields: number) => void
  int2: (value: number | null) => void
  int4: (value: number | null) => void
  /** What a `real` cannot hold (not finite, or beyond 3.4e38) becomes null. */
  float4: (value: number | null) => void
  float8: (value: number | null) => void
  bool: (value: boolean | null) => void
  /** Epoch milliseconds. */
  timestamptz: (value: number) => void
  float4Array: (values: readonly (number | null)[] | null) => void
  jsonb: (value: unknown) => void
  /** The whole message. The writer is used up. */
  end: () => Buffer
}

export const binaryRows = (sizeHint: number): BinaryRows => {
  let bytes = Buffer.allocUnsafe(Math.max(1024, sizeHint))
  let at = HEADER.copy(bytes)

  const room = (needed: number): void => {
    if (at + needed <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + needed))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
  }
  const none = (): void => {
    room(4)
    at = bytes.writeInt32BE(-1, at)
  }
  const float4 = (value: number | null): void => {
    const single = value === null ? null : real(value)
    if (single === null) return none()
    room(8)
    at = bytes.writeInt32BE(4, at)
    at = bytes.writeFloatBE(single, at)
  }

  return {
    row: (fields) => {
      room(2)
      at = bytes.writeInt16BE(fields, at)
    },
    int2: (value) => {
      if (value === null || !Number.isFinite(value)) return none()
      room(6)
      at = bytes.writeInt32BE(2, at)
      at = bytes.writeInt16BE(Math.min(32_767, Math.max(-32_768, Math.round(value))), at)
    },
    int4: (value) => {
      if (value === null) return none()
      room(8)
      at = bytes.writeInt32BE(4, at)
      at = bytes.writeInt32BE(value, at)
    },
    float4,
    float8: (value) => {
      if (value === null || !Number.isFinite(value)) return none()
      room(12)
      at = bytes.writeInt32BE(8, at)
      at = bytes.writeDoubleBE(value, at)
    },
    bool: (value) => {
      if (value === null) return none()
      room(5)
      at = bytes.writeInt32BE(1, at)
      at = bytes.writeUInt8(value ? 1 : 0, at)
    },
    timestamptz: (value) => {
      const micros = (value - EPOCH_OFFSET_MS) * 1000
      const high = Math.floor(micros / HIGH)
      room(12)
      at = bytes.writeInt32BE(8, at)
      at = bytes.writeInt32BE(high, at)
      at = bytes.writeUInt32BE(micros - high * HIGH, at)
    },
    float4Array: (values) => {
      if (values === null || values.length === 0) return none()
      room(24 + values.length * 8)
      const start = at
      at += 4
      at = bytes.writeInt32BE(1, at)
      at = bytes.writeInt32BE(1, at)
      at = bytes.writeInt32BE(FLOAT4_OID, at)
      at = bytes.writeInt32BE(values.length, at)
      at = bytes.writeInt32BE(1, at)
      for (const value of values) float4(value)
      bytes.writeInt32BE(at - start - 4, start)
    },
    jsonb: (value) => {
      if (value === null || value === undefined) return none()
      const text = JSON.stringify(value)
      const length = Buffer.byteLength(text)
      room(5 + length)
      at = bytes.writeInt32BE(length + 1, at)
      at = bytes.writeUInt8(1, at)
      at += bytes.write(text, at, 'utf8')
    },
    end: () => {
      room(2)
      at = bytes.writeInt16BE(-1, at)
      return bytes.subarray(0, at)
    },
  }
}
