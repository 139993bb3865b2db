/** Type 3, at least once, not retained (MQTT 3.1.1, section 3.3). */
const PLAIN = 0x32
/** Sent before, which says nothing: what came before is known by what is in it. */
const DUP = 0x08

/** `topic`: as bytes, a character each; `id`: what its acknowledgement names. */
export type PlainPublish = { topic: string; id: number; payload: Buffer }

/** What a whole packet says, when it is such a one; null = of another kind, or not as it has to be. */
export const readPlainPublish = (packet: Buffer): PlainPublish | null => {
  if (((packet[0] ?? 0) & ~DUP) !== PLAIN) return null
  let at = 1
  while (((packet[at] ?? 0) & 0x80) !== 0) at += 1
  at += 1
  if (at + 2 > packet.length) return null
  const topicEnd = at + 2 + packet.readUInt16BE(at)
  if (topicEnd + 2 > packet.length) return null
  const id = packet.readUInt16BE(topicEnd)
  if (id === 0) return null
  return { topic: packet.toString('latin1', at + 2, topicEnd), id, payload: packet.subarray(topicEnd + 2) }
}

/** Acknowledgements of messages, one after the other (section 3.4). */
export const acknowledgementsOf = (ids: readonly number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(4 * ids.length)
  for (const [index, id] of ids.entries()) {
    bytes.writeUInt16BE(0x4002, 4 * index)
    bytes.writeUInt16BE(id, 4 * index + 2)
  }
  return bytes
}
