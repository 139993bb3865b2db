import type { Call, Side } from './queued-act.ts'

type Body = Extract<Call, { ifMatch: number }>['body']
type Said = { text: string; pictures: number }

/**
 * What an act says, beside what the server has of the same kind: a report and its pictures beside the report that stands
 * there. A reason or a remark has nothing beside it, and an act that says nothing differs in nothing.
 */
export const actText = (
  { report, reason, remark, images }: Body,
  theirs: Side,
): { mine: Said; theirs: Said } =>
  report === undefined
    ? { mine: { text: reason ?? remark ?? '', pictures: 0 }, theirs: { text: '', pictures: 0 } }
    : {
        mine: { text: report, pictures: images?.length ?? 0 },
        theirs: { text: theirs.text, pictures: theirs.pictures },
      }
