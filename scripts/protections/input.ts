// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

/** What comes in over HTTP and as files, and what goes out as pages. */
export const input: readonly Protection[] = [
  {
    row: 'V1',
    without: 'the refusal of what JSON.parse reads otherwise than it was sent',
    edits: [
      {
        file: 'server/entrances/http/serve.ts',
        find: 'parseStrictJson(readUtf8(bytes as Buffer))',
        put: 'JSON.parse(readUtf8(bytes as Buffer))',
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
        find: 'const unsafe = (text: string): boolean => /\\p{Cc}/u.test(text) || unseen.test(text)',
        put: 'const unsafe = (text: string): boolean => unseen.test(text) && text.length < 0',
      },
    ],
    tests: ['tests/trust/hostile.db.test.ts'],
  },
  {
    row: 'V5',
    without: 'the literal reading of % and _',
    edits: [
      {
        file: 'server/features/stations/station-store.ts',
        find: 'const some = anywhere(search)',
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
        file: 'server/features/stations/station-checks.ts',
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
        file: 'server/entrances/http/route-pipeline.ts',
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
        file: 'server/entrances/http/serve.ts',
        find: '  limitBodies(app, (settings.patience ?? usualPatience).requestMs)\n',
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
        file: 'server/entrances/http/cross-site.ts',
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
        file: 'server/entrances/http/serve.ts',
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
        file: 'server/entrances/http/app-names.ts',
        find: '  !/\\.map(?:\\.(?:gz|br))?$/.test(name) &&',
        put: "  name !== '' &&",
      },
    ],
    tests: ['tests/trust/answers.db.test.ts'],
  },
  {
    row: 'S10',
    without: 'the refusal of methods that nothing answers',
    edits: [
      {
        file: 'server/entrances/http/serve.ts',
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
        file: 'server/entrances/http/security-headers.ts',
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
        file: 'server/entrances/http/security-headers.ts',
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
        file: 'server/entrances/http/cross-site.ts',
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
        file: 'web/kit/navigation/navigate.ts',
        find: 'mover?.history[how](base + path, {',
        put: 'mover?.history[how](new URLSearchParams(path).values().next().value ?? path, {',
      },
    ],
    tests: ['web/app/shell/redirects.test.ts'],
  },
  {
    row: 'W10',
    without: 'the look at what stands in userInfo',
    edits: [
      {
        file: 'web/app/session/user-info.ts',
        find: "if (kept !== null && kept !== '' && !isUserInfo(kept)) localStore.write('userInfo', '')",
        put: '',
      },
    ],
    tests: ['web/app/session/user-info.test.ts'],
  },
  {
    row: 'W1',
    without: 'the reading of device texts as texts',
    edits: [
      {
        file: 'web/parts/devices/data-sheet.tsx',
        find: 'text && <Row label={label} value={text} />',
        put: 'text && <Row label={label} value={<span dangerouslySetInnerHTML={{ __html: text }} />} />',
      },
    ],
    tests: ['e2e/hostile-text.spec.ts'],
    browser: true,
  },
  {
    row: 'V2',
    without: 'the refusal of numbers out of range over HTTP',
    edits: [
      {
        file: 'server/entrances/http/strict-json.ts',
        find: "if (!Number.isFinite(number)) reject('number out of range')",
        put: '',
      },
    ],
    tests: ['server/entrances/http/strict-json.test.ts'],
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
        file: 'server/features/telemetry/power-curve.ts',
        find: 'let power: number | null = null',
        put: 'let power: number | null = 0',
      },
    ],
    tests: ['server/features/telemetry/history.db.test.ts'],
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
    tests: ['domain/telemetry/local-days.test.ts', 'server/features/telemetry/history.db.test.ts'],
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
    tests: ['server/features/files/files.db.test.ts'],
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
        file: 'server/features/files/receive-file.ts',
        find: "const size = imageSize(kind, await readFile(sent.path)) ?? refuse('image_unreadable')",
        put: 'const size = imageSize(kind, await readFile(sent.path)) ?? { width: 1, height: 1 }',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U5',
    without: 'the limit on pixels, read from the header',
    edits: [
      {
        file: 'server/features/files/receive-file.ts',
        find: "  if (size.width * size.height > PIXELS_MAX) refuse('image_too_many_pixels')\n",
        put: '',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U8',
    without: 'the cut at 10 MB',
    edits: [
      {
        file: 'server/platform/files/file-disk.ts',
        find: "      if (bytes > most) throw new Refusal('file_too_large')\n",
        put: '',
      },
      {
        file: 'server/entrances/http/file-bodies.ts',
        find: "if (Number(request.headers['content-length'] ?? 0) > maxBytes)",
        put: 'if (maxBytes === 0)',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U7',
    without: 'the question whether the parts of an Office file unpack to what its directory says',
    edits: [
      {
        file: 'server/features/files/receive-file.ts',
        find: "if (!(await partsHold(bytes, parts))) refuse('office_unsound')",
        put: 'await partsHold(bytes, [])',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U7',
    without: 'the refusal of parts of an Office file that lead elsewhere',
    edits: [
      {
        file: 'domain/files/zip-directory.ts',
        find: "step !== '' && step !== '.' && step !== '..'",
        put: "step !== ''",
      },
    ],
    tests: ['server/features/files/zip-directory.test.ts'],
  },
  {
    row: 'V10',
    without: 'the look at the address of a new webhook',
    edits: [
      {
        file: 'server/features/messages/message-routes.ts',
        find: "    if (!mayCall(url, context.webhooks.privateAllowed)) refuse('webhook_private', { field: 'url' })\n",
        put: '',
      },
    ],
    tests: ['server/features/messages/private-addresses.db.test.ts'],
  },
  {
    row: 'V10',
    without: 'the look at the address of a webhook that is changed',
    edits: [
      {
        file: 'server/features/messages/message-routes.ts',
        find: 'if (url !== undefined && !mayCall(url, context.webhooks.privateAllowed))',
        put: "if (url === '')",
      },
    ],
    tests: ['server/features/messages/private-addresses.db.test.ts'],
  },
  {
    row: 'V10',
    without: 'the look at the address that is pushed to',
    edits: [
      {
        file: 'server/features/messages/push-routes.ts',
        find: 'if ((isPlain && !privateAllowed) || !mayCall(endpoint, privateAllowed))',
        put: 'if (isPlain && !privateAllowed)',
      },
    ],
    tests: ['server/features/messages/private-addresses.db.test.ts'],
  },
  {
    row: 'V10',
    without: 'the look at an address at the moment of calling it',
    edits: [
      {
        file: 'server/features/messages/post-once.ts',
        find: "    if (!mayCall(url, privateAllowed)) return resolvePost(lost('the address is not public'))\n",
        put: '',
      },
    ],
    tests: ['server/features/messages/private-addresses.db.test.ts'],
  },
  {
    row: 'V11',
    without: 'the mark before a formula',
    edits: [
      {
        file: 'domain/files/csv-table.ts',
        find: "test(text) ? `'${text}` : text",
        put: "test('') ? `'${text}` : text",
      },
    ],
    tests: ['web/kit/chart/chart-csv.test.ts'],
  },
  {
    row: 'U2',
    without: 'the question whether the declared type is that of the name',
    edits: [
      {
        file: 'domain/files/file-types.ts',
        find: '        rule.types.includes(type) &&\n',
        put: '',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U4',
    without: 'the picture that was written anew',
    edits: [
      {
        file: 'server/features/files/receive-file.ts',
        find: 'return { full, thumb, width, height, bytes, type }',
        put: 'return { full: sent.path, thumb, width, height, bytes: sent.bytes, type }',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U7',
    without: 'the refusal of macros',
    edits: [
      {
        file: 'domain/files/zip-directory.ts',
        find: "    !names.some((name) => name.endsWith('vbaproject.bin') || name.includes('/activex/')) &&\n",
        put: '',
      },
    ],
    tests: ['server/features/files/zip-directory.test.ts', 'server/features/files/files.db.test.ts'],
  },
  {
    row: 'U9',
    without: 'the limit of pictures of an order',
    edits: [
      {
        file: 'contract/http/work-orders.ts',
        find: "idList(IMAGES_MAX, 'too_many_images')",
        put: "idList(1_000, 'too_many_images')",
      },
    ],
    tests: ['server/features/work-orders/order-files.db.test.ts'],
  },
  {
    row: 'U9',
    without: 'the question whether a file belongs to nothing yet',
    edits: [
      {
        file: 'server/features/files/file-store.ts',
        find: "    .where('created_by', '=', file.accountId)\n    .where('station_id', 'is', null)\n",
        put: "    .where('created_by', '=', file.accountId)\n",
      },
      {
        file: 'server/features/work-orders/order-files.ts',
        find: "  if (found.length !== others.length) refuse('not_found')\n",
        put: '',
      },
    ],
    tests: ['server/features/work-orders/order-files.db.test.ts'],
  },
  {
    row: 'U10',
    without: 'the folders before the name of a file',
    edits: [
      {
        file: 'domain/files/display-name.ts',
        find: "given.normalize('NFC').split(/[/\\\\]/).at(-1) ?? ''",
        put: "given.normalize('NFC')",
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U11',
    without: 'the removal of what a camera notes',
    edits: [
      {
        file: 'server/platform/files/decode-image.ts',
        find: '(await open(job)).autoOrient()',
        put: '(await open(job)).keepMetadata()',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U12',
    without: 'the end of what a cut upload left',
    edits: [
      {
        file: 'server/features/files/receive-file.ts',
        find: '    await discard(...written)\n',
        put: '',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U12',
    without: 'the share of a company',
    edits: [
      {
        file: 'server/features/files/receive-file.ts',
        find: "      if ((await storedBytes(trx, who)) + ready.bytes > files.quotaBytes) refuse('storage_full')\n",
        put: '',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'U12',
    without: 'the days that a loose file may wait',
    edits: [
      {
        file: 'server/features/files/sweep-files.ts',
        find: 'now - LOOSE_DAYS * DAY_MS',
        put: 'now',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'W12',
    without: 'the hiding of the password in an address',
    edits: [
      {
        file: 'server/features/messages/message-routes.ts',
        find: 'body.url === shownAddress(row.url) ? undefined : body.url',
        put: 'body.url',
      },
    ],
    tests: ['tests/trust/hardening.db.test.ts'],
  },
  {
    row: 'U6',
    without: 'the look at where the pixels of a BMP begin',
    edits: [
      {
        file: 'domain/files/bmp.ts',
        find: '  if (data < after || data > bytes.length) return null\n',
        put: '',
      },
    ],
    tests: ['domain/files/bmp.test.ts'],
  },
  {
    row: 'U13',
    without: 'the patience with a decoder',
    edits: [
      {
        file: 'server/platform/files/decoder.ts',
        find: 'setTimeout(() => end(null), patienceMs)',
        put: 'setTimeout(() => undefined, patienceMs)',
      },
    ],
    tests: ['server/features/files/files.db.test.ts'],
  },
  {
    row: 'V9',
    without: 'the question whether the day of a coverage is one',
    edits: [
      {
        file: 'contract/http/coverage.ts',
        find: "      z.refine((of) => of.length < 10 || z.safeParse(calendarDay, of).success, { error: 'date_invalid' }),\n",
        put: '',
      },
    ],
    tests: ['tests/trust/hostile.db.test.ts'],
  },
  {
    row: 'V9',
    without: 'the question whether a day is in the calendar',
    edits: [
      {
        file: 'domain/stations/fields.ts',
        find: 'day >= 1 && day <= days',
        put: 'day >= 1 && day <= 31',
      },
    ],
    tests: ['domain/stations/fields.test.ts', 'tests/trust/hostile.db.test.ts'],
  },
]
