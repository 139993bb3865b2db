import { describe, expect, it } from 'vitest'
import { channelNames, isFromGateway, parseTopic, topicOf } from '#contract/mqtt/topics.ts'
import { accessFilters, accessTopics, publishableBy } from '#tests/access-matrix.ts'
import {
  allQueues,
  bindingOf,
  queueBindings,
  routingKeyOf,
  talkQueue,
  telemetryQueues,
  topicExchange,
  topicOfKey,
} from './amqp-topics.ts'
import { mayUseResource, mayUseTopic } from './rabbit-answers.ts'

const own = 'GW2408A00017'
const other = 'GW2408A00018'
const asked = { username: own, clientId: own, resource: 'topic', name: topicExchange }
const mayWrite = (topic: string) =>
  mayUseTopic({ ...asked, permission: 'write', routingKey: routingKeyOf(topic) })
const mayRead = (filter: string) =>
  mayUseTopic({ ...asked, permission: 'read', routingKey: routingKeyOf(filter) })

const may = (resource: string, name: string, permission: string) =>
  mayUseResource({ username: own, resource, name, permission })

/** As RabbitMQ matches a binding of a topic exchange without `#`. */
const matches = (binding: string, key: string): boolean => {
  const [wanted, words] = [binding.split('.'), key.split('.')]
  return wanted.length === words.length && wanted.every((word, n) => word === '*' || word === words[n])
}

const queuesOf = (topic: string): string[] =>
  queueBindings.filter(({ key }) => matches(key, routingKeyOf(topic))).map(({ queue }) => queue)

describe('what RabbitMQ is answered about topics', () => {
  const topics = accessTopics(own, other)
  it('D3: of 200 topics a gateway may publish to those of its own branch that lead away from it', () => {
    expect(topics.filter(mayWrite).toSorted()).toEqual(publishableBy(own).toSorted())
    expect(publishableBy(own).filter(mayWrite)).toHaveLength(publishableBy(own).length)
  })

  it('D3: the same filters as at the built-in broker', () => {
    const { allowed, refused } = accessFilters(own, other)
    expect(allowed.filter(mayRead)).toEqual(allowed)
    expect(refused.filter(mayRead)).toEqual([])
  })

  it('D3: a topic is judged as the one that RabbitMQ makes of it', () => {
    for (const foreign of [
      `pv.v1.${other}.tele`,
      `pv/v1.${other}/tele`,
      `pv.v1/${other}.cmd.req`,
      `pv/v1/${own}/cmd.req`,
    ])
      expect(mayWrite(foreign)).toBe(false)
    for (const wide of ['pv.v1.*.cfg', 'pv/v1/*/cfg', `pv.v1.${other}.cfg`, 'pv.#'])
      expect(mayRead(wide)).toBe(false)
    // The same topic by another name.
    expect(mayWrite(`pv.v1.${own}.tele`)).toBe(true)
  })

  it('D5: only with its own name as client id, at the one exchange, and for what it asked', () => {
    const routingKey = routingKeyOf(topicOf(own, 'tele'))
    const right = { ...asked, permission: 'write', routingKey }
    expect(mayUseTopic(right)).toBe(true)
    expect(mayUseTopic({ ...right, clientId: other })).toBe(false)
    expect(mayUseTopic({ ...right, clientId: '' })).toBe(false)
    expect(mayUseTopic({ ...right, name: 'sunkeeper.tele' })).toBe(false)
    expect(mayUseTopic({ ...right, permission: 'read' })).toBe(false)
    expect(mayUseTopic({ ...right, permission: 'configure' })).toBe(false)
  })
})

describe('what RabbitMQ is answered about its queues and exchanges', () => {
  it('D3: a gateway has the two queues that the plugin makes for it, and the exchange of MQTT', () => {
    for (const permission of ['configure', 'write', 'read'])
      for (const qos of [0, 1])
        expect(may('queue', `mqtt-subscription-${own}qos${qos}`, permission)).toBe(true)
    expect(may('exchange', topicExchange, 'read')).toBe(true)
    expect(may('exchange', topicExchange, 'write')).toBe(true)
  })

  it('D3: and nothing else', () => {
    for (const queue of [...allQueues, `mqtt-subscription-${other}qos1`, `mqtt-subscription-${own}qos2`, ''])
      for (const permission of ['configure', 'write', 'read'])
        expect(may('queue', queue, permission)).toBe(false)
    expect(may('exchange', topicExchange, 'configure')).toBe(false)
    for (const exchange of ['', 'amq.direct', 'sunkeeper.tele', 'sunkeeper.rest'])
      expect(may('exchange', exchange, 'write')).toBe(false)
    expect(may('topic', topicExchange, 'write')).toBe(false)
  })
})

describe('where what gateways say lies', () => {
  it('a routing key is read back as the topic it was', () => {
    for (const topic of publishableBy(own)) expect(topicOfKey(routingKeyOf(topic))).toBe(topic)
    expect(routingKeyOf('pv/v1/+/cmd/#')).toBe('pv.v1.*.cmd.#')
    expect(parseTopic(topicOfKey('pv.v1.GW2408A00017.cmd.res'))).toEqual({ gateway: own, channel: 'cmd/res' })
  })

  it('each channel from gateways has a queue, telemetry its exchange, and no channel to them has any', () => {
    const found = channelNames.flatMap((channel) =>
      channel === 'ota/data' || channel === 'inv' ? [] : [[channel, queuesOf(topicOf(own, channel))]],
    )
    const wanted = channelNames.flatMap((channel) =>
      channel === 'ota/data' || channel === 'inv'
        ? []
        : [[channel, isFromGateway(channel) && channel !== 'tele' ? [talkQueue] : []]],
    )
    expect(found).toEqual(wanted)
    expect(matches(bindingOf('tele'), routingKeyOf(topicOf(own, 'tele')))).toBe(true)
  })

  it('an inventory lies before the readings that follow it, in whichever queue they are', () => {
    expect(queuesOf(topicOf(own, 'inv')).toSorted()).toEqual([...telemetryQueues, talkQueue].toSorted())
  })
})
