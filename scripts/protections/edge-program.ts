import type { Protection } from './protection.ts'

const addresses = 'edge/runtime/addresses.test.ts'
const loop = 'edge/runtime/device-loop.test.ts'
const hostile = 'tests/edge/hostile.test.ts'
const limits = 'edge/control/limit-keeper.test.ts'
const store = 'edge/store/telemetry-store.test.ts'
const fullDisk = 'tests/edge/full-disk.test.ts'
const pairing = 'edge/pairing/pair.test.ts'
const running = 'tests/edge/run.test.ts'

/** The edge itself, beside devices that lie and a server that may be stolen. */
export const edgeProgramProtections: readonly Protection[] = [
  {
    row: 'E2',
    without: 'the refusal of addresses that are not private',
    edits: [
      {
        file: 'edge/runtime/addresses.ts',
        find: 'if (isIP(host) !== 0 && !rule.allows(host))',
        put: 'if (isIP(host) === 9)',
      },
    ],
    tests: [addresses],
  },
  {
    row: 'E2',
    without: 'the judgement of the addresses that a name leads to',
    edits: [
      {
        file: 'edge/runtime/addresses.ts',
        find: 'found.find((address) => !rule.allows(address))',
        put: 'found.find((address) => address === "" && !rule.allows(address))',
      },
    ],
    tests: [addresses],
  },
  {
    row: 'E3',
    without: 'the end of a reading that hangs',
    edits: [
      {
        file: 'edge/runtime/device-loop.ts',
        find: 'return await Promise.race([work, late])',
        put: 'return await work',
      },
    ],
    tests: [loop],
  },
  {
    row: 'E3',
    without: 'the new connection after a trouble',
    edits: [
      {
        file: 'edge/runtime/device-loop.ts',
        find: '      this.#close()\n      if (this.#ending.signal.aborted) return false',
        put: '      if (this.#ending.signal.aborted) return false',
      },
    ],
    tests: [loop],
  },
  {
    row: 'E3',
    without: 'the look at the unit that answered',
    edits: [
      {
        file: 'edge/transports/mbap.ts',
        find: 'if (unit !== asked.unit)',
        put: 'if (unit === -1)',
      },
    ],
    tests: [hostile],
  },
  {
    row: 'E3',
    without: 'the look at the request that was answered',
    edits: [
      {
        file: 'edge/transports/mbap.ts',
        find: 'if (came.readUInt16BE(0) !== asked.frame.readUInt16BE(0))',
        put: 'if (came.readUInt16BE(0) === -1)',
      },
    ],
    tests: [hostile],
  },
  {
    row: 'E4',
    without: 'what a device takes, and is rated for',
    edits: [
      {
        file: 'edge/control/choose-limit.ts',
        find: "return asked >= control.min && asked <= most ? chosen : 'out_of_range'",
        put: "return asked >= control.min || asked <= most ? chosen : 'out_of_range'",
      },
    ],
    tests: [limits],
  },
  {
    row: 'E4',
    without: 'the limit that is on disk before it is written',
    edits: [
      {
        file: 'edge/control/limit-keeper.ts',
        find: '      try {\n        save()\n      } catch (error) {',
        put: "      try {\n        facts.read('limits')\n      } catch (error) {",
      },
    ],
    tests: [limits],
  },
  {
    row: 'E4',
    without: 'the look at what a device reads after a write',
    edits: [
      {
        file: 'edge/control/carry-out.ts',
        find: "if (holds(control, said, given)) return { outcome: 'done'",
        put: "if (said.length > 0) return { outcome: 'done'",
      },
    ],
    tests: [limits],
  },
  {
    row: 'E4',
    without: 'the end of a limit, of a device without a timer',
    edits: [
      {
        file: 'edge/control/limit-keeper.ts',
        find: 'if (now >= dueAt(one)) attempt(one, end)',
        put: 'if (now < 0) attempt(one, end)',
      },
    ],
    tests: [limits],
  },
  {
    row: 'E5',
    without: 'what an edge had not reported when it died',
    edits: [
      {
        file: 'edge/store/telemetry-store.ts',
        find: "    sql.late.run('[]')\n    leftBehind()",
        put: "    sql.late.run('[]')",
      },
    ],
    tests: [store],
  },
  {
    row: 'E5',
    without: 'the waiting for an acknowledgement',
    edits: [
      {
        file: 'edge/store/telemetry-store.ts',
        find: '      underway.set(message, id)\n      return message',
        put: '      underway.set(message, id)\n      sql.forget.run(id)\n      return message',
      },
    ],
    tests: [store],
  },
  {
    row: 'E5',
    without: 'the count of what is given up',
    edits: [
      {
        file: 'edge/store/telemetry-store.ts',
        find: '    dropped += count\n',
        put: '',
      },
    ],
    tests: [store, fullDisk],
  },
  {
    row: 'E5',
    without: 'room on a full disk for what is new',
    edits: [
      {
        file: 'edge/store/telemetry-store.ts',
        find: "      giveUp(Number.MAX_SAFE_INTEGER, GIVEN_UP_AT_ONCE, 'the disk is full')\n",
        put: '',
      },
    ],
    tests: [store, fullDisk],
  },
  {
    row: 'E5',
    without: 'memory for what no disk takes',
    edits: [
      {
        file: 'edge/store/telemetry-store.ts',
        find: '      inHand.push(...items)\n',
        put: '',
      },
    ],
    tests: [store],
  },
  {
    row: 'E5',
    without: 'one edge for a folder',
    edits: [
      {
        file: 'edge/store/edge-database.ts',
        find: '      PRAGMA locking_mode = EXCLUSIVE;\n',
        put: '',
      },
    ],
    tests: [store],
  },
  {
    row: 'E6',
    without: 'the fingerprint of an authority that a server offers',
    edits: [
      {
        file: 'edge/pairing/pinned-authority.ts',
        find: 'if (offered !== null && printOf(offered) === fingerprint)',
        put: 'if (offered !== null)',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E6',
    without: 'the authority that alone is believed',
    edits: [
      {
        file: 'edge/pairing/pair.ts',
        find: 'return { ca: await pinnedAuthority(origin, fingerprint), allowPartialTrustChain: true }',
        put: 'return { rejectUnauthorized: false }',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E6',
    without: 'the refusal to pair without TLS',
    edits: [
      {
        file: 'edge/pairing/pair.ts',
        find: 'if (await isLoopbackHost(',
        put: 'if (origin.host !== "" || await isLoopbackHost(',
      },
    ],
    tests: [pairing],
  },
  {
    row: 'E7',
    without: 'ears that are closed',
    edits: [
      {
        file: 'edge/main.ts',
        find: "import { parseArgs } from 'node:util'\n",
        put: "import { parseArgs } from 'node:util'\nimport { createServer } from 'node:net'\ncreateServer().listen(0)\n",
      },
    ],
    tests: [running],
  },
  {
    row: 'E8',
    without: 'a log without passwords',
    edits: [
      {
        file: 'edge/runtime/edge-site.ts',
        find: '    return openDevice(address, { profile, secret, map: map ? wholeMap(map) : null })',
        put: '    log.say(`opened with ${secret}`)\n    return openDevice(address, { profile, secret, map: map ? wholeMap(map) : null })',
      },
    ],
    tests: [running],
  },
]
