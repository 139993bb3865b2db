import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { accountKey } from '#domain/accounts/account-key.ts'
import { isLetIn, splitName } from '#server/features/accounts/let-in.ts'
import { testApp } from './app.ts'
import { testFolder } from './database.ts'
import { testPassword } from './factories/accounts.ts'

const app = await testApp({ now: Date.now() })
const script = fileURLToPath(new URL('../scripts/let-in.ts', import.meta.url))

it('on the machine of the installation, a running server beside it, an account is let in once', async () => {
  const person = await app.newCaller('owner')
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: await testFolder(),
    DATABASE_URL: app.owner.options.connectionString,
  }
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [script, ...args], { env })

  const { stdout } = await run(person.account)
  const [, typed = ''] = /Type as account: {2}(\S+)/.exec(stdout) ?? []
  expect(typed).toMatch(new RegExp(`^${person.account}\\+[0-9A-Z]{5}-[0-9A-Z]{5}$`))
  const signIn = async (account: string) =>
    (await app.request('POST /api/session', { body: { account, password: testPassword } })).status
  const { account, code } = splitName(typed)
  const isOpen = () => isLetIn(app.db, app.now(), accountKey(account), code ?? '')
  expect(await isOpen()).toBe(true)
  expect(await signIn(typed)).toBe(201)
  // Once: from now on the code is worth nothing.
  expect(await isOpen()).toBe(false)

  // A password that is forgotten is made anew, and the old one ends.
  const renewed = (await run(person.account, '--new-password')).stdout
  const [, name = '', password = ''] =
    /Type as account: {2}(\S+)\nand as password: {2}(\S+)\n/.exec(renewed) ?? []
  const enter = async (typedName: string, typedPassword: string) =>
    (await app.request('POST /api/session', { body: { account: typedName, password: typedPassword } })).status
  expect((await person.request('GET /api/me/sessions')).status).toBe(401)
  expect(await enter(person.account, testPassword)).toBe(401)
  expect([await enter(name, password), await enter(person.account, password)]).toEqual([201, 201])

  // What cannot be done is said in a sentence, and ends with a failure.
  await expect(run('nobody-of-that-name')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no account nobody-of-that-name'),
  })
  await expect(run('nobody-of-that-name', '--new-password')).rejects.toMatchObject({ code: 1 })
  await expect(run()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Name the account') })
})
