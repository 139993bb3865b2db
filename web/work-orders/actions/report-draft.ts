import type { ChecklistAnswer } from '#domain/work-orders/checklists.ts'
import type { Attachment } from '../../ui/photo/attachments.ts'
import { forgetFiles, ownFile, ownFiles, type OwnFile } from '../../ui/photo/attachments.ts'
import { uploads } from '../../ui/photo/uploads.ts'
import { waiting } from '../../ui/signature/waiting.ts'
import type { Order } from '../use-orders.ts'

/** A report that is being written. Pictures lie beside it, each under the key of its slot. */
export type ReportDraft = {
  v: 1
  report: string
  values: Readonly<Record<string, number | string | null>>
  photos: Readonly<Record<string, Attachment[]>>
  signed: readonly string[]
  images: Attachment[]
  files: Attachment[]
}

export const emptyReport: ReportDraft = {
  v: 1,
  report: '',
  values: {},
  photos: {},
  signed: [],
  images: [],
  files: [],
}

/** A report that was sent back is changed, not written anew: its text and answers; pictures are taken anew. */
export const reportOf = (order: Order): ReportDraft => ({
  ...emptyReport,
  report: order.report?.text ?? '',
  values: Object.fromEntries(
    order.checklist.flatMap(({ key, answer }) => (answer && !answer.file ? [[key, answer.value]] : [])),
  ),
})

export const draftFrom = (kept: unknown): ReportDraft | null =>
  typeof kept === 'object' && kept !== null && 'v' in kept && kept.v === 1
    ? { ...emptyReport, ...(kept as ReportDraft) }
    : null

export const signatureKey = (uploadKey: string, line: string): string => `${uploadKey} signature ${line}`
export const photoKey = (uploadKey: string, line: string): string => `${uploadKey} photo ${line}`

type Line = Order['checklist'][number]
/** What is sent, and the files that it names: those that have not arrived go before it. */
export type Sent = {
  answers: { checklist: ChecklistAnswer[]; images: string[]; files: string[] }
  own: OwnFile[]
}

/** What can be said before the pictures have arrived: for them a stand-in, so that the rules can be asked. */
export const answersOf = (
  lines: readonly Line[],
  draft: ReportDraft,
  fileOf: (line: Line) => string | null,
): ChecklistAnswer[] =>
  lines.map((line) => {
    const picture = line.kind === 'photo' || line.kind === 'signature'
    return {
      key: line.key,
      value: picture ? null : (draft.values[line.key] ?? null),
      fileId: picture ? fileOf(line) : null,
    }
  })

export const hasPicture = (line: Line, draft: ReportDraft): boolean =>
  line.kind === 'signature' ? draft.signed.includes(line.key) : (draft.photos[line.key]?.length ?? 0) > 0

const idsOf = (list: readonly OwnFile[]): string[] => list.map(({ id }) => id)

/** Waits for every picture and document that is under way. null when one of them can never arrive. */
export const sentReport = async (
  uploadKey: string,
  lines: readonly Line[],
  draft: ReportDraft,
): Promise<Sent | null> => {
  const ids = new Map<string, string>()
  const own: OwnFile[] = []
  for (const line of lines) {
    if (!hasPicture(line, draft)) continue
    if (line.kind === 'signature') {
      const key = signatureKey(uploadKey, line.key)
      await waiting.flush(key)
      const file = await ownFile(key, 'order_image')
      if (!file) return null
      ids.set(line.key, file.id)
      own.push(file)
    } else {
      const found = await ownFiles(photoKey(uploadKey, line.key), draft.photos[line.key] ?? [], 'order_image')
      if (!found?.[0]) return null
      ids.set(line.key, found[0].id)
      own.push(...found)
    }
  }
  const images = await ownFiles(uploadKey, draft.images, 'order_image')
  const files = await ownFiles(uploadKey, draft.files, 'order_file')
  if (!images || !files) return null
  const checklist = answersOf(lines, draft, ({ key }) => ids.get(key) ?? null)
  return {
    answers: { checklist, images: idsOf(images), files: idsOf(files) },
    own: [...own, ...images, ...files],
  }
}

/** Sent: nothing of it stays in the phone. */
export const forgetReport = async (uploadKey: string, draft: ReportDraft): Promise<void> => {
  await Promise.all([
    forgetFiles(uploadKey, [...draft.images, ...draft.files]),
    ...Object.entries(draft.photos).map(([line, list]) => forgetFiles(photoKey(uploadKey, line), list)),
    ...draft.signed.map((line) => uploads.forget(signatureKey(uploadKey, line))),
  ])
}
