import type { DeviceReport } from '../engine/reading.ts'

/** What a line of an answer on the wire may have, characters, and how many lines. */
const LONGEST = 280
const MOST_LINES = 200
/** Room for all of them in one message, bytes. */
const BYTES = 50_000

/** Registers for support, a line each: address, hex, as a number. */
export const printWords = (from: number, words: ArrayLike<number>): string[] =>
  Array.from(words, (word, index) => `${from + index} ${word.toString(16).padStart(4, '0')} ${word}`)

/** A report for support: what was read of each device, as JSON that goes on from line to line. */
export const printReport = (report: DeviceReport): string[] => {
  const lines = report.readings
    .map((reading) => JSON.stringify({ ...reading, controls: undefined }).toWellFormed())
    .flatMap((text) => text.match(new RegExp(`.{1,${LONGEST}}`, 'gsu')) ?? [])
  let room = BYTES
  return lines.slice(0, MOST_LINES).filter((line) => (room -= Buffer.byteLength(line) + 8) > 0)
}
