// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

/** Who may see and change what: tenancy, permissions, sessions. */
export const access: readonly Protection[] = [
  {
    row: 'Z1',
    without: 'the condition of tenancy on stations',
    edits: [
      {
        file: 'server/features/accounts/scope.ts',
        find: "if (who.role === 'administrator') return alive",
        put: 'return alive',
      },
    ],
    tests: ['tests/routes.db.test.ts'],
  },
  {
    row: 'Z2',
    without: 'the refusal of a list with one foreign station in it',
    edits: [
      {
        file: 'server/entrances/live/live-routes.ts',
        find: 'const allowed = await seesAll(context.db, who, body.stations, now)',
        put: 'const allowed = body.stations.length !== 1 || (await seesAll(context.db, who, body.stations, now))',
      },
    ],
    tests: ['tests/trust/crawl.db.test.ts'],
  },
  {
    row: 'Z3',
    without: 'the refusal of an owner or company in the address',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: "if (unknown !== undefined) throw new Refusal('unknown_field', { field: unknown.slice(0, 200) })",
        put: '',
      },
    ],
    tests: ['tests/trust/crawl.db.test.ts'],
  },
  {
    row: 'Z5',
    without: 'the condition of tenancy on stations',
    edits: [
      {
        file: 'server/features/accounts/scope.ts',
        find: "if (who.role === 'administrator') return alive",
        put: 'return alive',
      },
    ],
    tests: ['tests/trust/crawl.db.test.ts'],
  },
  {
    row: 'T4',
    without: 'the word that no company is none',
    edits: [
      {
        file: 'domain/accounts/same-company.ts',
        find: "typeof one === 'string' && one === other",
        put: 'one === other',
      },
    ],
    tests: ['domain/accounts/same-company.test.ts', 'tests/trust/tenants.db.test.ts'],
  },
  {
    row: 'T6',
    without: 'the count of its own for a browser that has signed in before',
    edits: [
      {
        file: 'server/features/accounts/sign-in.ts',
        find: ': device !== null\n',
        put: ": device !== null && key === ''\n",
      },
    ],
    tests: ['server/features/accounts/locked-out.db.test.ts'],
  },
  {
    row: 'T6',
    without: 'the way in of a gateway that has been in',
    edits: [
      {
        file: 'server/platform/broker/gateway-login.ts',
        find: '!limits.hasBeenIn(gateway, address, password) && ',
        put: '',
      },
    ],
    tests: ['server/platform/broker/connect-limits.test.ts'],
  },
  {
    row: 'T7',
    without: 'the company of the object',
    edits: [
      {
        file: 'server/platform/audit/audit.ts',
        find: 'entry.companyId === undefined',
        put: 'entry.companyId === undefined && actor !== null ? actor : entry.companyId === undefined',
      },
    ],
    tests: ['tests/trust/tenants.db.test.ts'],
  },
  {
    row: 'A12',
    without: 'the question how long ago the password was entered',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: "if (spec.fresh && now - who.provenAt > FRESH_MS) throw new Refusal('sign_in_again')",
        put: '',
      },
    ],
    tests: ['tests/trust/sessions.db.test.ts'],
  },
  {
    row: 'A9',
    without: 'the search for a session by its own token',
    edits: [
      {
        file: 'server/features/accounts/session-store.ts',
        find: "    .where('session.token_hash', '=', hashOf(token))\n    .executeTakeFirst()",
        put: '    .limit(1)\n    .executeTakeFirst()',
      },
    ],
    tests: ['tests/trust/sessions.db.test.ts'],
  },
  {
    row: 'A11',
    without: 'the question for the present password',
    edits: [
      {
        file: 'server/features/accounts/change-password.ts',
        find: '!(await passwords.verify(account.password_hash, given.present))',
        put: 'given.present.length > 1_000',
      },
    ],
    tests: ['tests/trust/sessions.db.test.ts'],
  },
  {
    row: 'Z4',
    without: 'the cap on the size of a page',
    edits: [
      {
        file: 'contract/http/lists.ts',
        find: 'export const PAGE_MAX = 100\n',
        put: 'export const PAGE_MAX = 100_000\n',
      },
    ],
    tests: ['tests/routes.db.test.ts'],
  },
  {
    row: 'Z4',
    without: 'the refusal of filters that a route does not name',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: 'if (spec.query) return checked(spec.query, given)',
        put: 'if (spec.query) return spec.query.safeParse(given).data ?? {}',
      },
    ],
    tests: ['tests/routes.db.test.ts'],
  },
  {
    row: 'Z6',
    without: 'the refusal of fields that an action does not name',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: 'if (spec.body) return checked(spec.body, withoutDust(body ?? {}))',
        put: 'if (spec.body) return checked(spec.body, Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name in (spec.body as unknown as { shape: object }).shape)))',
      },
    ],
    tests: ['tests/routes.db.test.ts'],
  },
  {
    row: 'Z7',
    without: 'the permission check of the pipeline',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: '!permits(who.permissions, spec.permission)',
        put: '!permits(["*:*:*"], spec.permission)',
      },
    ],
    tests: ['tests/routes.db.test.ts'],
  },
  {
    row: 'A1',
    without: 'the hash computed for an account that does not exist',
    edits: [
      {
        file: 'server/features/accounts/sign-in.ts',
        find: 'await passwords.verify(usable?.password_hash ?? null, typed.password)',
        put: 'usable !== null && (await passwords.verify(usable.password_hash, typed.password))',
      },
    ],
    tests: ['server/features/accounts/sign-in.db.test.ts'],
  },
  {
    row: 'A8',
    without: 'the refusal of further fields at sign-in',
    edits: [
      {
        file: 'contract/http/accounts.ts',
        find: 'body: z.strictObject({ account: typedAccount, password: typedSecret })',
        put: 'body: z.object({ account: typedAccount, password: typedSecret })',
      },
    ],
    tests: ['server/features/accounts/sign-in.db.test.ts'],
  },
  {
    row: 'A10',
    without: 'the comparison of the set-up code',
    edits: [
      {
        file: 'server/features/accounts/set-up.ts',
        find: "return kept?.sha256 !== undefined && timingSafeEqual(Buffer.from(kept.sha256, 'hex'), hashOf(code))",
        put: 'return kept?.sha256 !== undefined && code.length > 0',
      },
    ],
    tests: ['server/features/accounts/set-up.db.test.ts'],
  },
  {
    row: 'Z13',
    without: 'the end of open commands when a gateway moves',
    edits: [
      {
        file: 'server/features/devices/transfer-gateway.ts',
        find: 'await commands.cancelOpen(\n      trx,\n      rows.map(({ id }) => id),\n      now,\n    )',
        put: '',
      },
    ],
    tests: ['server/features/devices/transfer.db.test.ts'],
  },
  {
    row: 'Z13',
    without: 'what stays behind when a gateway moves to another company',
    edits: [
      {
        file: 'server/features/devices/transfer-gateway.ts',
        find: 'newRows(rows, given.stationId, isSame, now)',
        put: 'newRows(rows, given.stationId, true, now)',
      },
    ],
    tests: ['server/features/devices/transfer.db.test.ts'],
  },
  {
    row: 'Z1',
    without: 'the silence about where a serial stands elsewhere',
    edits: [
      {
        file: 'server/features/devices/find-elsewhere.ts',
        find: '!seen || gatewayId === null',
        put: 'gatewayId === null',
      },
    ],
    tests: ['server/features/devices/brands.db.test.ts'],
  },
  {
    row: 'E9',
    without: 'the end of what an edge is when it goes to another company',
    edits: [
      {
        file: 'server/features/edges/move-edge.ts',
        find: 'if (!edge || !to.sameCompany) return false',
        put: 'if (!edge) return false',
      },
    ],
    tests: ['server/features/edges/pairing.db.test.ts'],
  },
  {
    row: 'Z10',
    without: 'the count of serials that are tried',
    edits: [
      {
        file: 'server/features/devices/charge-serials.ts',
        find: "await chargeTries(db, caller, { taken: taken.size, unknown: why === 'asks' ? unknown : 0 })",
        put: "await chargeTries(db, caller, { taken: 0, unknown: why === 'asks' ? unknown * 0 : 0 })",
      },
    ],
    tests: ['server/features/devices/tried-serials.db.test.ts'],
  },
  {
    row: 'Z10',
    without: 'a way past strangers who guess the same claim code',
    edits: [
      {
        file: 'server/features/devices/add-gateway.ts',
        find: 'const OWN_TRIES = 3',
        put: 'const OWN_TRIES = 0',
      },
    ],
    tests: ['server/features/devices/tried-serials.db.test.ts'],
  },
  {
    row: 'Z12',
    without: 'the key that serials are compared by when they are checked',
    edits: [
      {
        file: 'server/features/devices/check-serials.ts',
        find: 'typed.map(serialKey)',
        put: 'typed.map((text) => text)',
      },
    ],
    tests: ['server/features/devices/site.db.test.ts'],
  },
  {
    row: 'A2',
    without: 'the waiting after wrong guesses',
    edits: [
      {
        file: 'server/features/accounts/guesses.ts',
        find: 'if (holds && (stopped || waitMs > 0)) {',
        put: 'if (keys.length === 0) {',
      },
    ],
    tests: ['server/features/accounts/sign-in.db.test.ts'],
  },
  {
    row: 'A3',
    without: 'the question whether a password is common',
    edits: [
      {
        file: 'domain/accounts/fields.ts',
        find: "  z.refine((text) => !isCommonPassword(text), { error: 'password_common' }),\n",
        put: '',
      },
    ],
    tests: ['server/features/accounts/passwords.db.test.ts', 'domain/accounts/passwords.test.ts'],
  },
  {
    row: 'A3',
    without: 'the rule for new passwords where somebody changes their own',
    edits: [
      {
        file: 'contract/http/accounts.ts',
        find: 'next: newPassword',
        put: 'next: typedSecret',
      },
    ],
    tests: ['server/features/accounts/passwords.db.test.ts'],
  },
  {
    row: 'A3',
    without: 'all of a password beyond 72 bytes',
    edits: [
      {
        file: 'server/features/accounts/passwords.ts',
        find: "password.normalize('NFKC')",
        put: "Buffer.from(password.normalize('NFKC')).subarray(0, 72).toString('latin1')",
      },
    ],
    tests: ['server/features/accounts/passwords.db.test.ts'],
  },
  {
    row: 'A5',
    without: 'the end of the session from before',
    edits: [
      {
        file: 'server/features/accounts/sign-in.ts',
        find: '  if (call.who !== null) await endSession(db, call.who.accountId, call.who.sessionId)\n',
        put: '',
      },
    ],
    tests: ['server/features/accounts/sign-in.db.test.ts'],
  },
  {
    row: 'A6',
    without: 'the end of the sessions of a disabled account, and the look at whether it is',
    edits: [
      {
        file: 'server/features/accounts/change-account.ts',
        find: '    if (disabled) await endSessions(tx, accountId)\n',
        put: '',
      },
      {
        file: 'server/features/accounts/session-store.ts',
        find: "    .where('account.disabled_at', 'is', null)\n",
        put: '',
      },
    ],
    tests: ['server/features/accounts/people.db.test.ts'],
  },
  {
    row: 'A6',
    without: 'the end of all other sessions with a new password',
    edits: [
      {
        file: 'server/features/accounts/replace-password.ts',
        find: '  await endSessions(tx, accountId)\n',
        put: '',
      },
    ],
    tests: ['server/features/accounts/people.db.test.ts'],
  },
  {
    row: 'A6',
    without: 'the end of the sessions of somebody who is given a new password',
    edits: [
      {
        file: 'server/features/accounts/replace-password.ts',
        find: '  await endSessions(tx, accountId)\n',
        put: '',
      },
    ],
    tests: ['server/features/accounts/set-password.db.test.ts'],
  },
  {
    row: 'A11',
    without: 'the question whose password somebody gives without knowing the present one',
    edits: [
      {
        file: 'server/features/accounts/set-password.ts',
        find: "    if (accountId === who.accountId) throw new Refusal('forbidden', { why: 'own_password' })\n",
        put: '',
      },
    ],
    tests: ['server/features/accounts/set-password.db.test.ts'],
  },
  {
    row: 'Z8',
    without: 'the question whether somebody holds what they could do with the password they give',
    edits: [
      {
        file: 'server/features/accounts/set-password.ts',
        find: '    mustReach(who.permissions, account.role, account.extra_permissions)\n',
        put: '',
      },
    ],
    tests: ['server/features/accounts/set-password.db.test.ts'],
  },
  {
    row: 'A7',
    without: 'the end of a session that nobody uses',
    edits: [
      {
        file: 'server/features/accounts/session-store.ts',
        find: "          eb('session.last_seen_at', '>', instant(now - SESSION_IDLE_MS)),\n",
        put: '',
      },
    ],
    tests: ['server/features/accounts/people.db.test.ts'],
  },
  {
    row: 'A7',
    without: 'the end of a session after 90 days',
    edits: [
      {
        file: 'server/features/accounts/session-store.ts',
        find: "    .where('session.expires_at', '>', instant(now))\n",
        put: '',
      },
    ],
    tests: ['server/features/accounts/people.db.test.ts'],
  },
  {
    row: 'Z8',
    without: 'the question whether somebody holds what they grant',
    edits: [
      {
        file: 'server/features/accounts/change-account.ts',
        find: '    mustReach(who.permissions, role, extra)\n',
        put: '',
      },
    ],
    tests: ['server/features/accounts/people.db.test.ts'],
  },
  {
    row: 'A4',
    without: 'the hash in the place of a session token',
    edits: [
      {
        file: 'server/features/accounts/session-store.ts',
        find: "createHash('sha256').update(token).digest()",
        put: 'Buffer.from(token)',
      },
    ],
    tests: ['server/features/accounts/sign-in.db.test.ts'],
  },
  {
    row: 'Z10',
    without: 'the look at the claim code',
    edits: [
      {
        file: 'server/features/devices/add-gateway.ts',
        find: 'if (!registered || !right || registered.claimed_at',
        put: 'if (!registered || registered.claimed_at',
      },
    ],
    tests: ['server/features/devices/device-routes.db.test.ts'],
  },
  {
    row: 'Z19',
    without: 'the question whose stream is told what to watch',
    edits: [
      {
        file: 'server/entrances/live/live-hub.ts',
        find: 'if (listener?.stream.who().sessionId !== who.sessionId) return false',
        put: 'if (listener === undefined) return false',
      },
    ],
    tests: ['server/entrances/live/live.db.test.ts'],
  },
  {
    row: 'Z20',
    without: 'the refusal of what is not named for a screen on a wall',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: "if (who.look !== undefined && spec.look !== true) throw new Refusal('forbidden')",
        put: '',
      },
    ],
    tests: ['tests/trust/look-only.db.test.ts'],
  },
  {
    row: 'Z20',
    without: 'the end of a link with the role and company it was made by',
    edits: [
      {
        file: 'server/features/accounts/session-store.ts',
        find: ', madeByWhoTheyAre]',
        put: ']',
      },
    ],
    tests: ['server/features/accounts/look-links.db.test.ts'],
  },
  {
    row: 'T1',
    without: 'the part of the places that a company may take',
    edits: [
      {
        file: 'server/platform/fair-queue.ts',
        find: 'if (atWork.companies.of(turn.company) >= (parts.get(turn.company) ?? 0)) continue',
        put: '',
      },
    ],
    tests: ['server/platform/fair-queue.test.ts'],
  },
  {
    row: 'T1',
    without: 'the rest of whoever has had much while others want something',
    edits: [
      {
        file: 'server/platform/fair-queue.ts',
        find: 'if (rests.has(company)) return 0',
        put: '',
      },
    ],
    tests: ['server/platform/fair-queue.test.ts'],
  },
  {
    row: 'T1',
    without: 'the low priority of sessions that yield',
    edits: [
      {
        file: 'server/platform/low-priority.ts',
        find: "if (process.platform === 'linux') void lowerSession(client.processID, nice)",
        put: '',
      },
    ],
    tests: ['server/platform/low-priority.db.test.ts'],
  },
  {
    row: 'T1',
    without: 'the end of what runs at the database when the caller leaves',
    edits: [
      {
        file: 'server/platform/db/ending-with.ts',
        find: 'for (const client of held) void end(client)',
        put: 'held.clear()',
      },
    ],
    tests: ['server/platform/expensive-reads.db.test.ts'],
  },
  {
    row: 'T1',
    without: 'the turn of an expensive route',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: 'if (!spec.expensive)',
        put: 'if (spec)',
      },
    ],
    tests: ['tests/expensive-routes.db.test.ts'],
  },
]
