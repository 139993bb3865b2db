import { expect, it } from 'vitest'
import { rules } from './all-rules.ts'

/** Products that watch stations, and makers: what they do is no reason for a figure of ours. */
const others =
  /PowerTrack|AlsoEnergy|Solarman|SolarEdge|Sungrow|iSolarCloud|Huawei|FusionSolar|SMA\b|Fronius|Growatt|GoodWe|Deye|Enphase|APsystems|meteocontrol|VCOM/i

it.each(Object.values(rules))(
  'why a figure of $id is what it is names no other product, in either language',
  ({ source }) => {
    for (const text of [source.en, source.zh_CN]) expect(text).not.toMatch(others)
  },
)

it('a silent gateway is told in both languages to be our own choice', () => {
  const { source } = rules.gateway_silent
  expect(source.en).toContain('our own choice')
  expect(source.zh_CN).toContain('本系统自定')
})
