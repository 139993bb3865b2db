import type { Protection } from './protection.ts'

const addresses = 'edge/runtime/addresses.test.ts'

/** The edge itself: where it lets a server send it. */
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
]
