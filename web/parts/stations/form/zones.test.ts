import { describe, expect, it } from 'vitest'
import { allZones, countryOfZone, longName, offsetText, sameZone } from './zones.ts'

const july = Date.UTC(2026, 6, 1)
const january = Date.UTC(2026, 0, 1)

describe('time zones to choose from', () => {
  it('are all that the runtime knows, and UTC', () => {
    expect(allZones()).toContain('Asia/Shanghai')
    expect(allZones()).toContain('UTC')
    expect(new Set(allZones()).size).toBe(allZones().length)
  })
  it('have the offset of the moment, summer time and minutes included', () => {
    expect(offsetText('Asia/Shanghai', july)).toBe('UTC+08:00')
    expect(offsetText('Europe/Berlin', july)).toBe('UTC+02:00')
    expect(offsetText('Europe/Berlin', january)).toBe('UTC+01:00')
    expect(offsetText('Asia/Kathmandu', july)).toBe('UTC+05:45')
    expect(offsetText('UTC', july)).toBe('UTC+00:00')
    expect(offsetText('No/Where', july)).toBe('')
  })
  it('are known by their old and new names', () => {
    expect(sameZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true)
    expect(sameZone('Asia/Kolkata', 'Asia/Shanghai')).toBe(false)
    expect(sameZone('No/Where', 'Asia/Shanghai')).toBe(false)
  })
  it('have a name that people use', () => {
    expect(longName('en', 'Asia/Shanghai', july)).toBe('China Standard Time')
    expect(longName('zh_CN', 'Asia/Shanghai', july)).toBe('中国标准时间')
    expect(longName('en', 'No/Where', july)).toBe('')
  })
  it('tell the country where only one lies in them', () => {
    expect(countryOfZone('Asia/Shanghai')).toBe('CN')
    expect(countryOfZone('America/Denver')).toBe('US')
    expect(countryOfZone('Asia/Kolkata')).toBe('IN')
    expect(countryOfZone('UTC')).toBeNull()
  })
})
