import type { Request } from './pdu.ts'

/** What was sent, and what its answer is known by. */
export type Asked = { unit: number; request: Request; frame: Buffer }

/** What stands at the beginning of what came: an answer to what was asked, nothing whole yet, or something else. */
export type Taken =
  | { kind: 'answer'; pdu: Buffer }
  /** Wait for more. */
  | { kind: 'part' }
  /** No answer to this: so many bytes are passed over. `says`: what is told when nothing better comes. */
  | { kind: 'other'; bytes: number; says: string }
  /** It cannot become an answer: a sentence without its subject. */
  | { kind: 'garbled'; says: string }

/** How a request is packed for a line, and an answer found in what comes. */
export type Framing = {
  pack: (unit: number, request: Request) => Asked
  take: (asked: Asked, came: Buffer) => Taken
}
