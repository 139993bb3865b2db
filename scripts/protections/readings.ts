// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

const early = {
  file: 'server/features/telemetry/reading-intake.ts',
  find: '        queue.push(waiting)\n',
  put: '        queue.push(waiting)\n        resolve()\n',
}

/** The MQTT interface, readings and the energy ledger. */
export const readings: readonly Protection[] = [
  {
    row: 'D1',
    without: 'the refusal of a wrong secret',
    edits: [
      {
        file: 'server/platform/broker/gateway-login.ts',
        find: "if (answer === 'no') return fail('credentials')",
        put: '',
      },
    ],
    tests: ['server/platform/broker/broker-access.test.ts'],
  },
  {
    row: 'D1',
    without: 'the end of an unknown or revoked login',
    edits: [
      {
        file: 'server/platform/broker/credentials.ts',
        find: 'if (!right || stored === null) return false',
        put: 'if (!right && stored !== null) return false\n    if (stored === null) return true',
      },
    ],
    tests: ['server/platform/broker/credentials.test.ts'],
  },
  {
    row: 'D3',
    without: 'the own branch of a gateway when it publishes',
    edits: [
      {
        file: 'server/platform/broker/access.ts',
        find: 'parsed === null || parsed.gateway !== gateway || !isFromGateway(parsed.channel)',
        put: 'parsed === null || !isFromGateway(parsed.channel)',
      },
    ],
    tests: ['server/platform/broker/broker-access.test.ts'],
  },
  {
    row: 'D3',
    without: 'the list of what a gateway may subscribe to',
    edits: [
      {
        file: 'server/platform/broker/access.ts',
        find: 'return ownFilters.has(rest) || jobFilter.test(rest)',
        put: 'return ownFilters.has(rest) || jobFilter.test(rest) || rest.length > 0',
      },
    ],
    tests: ['server/platform/broker/broker-access.test.ts'],
  },
  {
    row: 'D4',
    without: 'the question whose child a serial is, at readings',
    edits: [
      {
        file: 'server/features/telemetry/known-gateways.ts',
        find: 'WHERE gateway_id = ANY($1) AND removed_at',
        put: 'WHERE $1::uuid[] IS NOT NULL AND removed_at',
      },
      {
        file: 'server/features/telemetry/known-gateways.ts',
        find: 'children.get(row.id) ?? []',
        put: '[...children.values()].flat()',
      },
    ],
    tests: ['server/features/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D4',
    without: 'the question whose child a serial is, at inventories',
    edits: [
      {
        file: 'domain/devices/plan-inventory.ts',
        find: "if (same.some((one) => one.reportedByGateway)) return { is: 'refused', reason: 'other_gateway' }",
        put: '',
      },
    ],
    tests: ['server/features/devices/gateway-messages.db.test.ts'],
  },
  {
    row: 'D5',
    without: 'the bond of client id and user name',
    edits: [
      {
        file: 'server/platform/broker/gateway-login.ts',
        find: 'if (username !== clientId || !gatewaySerialPattern.test(clientId))',
        put: 'if (!gatewaySerialPattern.test(clientId))',
      },
    ],
    tests: ['server/platform/broker/broker-access.test.ts'],
  },
  {
    row: 'D6',
    without: 'the refusal of retained messages',
    edits: [
      {
        file: 'server/platform/broker/access.ts',
        find: "if (request.retain && !channels[parsed.channel].retained) return { refusal: 'publish_retained' }",
        put: '',
      },
    ],
    tests: ['server/platform/broker/broker-access.test.ts'],
  },
  {
    row: 'D7',
    without: 'the memory of messages that came before',
    edits: [
      {
        file: 'server/features/telemetry/store-readings.ts',
        find: '    if (!fresh.has(key)) continue\n',
        put: '',
      },
    ],
    tests: ['server/features/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D8',
    without: 'the rule that newest values only move forward',
    edits: [
      {
        file: 'server/features/telemetry/reading-stage.ts',
        find: '        WHERE latest.ts < excluded.ts\n',
        put: '',
      },
    ],
    tests: ['server/features/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D10',
    without: 'the doubt about a clock that is far off',
    edits: [
      {
        file: 'domain/telemetry/reading-time.ts',
        find: 'if (!Number.isFinite(deviceTs) || !believesClock(deviceTs, arrivedAt, hist))',
        put: 'if (!Number.isFinite(deviceTs))',
      },
    ],
    tests: ['domain/telemetry/reading-time.test.ts', 'server/features/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D10',
    without: 'the doubt about a clock that is steadily late',
    edits: [
      {
        file: 'domain/telemetry/clock-lateness.ts',
        find: 'known !== null && known.reports >= STEADY_REPORTS &&',
        put: 'known !== null && known.reports < 0 &&',
      },
    ],
    tests: ['domain/telemetry/clock-lateness.test.ts', 'server/features/telemetry/store-readings.db.test.ts'],
  },
  {
    row: 'D11',
    without: 'the limit of rated power on what a counter may grow',
    edits: [
      {
        file: 'domain/telemetry/counter-rules.ts',
        find: "return growth <= growthLimitWh(limits, last, next) ? 'step' : null",
        put: "return 'step'",
      },
    ],
    tests: ['domain/telemetry/energy-ledger.test.ts'],
  },
  {
    row: 'D11',
    without: 'what takes a spike within rated power back',
    edits: [
      {
        file: 'domain/telemetry/energy-ledger.ts',
        find: 'if (first.wh < this.held.wh && !this.isNewDay(first) && this.takeBack(first)) {',
        put: 'if (first.wh < 0 && this.takeBack(first)) {',
      },
    ],
    tests: ['domain/telemetry/energy-ledger.test.ts'],
  },
  {
    row: 'D11',
    without: 'what a counter shows of its power by itself',
    edits: [
      {
        file: 'domain/telemetry/counter-rules.ts',
        find: '(shownW ?? 0) * SHOWN_TOLERANCE',
        put: '0',
      },
    ],
    tests: ['domain/telemetry/shown-power.test.ts'],
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
        file: 'server/platform/broker/packet-gate.ts',
        find: "if (header.totalBytes > this.#limitFor(header.type)) return this.#fail('packet_too_large')",
        put: '',
      },
    ],
    tests: ['server/platform/broker/packet-gate.test.ts', 'server/platform/broker/broker-hostile.test.ts'],
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
    tests: ['server/features/telemetry/roll-up.db.test.ts'],
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
    tests: ['domain/devices/presence.test.ts', 'server/platform/broker/wills.db.test.ts'],
  },
  {
    row: 'D17',
    without: 'the question about the connection where the server takes a will',
    edits: [
      {
        file: 'server/features/devices/apply-will.ts',
        find: '!isCurrentWill(connectionOf(link), { boot: will.boot, conn: heldCount(will.conn) })',
        put: 'will.boot.length === 0',
      },
    ],
    tests: ['server/platform/broker/wills.db.test.ts'],
  },
  {
    row: 'D18',
    without: 'the wait of the acknowledgement for the store, at the broker',
    edits: [
      {
        file: 'server/platform/broker/gateway-broker.ts',
        find: '    inFlight += 1\n',
        put: '    inFlight += 1\n    answer(true)\n',
      },
      {
        file: 'server/platform/broker/gateway-broker.ts',
        find: "      answer(outcome !== 'failed')\n",
        put: '      void outcome\n',
      },
    ],
    tests: ['server/platform/broker/broker-delivery.test.ts'],
  },
  {
    row: 'D18',
    without: 'the wait of the acknowledgement for the commit, at the intake',
    edits: [early],
    tests: ['server/features/telemetry/reading-intake.db.test.ts'],
  },
  {
    row: 'D2',
    without: 'the end of the login of a gateway that was replaced',
    edits: [
      {
        file: 'server/features/devices/replace-gateway.ts',
        find: '  await setSecretHash(trx, old.id, null)\n',
        put: '',
      },
    ],
    tests: ['server/features/devices/site.db.test.ts'],
  },
  {
    row: 'D9',
    without: 'the question which boot an alarm is of',
    edits: [
      {
        file: 'server/features/alarms/hear-alarm.ts',
        find: "    if (link.boot !== event.boot) return nothing('old')\n",
        put: '',
      },
    ],
    tests: ['server/features/alarms/alarms.db.test.ts'],
  },
  {
    row: 'D19',
    without: 'the flag of what cannot be',
    edits: [
      {
        file: 'domain/telemetry/reading-quality.ts',
        find: '  if (!inRange(value, range)) seen.flags |= qualityFlags[range.flag]\n',
        put: '',
      },
    ],
    tests: ['domain/telemetry/reading-quality.test.ts'],
  },
  {
    row: 'D15',
    without: 'the limit of logins of one gateway',
    edits: [
      {
        file: 'server/platform/broker/gateway-login.ts',
        find: "  if (!limits.login(gateway, now())) throw new LoginRefused('too_many_logins')\n",
        put: '',
      },
    ],
    tests: ['server/platform/broker/broker-crowd.test.ts'],
  },
  {
    row: 'D14',
    without: 'the limit of messages in flight',
    edits: [
      {
        file: 'server/platform/broker/packet-gate.ts',
        find: '    if (this.#places.length >= this.#limits.inFlight) return false\n',
        put: '',
      },
    ],
    tests: ['server/platform/broker/packet-gate.test.ts', 'server/platform/broker/broker-crowd.test.ts'],
  },
]
