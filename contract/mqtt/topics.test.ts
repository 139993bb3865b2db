import { describe, expect, it } from 'vitest'
import { channelNames, firmwareChunkTopic, isFromGateway, parseTopic, topicOf } from './topics.ts'

const gateway = 'GW2408A00017'

describe('topics', () => {
  it('reads back every topic it makes', () => {
    for (const channel of channelNames) {
      if (channel === 'ota/data') continue
      expect(parseTopic(topicOf(gateway, channel))).toEqual({ gateway, channel })
    }
    expect(parseTopic(firmwareChunkTopic(gateway, 'u-77', 45))).toEqual({
      gateway,
      channel: 'ota/data',
      job: 'u-77',
      chunk: 45,
    })
  })

  it.each([
    'pv/v1/GW2408A00017',
    'pv/v1/GW2408A00017/',
    'pv/v1/GW2408A00017/tele/',
    'pv/v1/GW2408A00017//tele',
    'pv/v1/gw2408a00017/tele',
    'pv/v1/GW2408A00017/__proto__',
    'pv/v1/GW2408A00017/constructor',
    'pv/v1/+/tele',
    'pv/v1/GW2408A00017/#',
    'pv/v2/GW2408A00017/tele',
    '/pv/v1/GW2408A00017/tele',
    'pv/v1/GW2408A00017/ota/data',
    'pv/v1/GW2408A00017/ota/data/u-77/-1',
    'pv/v1/GW2408A00017/ota/data/u-77/01',
    `pv/v1/GW2408A00017/ota/data/${'x'.repeat(41)}/1`,
    `pv/v1/${'G'.repeat(65_000)}/tele`,
    '$SYS/broker/clients',
    '',
  ])('has no topic %s', (topic) => {
    expect(parseTopic(topic)).toBeNull()
  })

  it('leads commands, settings and firmware to the gateway and nothing else', () => {
    const toGateway = channelNames.filter((channel) => !isFromGateway(channel))
    expect(toGateway.sort()).toEqual(['cfg', 'cmd/req', 'ota/data', 'ota/offer'])
  })
})
