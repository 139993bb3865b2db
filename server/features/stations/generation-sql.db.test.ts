import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { generationFlags, generationW, saidGenerationW } from '#domain/telemetry/generation.ts'
import { hasFlag, qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { testDatabase } from '#tests/database.ts'
import { generation, generationBelieved, saidGeneration } from './generation-sql.ts'

const { db } = await testDatabase()
const { power, pvPower, energy } = qualityFlags

it('SQL takes the same for generation as the domain, whatever a reading says and leaves out', async () => {
  const all = [-5000, 0, 3000, null].flatMap((acW) =>
    [-4, 0, 4310, null].flatMap((pvW) =>
      [8_000_000, 0, null].flatMap((pvWh) =>
        [0, power, pvPower, power | pvPower, energy].map((flags) => ({ acW, pvW, pvWh, flags })),
      ),
    ),
  )
  const { rows } = await sql<{ said: number | null; believed: boolean; made: number | null }>`
    SELECT ${saidGeneration('r')} AS said, ${generationBelieved('r')} AS believed, ${generation('r')} AS made
      FROM unnest(${all.map(({ acW }) => acW)}::real[], ${all.map(({ pvW }) => pvW)}::real[],
                  ${all.map(({ pvWh }) => pvWh)}::float8[], ${all.map(({ flags }) => flags)}::int[])
           WITH ORDINALITY AS r(p, p_pv, e_pv, flags, n) ORDER BY n`.execute(db)
  expect(rows).toEqual(
    all.map((said) => ({
      said: saidGenerationW(said),
      believed: !hasFlag(generationFlags(said, said.flags), 'power'),
      made: generationW(said, said.flags),
    })),
  )
})
