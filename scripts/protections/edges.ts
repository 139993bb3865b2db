import type { Protection } from './protection.ts'

const pairing = 'server/features/edges/pairing.db.test.ts'
const search = 'server/features/edges/search.db.test.ts'
const list = 'server/features/edges/edge-list.db.test.ts'

/** Edges and real devices, as far as the server holds them: E1 to E9. */
export const edgeProtections: readonly Protection[] = [
  {
    row: 'E1',
    without: 'the end of a code with its use',
    edits: [
      {
        file: 'server/features/edges/pairing-store.ts',
        find: "    .where('id', '=', id)\n    .where('used_at', 'is', null)\n",
        put: "    .where('id', '=', id)\n",
      },
      {
        file: 'server/features/edges/pair-edge.ts',
        find: 'pairing.used_at === null && ',
        put: '',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E1',
    without: 'the end of a code after its time',
    edits: [
      {
        file: 'server/features/edges/pairing-store.ts',
        find: "    .where('expires_at', '>', instant(now))\n    .returning('id')",
        put: "    .returning('id')",
      },
      {
        file: 'server/features/edges/pair-edge.ts',
        find: 'pairing.used_at === null && pairing.expires_at > now',
        put: 'pairing.used_at === null && now > 0',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E1',
    without: 'the counting of guesses by address',
    edits: [
      {
        file: 'server/features/edges/pair-edge.ts',
        find: "    await chargeGuess(db, now, keys)\n    await chargeShared(db, 'pairing', now)",
        put: "    await chargeShared(db, 'pairing', now)",
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E1',
    without: 'the counting of the guesses of all',
    edits: [
      {
        file: 'server/features/accounts/hourly-tries.ts',
        find: 'if (left.level >= perHour)',
        put: 'if (left.level < 0)',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E1',
    without: 'the look at whether the one who asked still may',
    edits: [
      {
        file: 'server/features/accounts/find-who.ts',
        find: "    .where('disabled_at', 'is', null)\n",
        put: '',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E2',
    without: 'the refusal of public addresses',
    edits: [
      {
        file: 'domain/edges/device-url.ts',
        find: "if (kind === 'public' || kind === 'link_local') return 'edge_address_public'",
        put: '',
      },
    ],
    tests: [list, 'domain/edges/device-url.test.ts'],
  },
  {
    row: 'E6',
    without: 'the refusal to hand out a login in the clear',
    edits: [
      {
        file: 'server/features/edges/pair-edge.ts',
        find: "if (!edges.secure && !isLoopback(addressKey(call.ip))) refuse('tls_needed')",
        put: '',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E8',
    without: 'the sealing of a secret',
    edits: [
      {
        file: 'server/features/edges/configure-edge.ts',
        find: "sealed: typeof given.secret === 'string' ? await sealSecret(found.public_key, given.secret) : null,",
        put: 'sealed: given.secret ?? null,',
      },
    ],
    tests: [list],
  },
  {
    row: 'E8',
    without: 'the question for a secret anew that was typed for another machine',
    edits: [
      {
        file: 'server/features/edges/configure-edge.ts',
        find: ' && !sameMachine(before.url, given.url))',
        put: ' && !sameMachine(given.url, given.url))',
      },
    ],
    tests: [list],
  },
  {
    row: 'E2',
    without: 'the bounds of a search',
    edits: [
      {
        file: 'server/features/edges/ask-edge.ts',
        find: "if (sizes.some((size) => size === null)) refuse('edge_range', { field: 'ranges' })",
        put: '',
      },
    ],
    tests: [search],
  },
  {
    row: 'E8',
    without: 'the sealing of a secret that is only tried',
    edits: [
      {
        file: 'server/features/edges/ask-edge.ts',
        find: '{ secret: await sealSecret(edge.public_key, secret) }',
        put: '{ secret }',
      },
    ],
    tests: [search],
  },
  {
    row: 'E9',
    without: 'the permission without which what stands in a network is not shown',
    edits: [
      {
        file: 'server/features/edges/present-edge.ts',
        find: "may(asked.who, 'device:edge:discover') ? await newestSearch(db, gatewayId) : undefined",
        put: 'await newestSearch(db, gatewayId)',
      },
    ],
    tests: [search],
  },
  {
    row: 'E9',
    without: 'the question whose search it is',
    edits: [
      {
        file: 'server/features/commands/apply-progress.ts',
        find: "  if (command.gateway_id !== gateway.id) return 'foreign'\n",
        put: '',
      },
    ],
    tests: [search],
  },
  {
    row: 'E9',
    without: 'the look at whose edge it is',
    edits: [
      {
        file: 'server/features/edges/edge-store.ts',
        find: "  edgesIn(db).where('edge.gateway_id', '=', gatewayId).where(scope).executeTakeFirst()",
        put: "  edgesIn(db).where('edge.gateway_id', '=', gatewayId).executeTakeFirst()",
      },
    ],
    tests: [list],
  },
  {
    row: 'E9',
    without: 'the station that one has to manage to connect an edge',
    edits: [
      {
        file: 'server/features/edges/ask-for-edge.ts',
        find: 'const companyId = await mustManageStation(trx, caller, asked.stationId)',
        put: "const companyId = (await trx.selectFrom('station').select('company_id').where('id', '=', asked.stationId).executeTakeFirstOrThrow()).company_id",
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E9',
    without: 'the administrator who alone hands out the edge of the server',
    edits: [
      {
        file: 'contract/http/edges.ts',
        find: "    summary: 'Hand the edge of this server to a station: whoever manages that one may search this network',\n    permission: 'installation:edge:assign',",
        put: "    summary: 'Hand the edge of this server to a station: whoever manages that one may search this network',\n    permission: 'device:edge:configure',",
      },
    ],
    tests: [list],
  },
]
