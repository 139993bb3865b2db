import { expect, it } from 'vitest'
import { displayName } from '../files/display-name.ts'
import { remark } from '../work-orders/fields.ts'
import { companyName, personName } from './fields.ts'

const unseenOnes = [
  0xe0041, 0xe0001, 0xfffd, 0xffff, 0xfdd0, 0x1fffe, 0x2028, 0x2029, 0x180e, 0x00ad, 0x061c, 0x3164, 0x115f,
  0xffa0, 0x200b, 0x202e, 0x2066, 0xfeff, 0xfff9, 0xfffc,
]

it('V4: what is not seen is refused in every text that people type, and goes from names of files', () => {
  for (const code of unseenOnes) {
    const text = `Li${String.fromCodePoint(code)}Wei`
    const hex = code.toString(16)
    for (const field of [personName, companyName, remark])
      expect([hex, field.safeParse(text).success]).toEqual([hex, false])
    expect([hex, displayName(`${text}.pdf`)]).toEqual([hex, 'LiWei.pdf'])
  }
  for (const name of ['李伟', 'Zoë Müller-Łuk', '👷 Team', 'ｶﾅ', 'नमस्ते', '葛\u{E0100}城'])
    expect([name, personName.safeParse(name).success]).toEqual([name, true])
  expect(remark.safeParse('one\ntwo').success).toBe(true)
})
