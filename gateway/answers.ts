import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { Answering } from './site.ts'

/** A gateway that activates what is behind it asks each device. */
const CARRY_OUT_MS = 2000
/** Answers that wait for their acknowledgement. */
const ANSWERS_KEPT = 200

/** What commands came to: some take the devices a moment, and each is owed until it is acknowledged. */
export interface Answers {
  take(answers: readonly CommandResponse[], now: number, how?: Answering): void
  /** Sends what has become due. */
  tick(now: number): void
  /** After a new connection: sends again what was not acknowledged. */
  resume(): void
  /** Answers that are not out yet. */
  readonly owed: number
}

const isSlow = (answer: CommandResponse): boolean =>
  answer.stage === 'done' && answer.results.some(({ after }) => after?.['activated'] === true)

/** `publish` rejects when the link breaks before the acknowledgement, and resolves to false without a link. */
export function answerBook(
  publish: (answer: CommandResponse) => Promise<boolean>,
  clockFactor: number,
): Answers {
  let later: { at: number; answer: CommandResponse }[] = []
  let owed: CommandResponse[] = []
  const send = async (answer: CommandResponse): Promise<void> => {
    owed = [...owed.slice(-(ANSWERS_KEPT - 1)), answer]
    const acknowledged = await publish(answer).catch(() => false)
    if (acknowledged) owed = owed.filter((one) => one !== answer)
  }
  return {
    take(answers, now, { lateMs, times } = { lateMs: 0, times: 1 }) {
      for (const answer of answers)
        for (let n = 0; n < times; n++) {
          const wait = lateMs + (isSlow(answer) ? CARRY_OUT_MS / clockFactor : 0)
          if (wait > 0) later.push({ at: now + wait, answer })
          else void send(answer)
        }
    },
    get owed() {
      return later.length + owed.length
    },
    tick(now) {
      const due = later.filter(({ at }) => at <= now)
      later = later.filter(({ at }) => at > now)
      for (const { answer } of due) void send(answer)
    },
    resume() {
      for (const answer of owed.splice(0)) void send(answer)
    },
  }
}
