import { describe, expect, it } from 'vitest'
import { topicOf } from './mqtt.ts'

describe('the topic of an address', () => {
  it.each([
    ['/solar', 'solar'],
    ['/solar/', 'solar'],
    ['/home/solar/#', 'home/solar'],
    ['/solar/+/0/power', 'solar'],
    ['/#', ''],
    ['/solar/114190641177/0/power', 'solar/114190641177'],
    ['/114190641177', '114190641177'],
    ['/inverter/Roof/ch0/P_AC', 'inverter/Roof'],
  ])('of %s is "%s"', (path, topic) => {
    expect(topicOf(path)).toBe(topic)
  })
})
