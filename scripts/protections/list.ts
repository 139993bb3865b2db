// Longer than most files because it is a list: one entry after the other, nothing to read across.

import { upgradeProtections } from './upgrades.ts'

export type Edit = {
  file: string
  /** Stands exactly once in the file; an entry whose text is gone is stale and fails. */
  find: string
  put: string
}

/** A protection of a row, the edit that takes it out, and the test files in which that must be seen. */
export type Protection = {
  row: string
  /** What is taken out. */
  without: string
  edits: readonly Edit[]
  tests: readonly string[]
  /** Seen in a browser: the app is built anew without it, and the tests are Playwright's. */
  browser?: true
}

const early = {
  file: 'server/telemetry/reading-intake.ts',
  find: '        queue.push(waiting)\n',
  put: '        queue.push(waiting)\n        resolve()\n',
}

export const protections: readonly Protection[] = [
  {
    row: 'Z1',
    without: 'the condition of tenancy on stations',
    edits: [
      {
        file: 'server/accounts/scope.ts',
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
        file: 'server/live/live-routes.ts',
        find: 'const allowed = await seesAll(kitchen.db, who, body.stations, now)',
        put: 'const allowed = body.stations.length !== 1 || (await seesAll(kitchen.db, who, body.stations, now))',
      },
    ],
    tests: ['tests/trust/crawl.db.test.ts'],
  },
  {
    row: 'Z3',
    without: 'the refusal of an owner or company in the address',
    edits: [
      {
        file: 'server/http/route-door.ts',
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
        file: 'server/accounts/scope.ts',
        find: "if (who.role === 'administrator') return alive",
        put: 'return alive',
      },
    ],
    tests: ['tests/trust/crawl.db.test.ts'],
  },
  {
    row: 'A12',
    without: 'the question how long ago the password was entered',
    edits: [
      {
        file: 'server/http/route-door.ts',
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
        file: 'server/accounts/sessions.ts',
        find: "living(db, now).where('session.token_hash', '=', hashOf(token)).executeTakeFirst()",
        put: 'living(db, now).limit(1).executeTakeFirst()',
      },
    ],
    tests: ['tests/trust/sessions.db.test.ts'],
  },
  {
    row: 'A11',
    without: 'the question for the present password',
    edits: [
      {
        file: 'server/accounts/change-password.ts',
        find: '!(await passwords.verify(account.password_hash, given.present))',
        put: 'given.present.length > 1_000',
      },
    ],
    tests: ['tests/trust/sessions.db.test.ts'],
  },
  {
    row: 'V1',
    without: 'the refusal of what JSON.parse reads otherwise than it was sent',
    edits: [
      {
        file: 'server/http/serve.ts',
        find: 'parseStrictJson(text.toString())',
        put: 'JSON.parse(text.toString())',
      },
    ],
    tests: ['tests/trust/hostile.db.test.ts'],
  },
  {
    row: 'V3',
    without: 'the number of decimals of a coordinate',
    edits: [
      {
        file: 'domain/stations/fields.ts',
        find: '    z.refine((value) => hasDecimals(value, COORDINATE_DECIMALS), { error }),\n',
        put: '',
      },
    ],
    tests: ['tests/trust/limits.db.test.ts'],
  },
  {
    row: 'V4',
    without: 'the refusal of characters that mislead',
    edits: [
      {
        file: 'domain/accounts/fields.ts',
        find: "z.refine((text) => !unsafe.test(text), { error: 'invalid_input' }),",
        put: '',
      },
    ],
    tests: ['tests/trust/hostile.db.test.ts'],
  },
  {
    row: 'V5',
    without: 'the literal reading of % and _',
    edits: [
      {
        file: 'server/stations/station-store.ts',
        find: 'const some = `%${literally(search)}%`',
        put: 'const some = `%${search}%`',
      },
    ],
    tests: ['tests/trust/hostile.db.test.ts'],
  },
  {
    row: 'V7',
    without: 'the question whether a time zone is one',
    edits: [
      {
        file: 'server/stations/station-checks.ts',
        find: "if (!isTimeZone(input.timeZone)) problems.push({ code: 'time_zone_unknown', field: 'timeZone' })",
        put: '',
      },
    ],
    tests: ['tests/trust/hostile.db.test.ts'],
  },
  {
    row: 'V12',
    without: 'the shape of ids',
    edits: [
      {
        file: 'server/http/route-door.ts',
        find: "if (Object.values(params).some((id) => !uuidShape.test(id))) throw new Refusal('not_found')",
        put: '',
      },
    ],
    tests: ['tests/trust/fuzz.db.test.ts'],
  },
  {
    row: 'V6',
    without: 'the pattern of serials that cannot take for ever',
    edits: [
      {
        file: 'domain/devices/fields.ts',
        find: 'if (!/^[A-Z0-9-]+$/.test(shown) || /^-|--|-$/.test(shown)) return false',
        put: 'if (!/^[A-Z0-9]+(-?[A-Z0-9]+)*$/.test(shown)) return false',
      },
    ],
    tests: ['tests/trust/sources.test.ts'],
  },
  {
    row: 'S1',
    without: 'the patience with headers and bodies',
    edits: [
      {
        file: 'server/http/serve.ts',
        find: '    requestTimeout: patience.requestMs,\n',
        put: '',
      },
    ],
    tests: ['tests/trust/wire.db.test.ts'],
  },
  {
    row: 'S2',
    without: 'the refusal of packed bodies',
    edits: [
      {
        file: 'server/http/cross-site.ts',
        find: "if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Refusal('wrong_type')",
        put: '',
      },
    ],
    tests: ['tests/trust/wire.db.test.ts'],
  },
  {
    row: 'S3',
    without: 'the doubt about X-Forwarded-For',
    edits: [
      {
        file: 'server/http/serve.ts',
        find: 'trustProxy: settings.trustProxy ?? false',
        put: 'trustProxy: true',
      },
    ],
    tests: ['tests/trust/wire.db.test.ts'],
  },
  {
    row: 'S9',
    without: 'the refusal of source maps',
    edits: [
      {
        file: 'server/http/app-files.ts',
        find: '    allowedPath: (path) => !/\\.map(?:\\.(?:gz|br))?$/.test(path),\n',
        put: '',
      },
    ],
    tests: ['tests/trust/answers.db.test.ts'],
  },
  {
    row: 'S10',
    without: 'the refusal of methods that nothing answers',
    edits: [
      {
        file: 'server/http/serve.ts',
        find: 'if (!usualMethods.includes(request.method)) {',
        put: 'if (false as boolean) {',
      },
    ],
    tests: ['tests/trust/wire.db.test.ts'],
  },
  {
    row: 'W2',
    without: 'the list of what may run',
    edits: [
      {
        file: 'server/http/security-headers.ts',
        find: 'scriptSrc: ["\'self\'", ...quoted(hashes.script)],',
        put: 'scriptSrc: ["\'self\'", "\'unsafe-inline\'"],',
      },
    ],
    tests: ['tests/trust/answers.db.test.ts'],
  },
  {
    row: 'W3',
    without: 'the list of who may frame the app',
    edits: [
      {
        file: 'server/http/security-headers.ts',
        find: 'frameAncestors: settings.shellOrigins.length === 0 ? ["\'none\'"] : [...settings.shellOrigins],',
        put: '',
      },
    ],
    tests: ['tests/trust/answers.db.test.ts'],
  },
  {
    row: 'W7',
    without: 'the refusal of writes from other sites',
    edits: [
      {
        file: 'server/http/cross-site.ts',
        find: "if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('cross_site')",
        put: '',
      },
    ],
    tests: ['tests/trust/answers.db.test.ts'],
  },
  {
    row: 'W8',
    without: 'the base that every address of the app begins with',
    edits: [
      {
        file: 'web/shell/navigate.ts',
        find: 'mover?.history[how](base + path)',
        put: 'mover?.history[how](new URLSearchParams(path).values().next().value ?? path)',
      },
    ],
    tests: ['web/shell/redirects.test.ts'],
  },
  {
    row: 'W10',
    without: 'the look at what stands in userInfo',
    edits: [
      {
        file: 'web/accounts/user-info.ts',
        find: "if (kept !== null && kept !== '' && !isUserInfo(kept)) localStore.write('userInfo', '')",
        put: '',
      },
    ],
    tests: ['web/accounts/user-info.test.ts'],
  },
  {
    row: 'P1',
    without: 'the comparison of package.json with its lock',
    edits: [
      {
        file: 'scripts/prove/lock.ts',
        find: 'if (want !== have)',
        put: 'if (want !== have && want === have)',
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'P3',
    without: 'the severity at which a hole is red',
    edits: [
      {
        file: 'scripts/prove/audit.ts',
        find: "severity === 'high' || severity === 'critical'",
        put: "severity === 'critical'",
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'P4',
    without: 'the list of licences',
    edits: [
      {
        file: 'scripts/prove/licences.ts',
        find: 'allowed.has(one) ||',
        put: 'one.length > 0 ||',
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
  },
  {
    row: 'P6',
    without: 'the search for values given to secret names',
    edits: [
      {
        file: 'scripts/prove/secrets.ts',
        find: ".filter(([, value = '']) => looksRandom(value))",
        put: ".filter(([, value = '']) => looksRandom(value) && value.length > 200)",
      },
    ],
    tests: ['scripts/prove/supply.test.ts'],
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
        file: 'server/http/route-door.ts',
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
        file: 'server/http/route-door.ts',
        find: 'if (spec.body) return checked(spec.body, body ?? {})',
        put: 'if (spec.body) return checked(spec.body, Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name in (spec.body as unknown as { shape: object }).shape)))',
      },
    ],
    tests: ['tests/routes.db.test.ts'],
  },
  {
    row: 'Z7',
    without: 'the permission check of the door',
    edits: [
      {
        file: 'server/http/route-door.ts',
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
        file: 'server/accounts/sign-in.ts',
        find: 'await passwords.verify(usable?.password_hash ?? null, typed.password)',
        put: 'usable !== null && (await passwords.verify(usable.password_hash, typed.password))',
      },
    ],
    tests: ['server/accounts/sign-in.db.test.ts'],
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
    tests: ['server/accounts/sign-in.db.test.ts'],
  },
  {
    row: 'A10',
    without: 'the comparison of the set-up code',
    edits: [
      {
        file: 'server/accounts/set-up.ts',
        find: "return kept?.sha256 !== undefined && timingSafeEqual(Buffer.from(kept.sha256, 'hex'), hashOf(code))",
        put: 'return kept?.sha256 !== undefined && code.length > 0',
      },
    ],
    tests: ['server/accounts/set-up.db.test.ts'],
  },
  {
    row: 'D1',
    without: 'the refusal of a wrong secret',
    edits: [
      {
        file: 'server/mqtt/gateway-login.ts',
        find: "if (answer === 'no') return fail('credentials')",
        put: '',
      },
    ],
    tests: ['server/mqtt/broker-access.test.ts'],
  },
  {
    row: 'D1',
    without: 'the end of an unknown or revoked login',
    edits: [
      {
        file: 'server/mqtt/credentials.ts',
        find: 'return right && stored !== null',
        put: 'return right || stored === null',
      },
    ],
    tests: ['server/mqtt/credentials.test.ts'],
  },
  {
    row: 'D3',
    without: 'the own branch of a gateway when it publishes',
    edits: [
      {
        file: 'server/mqtt/access.ts',
        find: 'parsed === null || parsed.gateway !== gateway || !isFromGateway(parsed.channel)',
        put: 'parsed === null || !isFromGateway(parsed.channel)',
      },
    ],
    tests: ['server/mqtt/broker-access.test.ts'],
  },
  {
    row: 'D3',
    without: 'the list of what a gateway may subscribe to',
    edits: [
      {
        file: 'server/mqtt/access.ts',
        find: 'return ownFilters.has(rest) || jobFilter.test(rest)',
        put: 'return ownFilters.has(rest) || jobFilter.test(rest) || rest.length > 0',
      },
    ],
    tests: ['server/mqtt/broker-access.test.ts'],
  },
  {
    row: 'D4',
    without: 'the question whose child a serial is, at readings',
    edits: [
      {
        file: 'server/telemetry/gateway-store.ts',
        find: 'LEFT JOIN device c ON c.gateway_id = g.id AND c.removed_at IS NULL',
        put: 'LEFT JOIN device c ON c.removed_at IS NULL',
      },
    ],
    tests: ['server/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D4',
    without: 'the question whose child a serial is, at inventories',
    edits: [
      {
        file: 'domain/devices/plan-inventory.ts',
        find: "else if (found.reportedByGateway) refuse('other_gateway')",
        put: '',
      },
    ],
    tests: ['server/devices/gateway-messages.db.test.ts'],
  },
  {
    row: 'D5',
    without: 'the bond of client id and user name',
    edits: [
      {
        file: 'server/mqtt/gateway-login.ts',
        find: 'if (username !== clientId || !gatewaySerialPattern.test(clientId))',
        put: 'if (!gatewaySerialPattern.test(clientId))',
      },
    ],
    tests: ['server/mqtt/broker-access.test.ts'],
  },
  {
    row: 'D6',
    without: 'the refusal of retained messages',
    edits: [
      {
        file: 'server/mqtt/access.ts',
        find: "if (request.retain && !channels[parsed.channel].retained) return { refusal: 'publish_retained' }",
        put: '',
      },
    ],
    tests: ['server/mqtt/broker-access.test.ts'],
  },
  {
    row: 'D7',
    without: 'the memory of messages that came before',
    edits: [
      {
        file: 'server/telemetry/store-readings.ts',
        find: '    if (!fresh.has(key)) continue\n',
        put: '',
      },
    ],
    tests: ['server/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D8',
    without: 'the rule that newest values only move forward',
    edits: [
      {
        file: 'server/telemetry/reading-stage.ts',
        find: '        WHERE latest.ts < excluded.ts\n',
        put: '',
      },
    ],
    tests: ['server/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D10',
    without: 'the doubt about a clock that is far off',
    edits: [
      {
        file: 'domain/telemetry/reading-time.ts',
        find: 'if (!Number.isFinite(deviceTs) || !believed)',
        put: 'if (!Number.isFinite(deviceTs) || (!believed && false))',
      },
    ],
    tests: ['domain/telemetry/reading-time.test.ts', 'server/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D11',
    without: 'the limit of rated power on what a counter may grow',
    edits: [
      {
        file: 'domain/telemetry/counter-rules.ts',
        find: "return growth <= growthLimitWh(limits, next.ts - last.ts) ? 'step' : null",
        put: "return 'step'",
      },
    ],
    tests: ['domain/telemetry/energy-ledger.test.ts'],
  },
  {
    row: 'D11',
    without: 'the new segment of a counter that fell',
    edits: [
      {
        file: 'domain/telemetry/counter-rules.ts',
        find: "if (growth < 0) return growth >= -NOISE_WH ? 'noise' : null",
        put: "if (growth < 0) return 'noise'",
      },
    ],
    tests: ['domain/telemetry/energy-ledger.test.ts', 'tests/acceptance/replay.db.test.ts'],
  },
  {
    row: 'D12',
    without: 'the care with what is no JSON',
    edits: [
      {
        file: 'contract/mqtt/decode.ts',
        find: "  } catch {\n    return { ok: false, reason: 'not_json' }\n  }\n",
        put: '  } finally {\n    json = ""\n  }\n',
      },
    ],
    tests: ['contract/mqtt/decode.test.ts'],
  },
  {
    row: 'D13',
    without: 'the limit on the length of a packet',
    edits: [
      {
        file: 'server/mqtt/packet-gate.ts',
        find: "if (header.totalBytes > this.#limitFor(header.type)) return this.#fail('packet_too_large')",
        put: '',
      },
    ],
    tests: ['server/mqtt/packet-gate.test.ts', 'server/mqtt/broker-hostile.test.ts'],
  },
  {
    row: 'D16',
    without: 'the right of back-fill to be old',
    edits: [
      {
        file: 'domain/telemetry/reading-time.ts',
        find: '(hist || deviceTs >= arrivedAt - CLOCK_BEHIND_MS)',
        put: 'deviceTs >= arrivedAt - CLOCK_BEHIND_MS',
      },
    ],
    tests: ['server/telemetry/roll-up.db.test.ts'],
  },
  {
    row: 'D17',
    without: 'the question which connection a will is of',
    edits: [
      {
        file: 'domain/devices/presence.ts',
        find: 'current !== null && will.boot === current.boot && will.conn === current.conn',
        put: 'current !== null && will.boot.length > 0',
      },
    ],
    tests: ['domain/devices/presence.test.ts', 'server/mqtt/broker-delivery.test.ts'],
  },
  {
    row: 'D18',
    without: 'the wait of the acknowledgement for the store, at the broker',
    edits: [
      {
        file: 'server/mqtt/gateway-broker.ts',
        find: 'await takeIn(client.id, judged.channel, payload)',
        put: 'void takeIn(client.id, judged.channel, payload).catch(() => undefined)',
      },
    ],
    tests: ['server/mqtt/broker-delivery.test.ts'],
  },
  {
    row: 'D18',
    without: 'the wait of the acknowledgement for the commit, at the intake',
    edits: [early],
    tests: ['server/telemetry/reading-intake.db.test.ts'],
  },
  {
    row: 'W1',
    without: 'the reading of device texts as texts',
    edits: [
      {
        file: 'web/devices/data-sheet.tsx',
        find: '(text ? text : <Unknown />)',
        put: '(text ? <span dangerouslySetInnerHTML={{ __html: text }} /> : <Unknown />)',
      },
    ],
    tests: ['e2e/hostile-text.spec.ts'],
    browser: true,
  },
  {
    row: 'L1',
    without: 'the supervisor that starts a dead database again',
    edits: [
      {
        file: 'server/db/supervise.ts',
        find: "log.error({ why }, 'the database has died; starting it again')\n",
        put: "log.error({ why }, 'the database has died')\n      if (why !== '') return\n",
      },
    ],
    tests: ['server/db/embedded.db.test.ts'],
  },
  {
    row: 'L1',
    without: 'the wait of the acknowledgement for the commit',
    edits: [early],
    tests: ['tests/acceptance/kill.db.test.ts'],
  },
  {
    row: 'L2',
    without: 'the care for the PostgreSQL of a killed server',
    edits: [
      {
        file: 'server/db/orphan.ts',
        find: '  if (found === undefined) return\n',
        put: '  if (found === undefined || found.pid > 0) return\n',
      },
    ],
    tests: ['tests/acceptance/kill.db.test.ts'],
  },
  {
    row: 'V2',
    without: 'the refusal of numbers out of range over HTTP',
    edits: [
      {
        file: 'server/http/strict-json.ts',
        find: "if (!Number.isFinite(number)) reject('number out of range')",
        put: '',
      },
    ],
    tests: ['server/http/strict-json.test.ts'],
  },
  {
    row: 'V2',
    without: 'the bounds of measured numbers over MQTT',
    edits: [
      {
        file: 'contract/mqtt/fields.ts',
        find: 'return z.number().check(z.gte(min), z.lte(max), z.describe(meaning))',
        put: 'return z.any().check(z.describe(meaning))',
      },
    ],
    tests: ['contract/mqtt/decode.test.ts'],
  },
  {
    row: 'V2',
    without: 'the difference between nothing known and 0',
    edits: [
      {
        file: 'server/telemetry/power-curve.ts',
        find: 'let power: number | null = null',
        put: 'let power: number | null = 0',
      },
    ],
    tests: ['server/telemetry/history.db.test.ts'],
  },
  {
    row: 'V8',
    without: 'days of 23 and 25 hours',
    edits: [
      {
        file: 'domain/telemetry/local-days.ts',
        find: 'startOf(Temporal.PlainDate.from(day).add({ days: 1 }), zone)',
        put: 'dayStartAt(day, zone) + 86_400_000',
      },
    ],
    tests: ['domain/telemetry/local-days.test.ts', 'server/telemetry/history.db.test.ts'],
  },
  {
    row: 'U1',
    without: 'the question whether name, declared type and first bytes of a file agree',
    edits: [
      {
        file: 'domain/files/file-types.ts',
        find: 'rule.starts.every((byte, at) => start[at] === byte)',
        put: 'true',
      },
    ],
    tests: ['server/files/files.db.test.ts'],
  },
  {
    row: 'U3',
    without: 'the look at the first bytes before the decoder',
    edits: [
      {
        file: 'domain/files/file-types.ts',
        find: 'rule.starts.every((byte, at) => start[at] === byte)',
        put: 'true',
      },
      {
        file: 'server/files/receive-file.ts',
        find: "const size = imageSize(kind, await readFile(sent.path)) ?? refuse('image_unreadable')",
        put: 'const size = imageSize(kind, await readFile(sent.path)) ?? { width: 1, height: 1 }',
      },
    ],
    tests: ['server/files/files.db.test.ts'],
  },
  {
    row: 'U5',
    without: 'the limit on pixels, read from the header',
    edits: [
      {
        file: 'server/files/receive-file.ts',
        find: "  if (size.width * size.height > PIXELS_MAX) refuse('image_too_many_pixels')\n",
        put: '',
      },
    ],
    tests: ['server/files/files.db.test.ts'],
  },
  {
    row: 'U8',
    without: 'the cut at 10 MB',
    edits: [
      {
        file: 'server/files/file-disk.ts',
        find: "      if (bytes > most) throw new Refusal('file_too_large')\n",
        put: '',
      },
      {
        file: 'server/http/file-bodies.ts',
        find: "if (Number(request.headers['content-length'] ?? 0) > maxBytes)",
        put: 'if (maxBytes === 0)',
      },
    ],
    tests: ['server/files/files.db.test.ts'],
  },
  {
    row: 'Z13',
    without: 'the end of open commands when a gateway moves',
    edits: [
      {
        file: 'server/devices/transfer-gateway.ts',
        find: 'await commands.cancelOpen(\n      trx,\n      rows.map(({ id }) => id),\n      now,\n    )',
        put: '',
      },
    ],
    tests: ['server/devices/transfer.db.test.ts'],
  },
  {
    row: 'Z13',
    without: 'what stays behind when a gateway moves to another company',
    edits: [
      {
        file: 'server/devices/transfer-gateway.ts',
        find: 'const done = await transact(db, async (trx) => {',
        put: 'const done = await transact(db, async (trx) => { const sameForAll = true',
      },
      {
        file: 'server/devices/transfer-gateway.ts',
        find: 'gateway.company_id === companyId, now)',
        put: 'sameForAll, now)',
      },
    ],
    tests: ['server/devices/transfer.db.test.ts'],
  },
  {
    row: 'Z12',
    without: 'the key that serials are compared by when they are checked',
    edits: [
      {
        file: 'server/devices/check-serials.ts',
        find: 'typed.map(serialKey)',
        put: 'typed.map((text) => text)',
      },
    ],
    tests: ['server/devices/site.db.test.ts'],
  },
  {
    row: 'O2',
    without: 'the comparison of versions when a string is saved',
    edits: [
      {
        file: 'server/arrays/change-strings.ts',
        find: 'if (row.version !== edit.version)',
        put: 'if (row.version < 0)',
      },
    ],
    tests: ['server/arrays/arrays.db.test.ts'],
  },
  ...upgradeProtections,
]
