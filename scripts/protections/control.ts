// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

/** Commands and their proof, control and its brakes. */
export const control: readonly Protection[] = [
  {
    row: 'C1',
    without: 'the Idempotency-Key of an act',
    edits: [
      {
        file: 'contract/http/control.ts',
        find: "      'people_at_work',\n      'command_running',\n    ],\n    idempotent: true,\n    fresh: true,\n    status: 201,",
        put: "      'people_at_work',\n      'command_running',\n    ],\n    fresh: true,\n    status: 201,",
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C1',
    without: 'the look for an act that a dying server left without its answer',
    edits: [
      {
        file: 'server/features/commands/send-control.ts',
        find: '    if (done) {\n',
        put: "    if (done && id === '') {\n",
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C2',
    without: 'the word of the table that what was delivered and not answered is abnormal',
    edits: [
      {
        file: 'domain/commands/command-states.ts',
        find: "    proven: 'verified',\n    contradicted: 'unverified',\n    expired: 'unverified',",
        put: "    proven: 'verified',\n    contradicted: 'unverified',\n    expired: 'verified',",
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C3',
    without: 'the end of a command for the reading that proves it',
    edits: [
      {
        file: 'server/features/commands/apply-answer.ts',
        find: ' || at >= overAt(proven.state, proven.expires_at)',
        put: '',
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C4',
    without: 'the question whose command it is',
    edits: [
      {
        file: 'server/features/commands/apply-answer.ts',
        find: "if (command.gateway_id !== gateway.id) return 'foreign'",
        put: '',
      },
    ],
    tests: ['server/features/commands/control.db.test.ts', 'server/features/commands/outbox.db.test.ts'],
  },
  {
    row: 'C4',
    without: 'the refusal of a second word about the same command',
    edits: [
      {
        file: 'server/features/commands/apply-answer.ts',
        find: "if (answer.stage === 'done' && command.done_at !== null) {",
        put: "if (answer.stage === 'done' && command.done_at === 0) {",
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C5',
    without: 'the proof by a reading: the word of the gateway is taken',
    edits: [
      {
        file: 'domain/commands/answer-event.ts',
        find: "const provenByReading: readonly CommandOp[] = ['switch', 'limit', 'restart', 'set']",
        put: 'const provenByReading: readonly CommandOp[] = []',
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C5',
    without: 'the power that contradicts a state of being off',
    edits: [
      {
        file: 'domain/commands/answer-event.ts',
        find: 'if (!on && powerW !== null && powerW > Math.max(FLOWS_W, (ratedW ?? 0) * FLOWS_SHARE)) return false',
        put: '',
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C6',
    without: 'the one open command of a device',
    edits: [
      {
        file: 'server/features/commands/outbox.ts',
        find: '      proof: looksOnly(op),',
        put: '      proof: true,',
      },
    ],
    tests: ['server/features/commands/control.db.test.ts'],
  },
  {
    row: 'C7',
    without: 'the expiry of what waits for its gateway',
    edits: [
      {
        file: 'server/features/commands/command-store.ts',
        find: "    .where('command.expires_at', '>', instant(now))\n",
        put: '',
      },
    ],
    tests: ['server/features/commands/control.db.test.ts', 'server/features/commands/outbox.db.test.ts'],
  },
  {
    row: 'C8',
    without: 'the publishing before it is noted',
    edits: [
      {
        file: 'server/features/commands/send-commands.ts',
        find: "      if (delivery !== 'sent') return { gatewayId, stationId, sent: false }",
        put: "      if (delivery === 'busy') return { gatewayId, stationId, sent: false }",
      },
      {
        file: 'server/features/commands/send-commands.ts',
        find: '      const delivery = await devices.sendCommand(gateway, messageOf(command, targets))',
        put: "      const delivery = command.op === 'restart' ? 'offline' : await devices.sendCommand(gateway, messageOf(command, targets))",
      },
    ],
    tests: ['tests/acceptance/command-kill.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the cap of one call',
    edits: [
      {
        file: 'server/features/commands/weigh-control.ts',
        find: 'if (targets.length > limits.perCall)',
        put: 'if (targets.length > limits.perCall + 10_000)',
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the lock under which an hour is counted',
    edits: [
      {
        file: 'server/features/commands/control-store.ts',
        find: "if (lock) await trx.selectFrom('account')",
        put: "if (lock && now < 0) await trx.selectFrom('account')",
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the second person',
    edits: [
      {
        file: 'domain/commands/control-limits.ts',
        find: 'devices > limits.secondDevices || ratedW > limits.secondW',
        put: 'devices < 0 || ratedW < 0',
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the refusal of the second person who is the first',
    edits: [
      {
        file: 'server/features/commands/decide-control.ts',
        find: "if (control.asked_by === who.accountId) refuse('same_person')",
        put: '',
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'T3',
    without: 'the sum over the hour of a person and of a station',
    edits: [
      {
        file: 'server/features/commands/weigh-control.ts',
        find: 'second: moved.some(({ devices, ratedW }) => needsSecond(devices, ratedW, limits)),',
        put: 'second: !reads && needsSecond(ids.length, reach.ratedW, limits),',
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'T3',
    without: 'the question who made the second person',
    edits: [
      {
        file: 'server/features/commands/decide-control.ts',
        find: "refuse('not_independent')",
        put: 'void 0',
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the end of the serial',
    edits: [
      {
        file: 'domain/commands/control-limits.ts',
        find: 'serialKey(sn).endsWith(serialKey(typed))',
        put: 'true',
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the people at work',
    edits: [
      {
        file: 'server/features/commands/weigh-control.ts',
        find: 'if (work.length > 0 && !(despite && weighed.mayGoDespite))',
        put: 'if (work.length > 10_000)',
      },
    ],
    tests: [
      'server/features/commands/brakes.db.test.ts',
      'server/features/commands/who-works-there.db.test.ts',
    ],
  },
  {
    row: 'C9',
    without: 'those who are checked in',
    edits: [
      {
        file: 'server/features/commands/who-works-there.ts',
        find: '.filter((row) => row.account_id !== exceptAccountId)',
        put: '.filter((row) => row.account_id === exceptAccountId)',
      },
    ],
    tests: ['server/features/commands/check-in.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the string that an order in progress is about',
    edits: [
      {
        file: 'server/features/work-orders/find-work.ts',
        find: 'OR (t.parent_id = d.parent_id AND coalesce(t.string_no = d.string_no, true))',
        put: '',
      },
    ],
    tests: ['server/features/commands/who-works-there.db.test.ts'],
  },
  {
    row: 'C9',
    without: 'the end of what is queued when somebody checks in',
    edits: [
      {
        file: 'server/features/stations/check-in.ts',
        find: 'await commands.withdrawQueued(trx, stationId, who.accountId, now)',
        put: '0',
      },
    ],
    tests: ['server/features/commands/check-in.db.test.ts'],
  },
  {
    row: 'C10',
    without: 'the result of each device: a command succeeds when one does',
    edits: [
      {
        file: 'domain/commands/settle.ts',
        find: "const failed = devices.filter(({ state }) => state !== 'verified')",
        put: "const failed = devices.every(({ state }) => state !== 'verified') ? devices : []",
      },
    ],
    tests: ['server/features/commands/control.db.test.ts', 'domain/commands/settle.test.ts'],
  },
  {
    row: 'A12',
    without: 'the fresh password before control',
    edits: [
      {
        file: 'contract/http/control.ts',
        find: "      'people_at_work',\n      'command_running',\n    ],\n    idempotent: true,\n    fresh: true,\n    status: 201,",
        put: "      'people_at_work',\n      'command_running',\n    ],\n    idempotent: true,\n    status: 201,",
      },
    ],
    tests: ['server/features/commands/brakes.db.test.ts'],
  },
  {
    row: 'O7',
    without: 'the refusal to control without a network',
    edits: [
      {
        file: 'web/parts/control/act-sheet.tsx',
        find: 'disabled={sending.cut || blocked}',
        put: 'disabled={blocked}',
      },
    ],
    tests: ['e2e/control.spec.ts'],
    browser: true,
  },
  {
    row: 'C4',
    without: 'the question whose limit a gateway says is over',
    edits: [
      {
        file: 'server/features/commands/limit-store.ts',
        find: ' AND l.gateway_id = ${said.gatewayId}',
        put: '',
      },
    ],
    tests: ['server/features/commands/limits.db.test.ts'],
  },
  {
    row: 'E4',
    without: 'the longest time of a limit',
    edits: [
      {
        file: 'domain/commands/control-act.ts',
        find: "            z.maximum(LIMIT_LONGEST_S, { error: 'limit_time' }),\n",
        put: '',
      },
    ],
    tests: ['server/features/commands/limits.db.test.ts'],
  },
  {
    row: 'E4',
    without: 'the look at what a device can be told',
    edits: [
      {
        file: 'server/features/commands/weigh-control.ts',
        find: '  if (lacks) return { code: lacks, detail: { field } }\n',
        put: '',
      },
    ],
    tests: ['server/features/commands/limits.db.test.ts'],
  },
]
