import type { CommandResponse } from '#contract/mqtt/command.ts'

/** A gateway that activates what is behind it asks each device. */
const CARRY_OUT_MS = 2000
/** Answers that wait for their acknowledgement. */
const ANSWERS_KEPT = 200

/** What commands came to: some take the devices a moment, and each is owed until it is acknowledged. */
export interface Answers {
  take(answers: readonly CommandResponse[], now: number): void
  /** Sends what has become due. */
  tick(now: number): void
  /** After a new connection: sends again what was not acknowledged. */
  resume(): void
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
    take(answers, now) {
      for (const answer of answers)
        if (isSlow(answer)) later.push({ at: now + CARRY_OUT_MS / clockFactor, answer })
        else void send(answer)
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
