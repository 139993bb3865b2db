/** Lines that are kept for `diagnose`. No source: chosen. */
const KEPT = 1_000
/** As much as a line of an answer may have. */
const LONGEST = 280

/** What an edge says of itself: to whoever started it, and its last lines to whoever asks. Never a secret. */
export const createEdgeLog = (write: (line: string) => void, now: () => number) => {
  let lines: string[] = []
  return {
    say: (text: string): void => {
      const printable = text.replace(/\p{Cc}+/gu, ' ').toWellFormed()
      const line = `${new Date(now()).toISOString()} ${printable}`.slice(0, LONGEST)
      lines = [...lines.slice(1 - KEPT), line]
      write(line)
    },
    last: (count: number): readonly string[] => lines.slice(-count),
  }
}

export type EdgeLog = ReturnType<typeof createEdgeLog>
