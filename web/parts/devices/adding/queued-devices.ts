import { draftKey, draftsInHand, readDraft, writeDraft } from '../../../app/data/draft-store.ts'
import { personIdNow } from '../../../app/data/signed-in.ts'
import { readAfter } from '../../../app/live/read-after.ts'
import type { KindsByRoute } from '../../../app/outbox/kind.ts'
import { serverNow } from '../../../kit/time/clock.ts'
import { pathTo } from '../../../paths.ts'
import { addingDraftFrom, newAddingDraft, type AddingDraft } from './adding-draft.ts'

const route = 'POST /api/stations/{stationId}/devices'

/** A list of devices that waits to be added. */
export const queuedDevices: Pick<KindsByRoute, typeof route> = {
  [route]: {
    versionIn: () => null,
    settle: async (_, answer) => {
      void readAfter(route)
      const [first] = answer?.refused ?? []
      if (!answer || !first) return null
      const rows = answer.refused.map(({ id, code }) => ({ id, code }))
      const nobody = { theirs: null, by: null, byAt: null }
      return { status: 409, code: first.code, message: '', at: serverNow(), ...nobody, rows }
    },
    /** The serials that were not taken are on the list again, with the reason beside each. */
    back: async ({ call, refusal }) => {
      const personId = personIdNow()
      if (personId === null) return
      const key = draftKey(personId, `devices ${call.params['stationId'] ?? ''}`)
      await draftsInHand.flush(key)
      const draft: AddingDraft = addingDraftFrom(await readDraft<AddingDraft>(key)) ?? newAddingDraft()
      const codes = new Map((refusal?.rows ?? []).map(({ id, code }) => [id, code]))
      const rows = call.body.devices
        .filter(({ id }) => (codes.size === 0 || codes.has(id)) && !draft.rows.some((row) => row.id === id))
        .map((row) => ({ ...row, checked: null, refused: (codes.get(row.id) ?? null) as 'sn_repeat' | null }))
      await writeDraft(key, { ...draft, attempt: null, rows: [...draft.rows, ...rows] })
      draftsInHand.changed(key)
    },
    page: ({ call }) => pathTo('add-generate-power-device', { stationId: call.params['stationId'] ?? '' }),
  },
}
