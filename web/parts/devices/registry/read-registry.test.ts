import { describe, expect, it } from 'vitest'
import { readRegistry, registryTemplate, registryText, resultsOf, type RegistryRow } from './read-registry.ts'

const head = 'serial,secret,claim_code,model'
const rowsOf = async (text: string): Promise<RegistryRow[]> => {
  const read = await readRegistry(text)
  if (read.fault !== null) throw new Error(read.fault)
  return read.rows
}
/** Blanks count in a secret, and not in a claim code. */
const written = ({ line }: RegistryRow) => ({ ...line, claim_code: line.claim_code?.replace('\n', ' ') })
const problems = (rows: RegistryRow[]) => rows.map(({ no, problem }) => [no, problem?.column, problem?.code])

describe('a table of gateways for the registry', () => {
  it('is judged line by line, as a spreadsheet counts them', async () => {
    const rows = await rowsOf(
      [
        head,
        'GW2408A00017,twelve chars,K7QF-93,EMU-2',
        '',
        '"gw2408a00018","a ""quoted"" secret",ABC-1,',
        'gw2408a00017,another secret,K7QF-94,',
        'GW24,twelve chars,K7QF-93,',
        'GW2408A00019,short,K7QF-93,',
        'GW2408A00020,,K7QF-93,',
        'GW2408A00021,twelve chars',
      ].join('\r\n'),
    )
    expect(problems(rows)).toEqual([
      [2, undefined, undefined],
      [4, undefined, undefined],
      [5, 'serial', 'twice'],
      [6, 'serial', 'sn_format'],
      [7, 'secret', 'invalid_input'],
      [8, 'secret', 'required'],
      [9, 'claim_code', 'required'],
    ])
    expect(rows[2]?.problem).toMatchObject({ before: 2 })
    expect(rows[1]).toMatchObject({ sn: 'GW2408A00018', line: { secret: 'a "quoted" secret' } })
  })

  it.each([
    '\uFEFF序列号;密钥;认领码;型号\nGW2408A00017;twelve chars;K7QF-93;EMU-2\n',
    'SN\tSecret\tClaim code\tModel\nGW2408A00017\ttwelve chars\tK7QF-93\tEMU-2',
  ])('of another program is read too', async (text) => {
    const [row] = await rowsOf(text)
    expect(row).toMatchObject({
      problem: null,
      line: { serial: 'GW2408A00017', secret: 'twelve chars', claim_code: 'K7QF-93', model: 'EMU-2' },
    })
  })

  it('says what keeps all of it from being read', async () => {
    expect(await readRegistry(' \n ')).toEqual({ fault: 'empty' })
    expect(await readRegistry(`${head}\n`)).toEqual({ fault: 'empty' })
    expect(await readRegistry(`${head}\n"GW2408A00017,x`)).toEqual({ fault: 'unreadable' })
    expect(await readRegistry('serial,model,owner\nGW2408A00017,EMU-2,me')).toEqual({
      fault: 'head',
      missing: ['claim_code', 'secret'],
      unknown: ['owner'],
      twice: false,
    })
    expect(await readRegistry(`${head},secret\nGW2408A00017,x,y,z,a`)).toMatchObject({
      fault: 'head',
      twice: true,
    })
  })

  it('has 2,000 lines at most and 900,000 bytes', async () => {
    const table = (count: number): string =>
      [head, ...Array.from({ length: count }, (_, no) => `GW24${10_000 + no},twelve chars,K${no},`)].join(
        '\n',
      )
    expect((await rowsOf(table(2_000))).length).toBe(2_000)
    expect(await readRegistry(table(2_001))).toEqual({ fault: 'lines', found: 2_001 })
    expect(await readRegistry(`${head}\n${'x'.repeat(900_000)}`)).toMatchObject({ fault: 'characters' })
  })

  it('what is sent is read back as it was, and answers find their lines', async () => {
    const rows = await rowsOf(
      [
        'secret,serial,claim_code',
        '"=1+1, ""x"" and more",GW2408A00017,K7QF-93',
        'short,GW2408A00018,K7QF-93',
        '"two  blanks  kept",GW2408A00021,"K7QF\n-93"',
        ' -twelve chars- ,GW2408A00019,K7QF-93',
        'twelve chars,GW2408A00020,K7QF-93',
      ].join('\n'),
    )
    const sent = rows.filter(({ problem }) => problem === null)
    const again = await rowsOf(registryText(sent))
    expect(again.map(({ line }) => line)).toEqual(sent.map(written))
    expect(again.map(({ no }) => no)).toEqual([2, 3, 4, 5])
    const answer = { unchangedLines: [3], errors: [{ line: 5, code: 'sn_repeat' }] }
    expect(resultsOf(sent, answer).map(({ sn, result, code }) => [sn, result, code])).toEqual([
      ['GW2408A00017', 'imported', null],
      ['GW2408A00021', 'known', null],
      ['GW2408A00019', 'imported', null],
      ['GW2408A00020', 'refused', 'sn_repeat'],
    ])
    expect(resultsOf(sent, answer).map(({ no }) => no)).toEqual([2, 5, 6, 7])
  })

  it('the template has all titles, and its line cannot be imported as it is', async () => {
    expect(problems(await rowsOf(registryTemplate()))).toEqual([[2, 'secret', 'required']])
  })
})
