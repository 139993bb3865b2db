import type { ChecklistAnswer } from '#domain/work-orders/checklists.ts'
import type { FilePurpose } from '#domain/files/file-types.ts'
import { signatureHolds } from '#domain/work-orders/signatures.ts'
import type { QueuedFile } from '../../../app/outbox/queued-act.ts'
import {
  forgetFiles,
  lostFiles,
  ownFile,
  storedSlot,
  uploadOf,
  type Attachment,
} from '../../../app/photo/attachments.ts'
import type { StoredFile } from '../../../app/photo/stored-files.tsx'
import { uploads } from '../../../app/photo/uploads.ts'
import { waiting } from '../../../app/signature/waiting.ts'
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
  /** What this person has signed before, and the text it was written under; null when there is none. */
  before: { text: string; signatures: Readonly<Record<string, StoredFile>> } | null
}

export const emptyReport: ReportDraft = {
  v: 1,
  report: '',
  values: {},
  photos: {},
  signed: [],
  images: [],
  files: [],
  before: null,
}

const filesAt = (order: Order, kind: Line['kind']): [string, StoredFile][] =>
  order.checklist.flatMap((line) =>
    line.kind === kind && line.answer?.file ? [[line.key, line.answer.file]] : [],
  )

/**
 * A report that came back is changed, not written anew: text, answers, pictures and documents are there. A signature is
 * its writer's alone, and holds under the same text.
 */
export const reportOf = (order: Order, personId: string): ReportDraft => {
  const { report } = order
  return {
    ...emptyReport,
    report: report?.text ?? '',
    values: Object.fromEntries(
      order.checklist.flatMap(({ key, answer }) => (answer && !answer.file ? [[key, answer.value]] : [])),
    ),
    photos: Object.fromEntries(filesAt(order, 'photo').map(([key, file]) => [key, [storedSlot(file)]])),
    images: report?.images.map(storedSlot) ?? [],
    files: report?.files.map(storedSlot) ?? [],
    before:
      report?.by.id === personId
        ? { text: report.text, signatures: Object.fromEntries(filesAt(order, 'signature')) }
        : null,
  }
}

/** The signature of before, while the text is the one that it was written under. */
export const heldSignature = ({ key }: Pick<Line, 'key'>, draft: ReportDraft): StoredFile | null => {
  const { before, report } = draft
  const file = before?.signatures[key]
  if (!before || !file) return null
  const accountId = ''
  return signatureHolds({ text: before.text, accountId }, { text: report, accountId }) ? file : null
}

/** There was one, and the text has changed since. */
export const isStale = (line: Pick<Line, 'key'>, draft: ReportDraft): boolean =>
  draft.before?.signatures[line.key] !== undefined && heldSignature(line, draft) === null

/** What waits on the phone is changed like what has come back: its signature holds under the text that goes with it. */
export const asSent = (draft: ReportDraft, { signatures }: Sent): ReportDraft => ({
  ...draft,
  before: { text: draft.report, signatures },
  signed: [],
})

export const draftFrom = (kept: unknown): ReportDraft | null =>
  typeof kept === 'object' && kept !== null && 'v' in kept && kept.v === 1
    ? { ...emptyReport, ...(kept as ReportDraft) }
    : null

/** What the draft of a report is called among those of a person. */
export const reportKey = (orderId: string): string => `report ${orderId}`

export const signatureKey = (uploadKey: string, line: string): string => `${uploadKey} signature ${line}`
export const photoKey = (uploadKey: string, line: string): string => `${uploadKey} photo ${line}`

type Line = Order['checklist'][number]
/** What is sent, and the files that it names: those that have not arrived go before it. */
export type Sent = {
  answers: { checklist: ChecklistAnswer[]; images: string[]; files: string[] }
  own: QueuedFile[]
  signatures: Readonly<Record<string, StoredFile>>
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
  line.kind === 'signature'
    ? draft.signed.includes(line.key) || heldSignature(line, draft) !== null
    : (draft.photos[line.key]?.length ?? 0) > 0

/** Whether a line is filled in; a number that is none is not. */
export const isAnswered = (line: Line, draft: ReportDraft): boolean => {
  if (line.kind === 'photo' || line.kind === 'signature') return hasPicture(line, draft)
  const value = draft.values[line.key] ?? null
  return value !== null && value !== '' && !Number.isNaN(value)
}

const purposeOf = { images: 'order_image', files: 'order_file' } as const

type Named = { ids: string[]; own: QueuedFile[] }

/** A list by its ids, and what of it is on the phone alone. null when one of them can never arrive. */
const named = async (
  uploadKey: string,
  list: readonly Attachment[],
  purpose: FilePurpose,
): Promise<Named | null> => {
  const found: Named = { ids: [], own: [] }
  for (const one of list) {
    const file = one.stored === undefined ? await ownFile(uploadOf(uploadKey, one), purpose) : null
    const id = one.stored ?? file?.id
    if (id === undefined) return null
    found.ids.push(id)
    if (file) found.own.push({ ...file, name: one.name })
  }
  return found
}

/** The signature as it was written now, or as it still holds. */
const signatureOf = async (
  uploadKey: string,
  line: Line,
  draft: ReportDraft,
): Promise<{ file: StoredFile; own: QueuedFile[] } | null> => {
  const held = heldSignature(line, draft)
  if (!draft.signed.includes(line.key) && held) {
    const { id, name, kept } = held
    // Of a report that waits on the phone: it goes with this one if that one does not.
    return {
      file: held,
      own: kept === undefined ? [] : [{ id, name, purpose: 'order_image', kept, sent: false }],
    }
  }
  const key = signatureKey(uploadKey, line.key)
  await waiting.flush(key)
  const file = await ownFile(key, 'order_image')
  return file && { file: { id: file.id, name: '', kept: file.kept }, own: [file] }
}

/** What of it can never arrive as it stands, by name. */
export const lostOf = (uploadKey: string, draft: ReportDraft): string[] => [
  ...Object.entries(draft.photos).flatMap(([line, list]) => lostFiles(photoKey(uploadKey, line), list)),
  ...lostFiles(uploadKey, [...draft.images, ...draft.files]),
]

/** Waits for every picture and document that is under way. null when one of them can never arrive. */
export const sentReport = async (
  uploadKey: string,
  lines: readonly Line[],
  draft: ReportDraft,
): Promise<Sent | null> => {
  const ids = new Map<string, string>()
  const own: QueuedFile[] = []
  const signatures: Record<string, StoredFile> = {}
  for (const line of lines) {
    if (!hasPicture(line, draft)) continue
    if (line.kind === 'signature') {
      const signature = await signatureOf(uploadKey, line, draft)
      if (!signature) return null
      ids.set(line.key, signature.file.id)
      signatures[line.key] = signature.file
      own.push(...signature.own)
    } else {
      const photo = await named(photoKey(uploadKey, line.key), draft.photos[line.key] ?? [], purposeOf.images)
      if (photo?.ids[0] === undefined) return null
      ids.set(line.key, photo.ids[0])
      own.push(...photo.own)
    }
  }
  const images = await named(uploadKey, draft.images, purposeOf.images)
  const files = await named(uploadKey, draft.files, purposeOf.files)
  if (!images || !files) return null
  const checklist = answersOf(lines, draft, ({ key }) => ids.get(key) ?? null)
  return {
    answers: { checklist, images: images.ids, files: files.ids },
    own: [...own, ...images.own, ...files.own],
    signatures,
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
