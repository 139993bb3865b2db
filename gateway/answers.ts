import type { CommandResponse } from '#contract/mqtt/command.ts'
import type { Answering } from './site.ts'

/** A gateway that activates what is behind it asks each device. */
const CARRY_OUT_MS = 2000
/** Answers that wait for their acknowledgement, and results kept for repeated ids. No source: chosen. */
const ANSWERS_KEPT = 200

/** What must not be forgotten of commands: which answers are owed, and how those given before ended. */
export interface CommandMemory {
  /** The answer waits for its acknowledgement. */
  owe(answer: CommandResponse): void
  /** It has been acknowledged. */
  settle(answer: CommandResponse): void
  /** Oldest first. */
  owed(): readonly CommandResponse[]
  /** How a command ended that comes again. */
  remember(answer: CommandResponse): void
  ended(id: string): CommandResponse | null
}

/** A memory that is gone with the process. */
export function commandMemory(): CommandMemory {
  let owed: CommandResponse[] = []
  const answered = new Map<string, CommandResponse>()
  return {
    owe(answer) {
      owed = [...owed.slice(1 - ANSWERS_KEPT), answer]
    },
    settle(answer) {
      owed = owed.filter((one) => one !== answer)
    },
    owed: () => owed,
    remember(answer) {
      answered.set(answer.id, answer)
      const oldest = answered.keys().next()
      if (answered.size > ANSWERS_KEPT && !oldest.done) answered.delete(oldest.value)
    },
    ended: (id) => answered.get(id) ?? null,
  }
}

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
  memory: CommandMemory = commandMemory(),
): Answers {
  let later: { at: number; answer: CommandResponse }[] = []
  const deliver = async (answer: CommandResponse): Promise<void> => {
    const acknowledged = await publish(answer).catch(() => false)
    if (acknowledged) memory.settle(answer)
  }
  const send = (answer: CommandResponse): void => {
    memory.owe(answer)
    void deliver(answer)
  }
  return {
    take(answers, now, { lateMs, times } = { lateMs: 0, times: 1 }) {
      for (const answer of answers)
        for (let n = 0; n < times; n++) {
          const wait = lateMs + (isSlow(answer) ? CARRY_OUT_MS / clockFactor : 0)
          if (wait > 0) later.push({ at: now + wait, answer })
          else send(answer)
        }
    },
    get owed() {
      return later.length + memory.owed().length
    },
    tick(now) {
      const due = later.filter(({ at }) => at <= now)
      later = later.filter(({ at }) => at > now)
      for (const { answer } of due) send(answer)
    },
    resume() {
      for (const answer of memory.owed()) void deliver(answer)
    },
  }
}
