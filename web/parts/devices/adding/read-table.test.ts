import { describe, expect, it } from 'vitest'
import { tableText } from '../table-text.ts'
import { readTable } from './read-table.ts'

const read = async (text: string | Uint8Array<ArrayBuffer>) => readTable(new Blob([text]))

describe('a table of devices', () => {
  it.each([
    'SN,Type,Model,String,Position,Name\r\nOP2408A1,optimizer,P505,2,7,"West, row 1"\r\n,optimizer,P505,2,8,\r\n',
    '\uFEFF序列号;设备类型;型号;组串;位置;名称\nOP2408A1;优化器;P505;2;7;West, row 1\n;优化器;P505;2;8;\n',
  ])('is read by the names of its columns, lines without a serial left out', async (text) => {
    expect(await read(text)).toEqual({
      lines: [
        {
          sn: 'OP2408A1',
          changes: { kind: 'optimizer', model: 'P505', stringNo: 2, position: 7, name: 'West, row 1' },
        },
      ],
    })
  })

  it('of a spreadsheet program in China is read too', async () => {
    const head = new Uint8Array([0xd0, 0xf2, 0xc1, 0xd0, 0xba, 0xc5])
    const bytes = new Uint8Array([...head, ...new TextEncoder().encode('\r\n123456789012\r\n')])
    expect(await read(bytes)).toEqual({ lines: [{ sn: '123456789012', changes: {} }] })
  })

  it('without a column of serials is a list like any other', async () => {
    expect(await read('OP2408A1\nOP2408A2\n')).toEqual({ text: 'OP2408A1\nOP2408A2\n' })
  })

  it('numbers that make no sense are left out', async () => {
    expect(await read('SN,String,Position\nOP2408A1,zero,0\n')).toEqual({
      lines: [{ sn: 'OP2408A1', changes: {} }],
    })
  })

  it('the template, filled in, is read back', async () => {
    const template = tableText(['SN', 'Name'], [['OP2408A1', 'a "b", c']])
    expect(await read(template)).toEqual({ lines: [{ sn: 'OP2408A1', changes: { name: 'a "b", c' } }] })
  })
})
