import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { record } from '../../platform/audit/audit.ts'
import { shownAddress } from './webhook-store.ts'

const { db, owner } = await testDatabase()
const now = Date.UTC(2026, 5, 21, 4)
const migration = readFileSync(
  new URL('../../platform/db/migrations/0171_log_without_passwords.sql', import.meta.url),
  'utf8',
)

it('T4: entries about webhooks that an older version wrote lose the passwords in their addresses, and nothing else', async () => {
  const urls = [
    'https://hook:password@sun.example/in',
    'https://hook:p@ss:w0rd@sun.example:8443/in?a=b@c',
    'https://:alone@sun.example/',
    'https://token@sun.example/in',
    'https://sun.example:8443/in/a:b@c?x=y:z@w',
    'https://sun.example/?to=a:b@c',
  ]
  for (const url of urls)
    await record(db, {
      at: now,
      action: 'webhook.create',
      result: 'done',
      detail: { url, events: ['alarm'] },
    })
  const other = { url: 'https://not:secret@sun.example/' }
  await record(db, { at: now, action: 'package.upload', result: 'done', detail: other })
  await owner.query(migration)
  await owner.query(migration)
  const rows = await db.selectFrom('audit').select('detail').orderBy('id').execute()
  expect(rows.map(({ detail }) => detail)).toEqual([
    ...urls.map((url) => ({ url: shownAddress(url), events: ['alarm'] })),
    other,
  ])
})
