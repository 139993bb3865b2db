import type { AppPath } from '../../kit/navigation/app-path.ts'
import type { Answer } from '../data/call-types.ts'
import type { ActRefusal, Call, QueuedAct } from './queued-act.ts'
import type { Kinds } from './send-all.ts'

type CallTo<R extends Call['route']> = Extract<Call, { route: R }>
export type ActOf<R extends Call['route']> = QueuedAct & { call: CallTo<R> }

/** What a feature says of an act that may wait: how it is sent, and what becomes of it. */
export type Kind<R extends Call['route']> = {
  /** The version that an answer brings for what follows; null where nothing is counted. */
  versionIn: (answer: Answer<R>) => number | null
  /** Before it leaves the queue, with its answer where there was one: what of it was not taken keeps it there. */
  settle: (act: ActOf<R>, answer: Answer<R> | null) => Promise<ActRefusal | null>
  /** How it stands on the server, or that it was done after all; without this, as it was refused. */
  explain?: (act: ActOf<R>, refusal: ActRefusal, personId: string) => ReturnType<Kinds['explain']>
  /** Taken back: what lies in the form again beside its draft. */
  back?: (act: ActOf<R>) => Promise<void>
  /** Where its form is; null: nowhere. */
  page: (act: ActOf<R>) => AppPath | null
}
export type KindsByRoute = { [R in Call['route']]: Kind<R> }

/** The kind of an act; it is given that very act. */
export type AnyKind = Kind<Call['route']>
export const kindIn = (kinds: KindsByRoute, { call }: QueuedAct): AnyKind =>
  kinds[call.route] as unknown as AnyKind
