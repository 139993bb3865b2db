import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { blockOf, sayingNothing, type Source } from './packed-block.ts'

const { db } = await testDatabase()

type Values = readonly (number | null)[]

/** What the database reads out of a block. */
const valuesOf = async (block: Buffer, readings: number, base: readonly number[] | null = null) => {
  const { rows } = await sql<{ values: Values }>`
    SELECT packed_values(${block}::bytea, ${base}::bigint[], ${readings}::int, NULL) AS values`.execute(db)
  return rows[0]?.values
}
/** The same of currents, by arrays of power and voltage and by their blocks. */
const currentsOf = async (block: Buffer, { powers, voltages }: Source) => {
  const [power, voltage] = [powers, voltages].map((values) => blockOf(values, { compressed: false }))
  const { rows } = await sql<{ values: Values; same: Values }>`
    SELECT packed_currents(${block}::bytea, NULL, ${powers.length}::int, NULL, ${[...powers]}::float8[],
                           ${[...voltages]}::float8[]) AS values,
           packed_current(${block}::bytea, NULL, ${powers.length}::int, NULL, ${power}::bytea, ${voltage}::bytea) AS same`.execute(
    db,
  )
  return rows[0]
}

const times = (count: number, of: (index: number) => number | null): (number | null)[] =>
  Array.from({ length: count }, (_, index) => of(index))

/** Planes of so many bytes, as they were written until migration 0274. */
const planes = (values: Values, width: number): string =>
  Buffer.concat([
    Buffer.from([64 + width, 0, 0]),
    ...Array.from({ length: width }, (_, plane) =>
      Buffer.from(values.map((value) => Math.floor((value ?? 256 ** width - 1) / 256 ** plane) % 256)),
    ),
  ]).toString('hex')

const [three, four] = [
  times(20, (k) => (k === 3 ? null : 9_000_000 + k)),
  times(20, (k) => (k === 3 ? null : 3e9 + k)),
]
const counter = times(40, (k) => (k === 7 ? null : 1_000_000 + k * 3 + (k % 3)))
const before: [string, Values, string, number[]][] = [
  ['values that are alike', [42.5, 42.5, 42.5], '000101', [425]],
  ['few bits a value', [-3, 0, null, 4, 2, 1, -1, 3], '040001307f456200000000', [-3]],
  ['more bits', [100.25, 812.5, null, 333.75, 12, 0.25], '1102002927c47afeffff12044b20030000000000', []],
  ['a plane', [200, 7, null, 255 - 1], '410000c807fffe', []],
  ['two planes', [70_000, null, 71_039], '42000100ff0f00ff04', [70_000]],
  ['three planes', three, planes(three, 3), []],
  ['four planes', four, planes(four, 4), []],
  ['differences', counter, '05800100218190f8502024101208098404420221819040482024101200000000', [1_000_000]],
]

const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -400, max: 4000 }).map((n) => n / 10) },
  { weight: 2, arbitrary: fc.constantFrom(0, 17, 17.5) },
  { weight: 1, arbitrary: fc.constantFrom(-7e5, 4_000_000_000, -2_147_483_648.5, 0.000_001, 8e15) },
)
const values = fc
  .array(fc.record({ value: fc.option(number, { freq: 6 }), often: fc.constantFrom(1, 1, 1, 3, 300) }), {
    minLength: 1,
    maxLength: 80,
  })
  .map((some) => some.flatMap(({ value, often }) => times(often, () => value)))

/** A day as it was packed before migration 0274, or by a server of the version before beside this one. */
const dayBefore = async (): Promise<void> => {
  await sql`SELECT reading_packed_make('2025-04-01')`.execute(db)
  await sql`INSERT INTO reading_packed (device_no, day, readings, step_ms, base, ts, received, hist, state, flags, p, p_dc, e_tot, u_in,
      i_in, u, i, mppt_n, mppt, raw_said, raw_at)
    VALUES (7, '2025-04-01', 3, 300000,
      '{36000000,180,1,7900,8055,3278992,300,264,2298,2299,2304,117,118,120,5400,230,1240,541,231,1250}', '\\x000001',
      '\\x4100021e00dc', '\\x000000', '\\x000003', '\\x000000', '\\x410104e1ff00', '\\x410105f59100', '\\x410006004487',
      '\\x410107010200', '\\x410108090500', ARRAY['\\x410109040002', '\\x41010aff0100', '\\x41010b060007']::bytea[],
      ARRAY['\\x41020c0300ff', '\\x41020d0002ff', '\\x41020e0001ff']::bytea[], '{1,2}',
      ARRAY['\\x41010f1300ff', '\\x410210040000', '\\x4100111b0001', '\\x000012', '\\x410213ff0000', '\\x410014000102']::bytea[],
      '[{"St":4},{"St":2}]', '\\x410000000001')`.execute(db)
}

const tracker = (n: number, u: number | null, i: number | null, p: number) => ({ n, u, i, p })

describe('a packed day', () => {
  it('of the form before is read', async () => {
    await dayBefore()
    const { rows } = await sql<Record<string, unknown>>`
      SELECT extract(epoch FROM received_at - ts)::float8 AS way, extract(epoch FROM ts - day::timestamp AT TIME ZONE 'UTC')::int AS at,
             hist, state, flags, p, p_dc, e_tot, u_in, i_in, u, i, mppt, raw
        FROM reading_unpacked WHERE device_no = 7 AND day = '2025-04-01' ORDER BY ts`.execute(db)
    const always = { hist: false, state: 1, flags: 0 }
    expect(rows).toEqual([
      {
        ...always,
        way: 0.21,
        at: 36_000,
        p: 812.5,
        p_dc: 830,
        e_tot: 3_278_992,
        u_in: 30.1,
        i_in: 27.3,
        u: [230.2, null, 231],
        i: [1.2, 1.18, 1.2],
        mppt: [tracker(1, 541.9, 2.34, 1267), tracker(2, 541, null, 1250)],
        raw: { St: 4 },
      },
      {
        ...always,
        way: 0.18,
        at: 36_300,
        p: null,
        p_dc: 820,
        e_tot: 3_279_060,
        u_in: 30.2,
        i_in: 26.9,
        u: [229.8, 230, 230.4],
        i: [1.17, 1.2, 1.21],
        mppt: [tracker(1, 540, 2.3, 1240), tracker(2, 541, 2.31, 1251)],
        raw: { St: 4 },
      },
      {
        ...always,
        way: 0.4,
        at: 36_600,
        p: 790,
        p_dc: 805.5,
        e_tot: 3_279_127,
        u_in: 30,
        i_in: 26.4,
        u: [230, 229.9, 231.1],
        i: null,
        mppt: [tracker(1, null, 2.3, 1241), tracker(2, 541, 2.31, 1252)],
        raw: { St: 2 },
      },
    ])
  })
})

describe('a block', () => {
  it.each(before)('of the form before is read: %s', async (_, said, block, base) => {
    expect(await valuesOf(Buffer.from(block, 'hex'), said.length, base)).toEqual(said)
  })

  it('says its values exactly, or says that it cannot', async () => {
    const said = new Set<number>()
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), fc.boolean(), async (given, compressed, always) => {
        const block = blockOf(given, { compressed, always })
        said.add(Math.floor((block?.[0] ?? 0) / 16))
        const nothing = given.every((value) => value === null)
        expect(block === undefined).toBe(nothing)
        const read = block ? await valuesOf(block, given.length) : null
        expect(read).toEqual(block ? given : null)
      }),
      { numRuns: 400, endOnFailure: true },
    )
    // Bits of either width, and runs.
    expect([...said].toSorted()).toEqual(expect.arrayContaining([0, 1, 5]))
  })

  it.each([1, 2, 3, 4])('stands in %i planes where compression finds repetitions there', async (width) => {
    const most = 256 ** width / 8
    const given = times(602, (k) =>
      k === 9 ? null : k === 600 ? 0 : k === 601 ? most : most / 2 + ((Math.floor(k / 8) * 89) % 16),
    )
    const block = blockOf(given, { compressed: true, always: true })
    expect(block?.[0]).toBe(64 + width)
    expect(await valuesOf(block ?? Buffer.alloc(0), given.length)).toEqual(given)
  })

  it('says nothing where others say something', async () => {
    expect(await valuesOf(sayingNothing(21), 21)).toEqual(times(21, () => null))
  })

  it('says what stands still in a few bytes', () => {
    const still = times(2000, (k) => (k < 900 ? 4 : k < 1700 ? 512 : 4))
    const block = blockOf(still, { compressed: false, always: true })
    expect(block?.length).toBeLessThan(40)
  })

  it('says currents by what power and voltage make of them, exactly', async () => {
    let followed = 0
    const reading = fc.record({
      power: fc.option(fc.integer({ min: -500, max: 4000 }), { freq: 8 }),
      voltage: fc.option(fc.integer({ min: 0, max: 600 }), { freq: 8 }),
      share: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
      other: fc.option(fc.integer({ min: -900, max: 900 }), { freq: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(reading, { minLength: 20, maxLength: 60 }),
        fc.boolean(),
        async (some, compressed) => {
          const powers = some.map(({ power }) => (power === null ? null : power / 10))
          const voltages = some.map(({ voltage }) => (voltage === null ? null : voltage / 10))
          const currents = some.map(({ power, voltage, share, other }) =>
            other === null
              ? null
              : power === null || voltage === null || voltage === 0
                ? other / 100
                : (Math.round((share * power * 100) / voltage) + 0) / 100,
          )
          const block = blockOf(currents, { compressed, source: { powers, voltages } })
          if (!block || !blockOf(powers, { compressed }) || !blockOf(voltages, { compressed })) return
          followed += ((block[1] ?? 0) & 32) === 32 ? 1 : 0
          const read = await currentsOf(block, { powers, voltages })
          expect(read?.values).toEqual(currents)
          expect(read?.same).toEqual(currents)
        },
      ),
      { numRuns: 200, endOnFailure: true },
    )
    expect(followed).toBeGreaterThan(20)
  })

  it('says measured currents in a third of the bytes', () => {
    const voltages = times(120, (k) => 300 + ((k * 7) % 13)).map((v) => (v ?? 0) / 10)
    const powers = times(120, (k) => 400 + ((k * 7919) % 3000)).map((p) => (p ?? 0) / 10)
    const currents = powers.map((power, k) => Math.round((power * 98) / (voltages[k] ?? 1)) / 100)
    const alone = blockOf(currents, { compressed: false })?.length ?? 0
    expect(blockOf(currents, { compressed: false, source: { powers, voltages } })?.length).toBeLessThan(
      alone / 3,
    )
  })
})
