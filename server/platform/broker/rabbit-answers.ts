import { judgePublish, maySubscribe } from './access.ts'
import { topicExchange, topicOfKey } from './amqp-topics.ts'

/** What RabbitMQ's HTTP backend asks beside the login itself, as its form says it. */
export type ResourceAsked = { username: string; resource: string; name: string; permission: string }
export type TopicAsked = ResourceAsked & { routingKey: string; clientId: string }

/** The plugin's own queues of one gateway, and the exchange that all of MQTT goes through. */
export const mayUseResource = ({ username, resource, name, permission }: ResourceAsked): boolean => {
  if (resource === 'exchange')
    return name === topicExchange && (permission === 'read' || permission === 'write')
  if (resource !== 'queue') return false
  return [0, 1].some((qos) => name === `mqtt-subscription-${username}qos${qos}`)
}

/**
 * The rules of the built-in broker, on what RabbitMQ will really route by: a topic with a dot in it is judged as the
 * topic that it becomes.
 */
export const mayUseTopic = ({ username, name, permission, routingKey, clientId }: TopicAsked): boolean => {
  if (name !== topicExchange || clientId !== username) return false
  const topic = topicOfKey(routingKey)
  if (permission === 'read') return maySubscribe(username, topic)
  if (permission !== 'write') return false
  // Of retained copies and sizes it says nothing: nobody is handed the former, the broker itself bounds the latter.
  return 'channel' in judgePublish(username, { topic, retain: false, qos: 1, bytes: 0 })
}
