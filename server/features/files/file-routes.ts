import type { fileRoutes } from '#contract/http/files.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { nameOf } from '../../platform/files/store.ts'
import { removeFile, visibleFile } from './file-store.ts'
import { presentFile } from './present-file.ts'
import { receiveFile } from './receive-file.ts'

export const fileHandlers: Handlers<typeof fileRoutes> = {
  'PUT /api/files/{fileId}': async (call) => {
    const { context, params, query, upload } = call
    const sent = { id: params.fileId, ...query, type: upload.type, body: upload.body }
    return { file: presentFile(await receiveFile(context, call, sent)) }
  },

  'GET /api/files/{fileId}': async ({ context, params, query, who, now }) => {
    const file = (await visibleFile(context.db, who, now, params.fileId)) ?? refuse('not_found')
    const picture = file.width !== null
    const small = picture && query.size === 'thumb'
    return {
      open: () => context.files.store.open(nameOf(file.id, small ? 'thumb' : 'full')),
      type: small ? 'image/jpeg' : file.type,
      name: file.name,
      inline: picture,
    }
  },

  'DELETE /api/files/{fileId}': async (call) => {
    const { context, params, who, now } = call
    await transact(context.db, async (trx) => {
      const file = (await visibleFile(trx, who, now, params.fileId)) ?? refuse('not_found')
      if (file.station_id !== null) refuse('wrong_state')
      await removeFile(trx, file.id, now)
      await recordDone(trx, call, {
        action: 'file.remove',
        objectKind: 'file',
        objectId: file.id,
      })
    })
    return {}
  },
}
