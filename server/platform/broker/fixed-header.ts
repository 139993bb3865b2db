export const packetTypes = { connect: 1, publish: 3, subscribe: 8 } as const

export type FixedHeader = { type: number; qos: number; totalBytes: number }

/**
 * The first bytes of an MQTT packet (3.1.1, section 2.2): type, flags and how long the whole packet will be.
 * `incomplete` asks for more bytes, `malformed` is a length of more than four bytes.
 */
export function readFixedHeader(bytes: Uint8Array): FixedHeader | 'incomplete' | 'malformed' {
  const first = bytes[0]
  if (first === undefined) return 'incomplete'
  let remaining = 0
  for (let index = 1; index <= 4; index += 1) {
    const byte = bytes[index]
    if (byte === undefined) return 'incomplete'
    remaining += (byte & 0x7f) * 128 ** (index - 1)
    if ((byte & 0x80) === 0) {
      return { type: first >> 4, qos: (first >> 1) & 3, totalBytes: 1 + index + remaining }
    }
  }
  return 'malformed'
}
