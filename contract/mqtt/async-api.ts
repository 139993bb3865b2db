import * as z from 'zod/mini'
import { commandRequest } from './command.ts'
import { config } from './config.ts'
import { gatewayMessages } from './decode.ts'
import { examples } from './examples.ts'
import { firmwareChunkBytes, firmwareOrder } from './firmware.ts'
import { type Channel, channelNames, channels, isFromGateway, maxMessageBytes, topicRoot } from './topics.ts'

/** The messages by channel; a firmware chunk is binary and has no schema. */
export const messageSchemas: Record<Exclude<Channel, 'ota/data'>, z.core.$ZodType> = {
  ...gatewayMessages,
  cfg: config,
  'cmd/req': commandRequest,
  'ota/offer': firmwareOrder,
}

/** `cmd/req` becomes `cmdReq`: keys of the document may not hold a slash. */
const keyOf = (channel: Channel): string =>
  channel.replace(/\/([a-z])/g, (_, letter: string) => letter.toUpperCase())

const addressOf = (channel: Channel): string =>
  `${topicRoot}/{gateway}/${channel === 'ota/data' ? 'ota/data/{job}/{n}' : channel}`

const parameters = {
  gateway: { description: 'Serial of the gateway in its normal form; also its user name and client id' },
}
const chunkParameters = {
  job: { description: 'Id of the firmware job' },
  n: { description: 'Number of the chunk, counted from 0' },
}

function messageOf(channel: Channel): object {
  const { summary } = channels[channel]
  if (channel === 'ota/data') {
    return {
      summary,
      contentType: 'application/octet-stream',
      payload: {
        type: 'string',
        format: 'binary',
        description: `4 bytes CRC-32 (IEEE 802.3) of the data, big-endian, then 1 to ${firmwareChunkBytes} bytes of data`,
      },
    }
  }
  return {
    summary,
    contentType: 'application/json',
    payload: z.toJSONSchema(messageSchemas[channel], { io: 'input', target: 'draft-7' }),
    examples: examples[channel].map((payload) => ({ payload })),
  }
}

function entries(describe: (channel: Channel) => object): Record<string, object> {
  return Object.fromEntries(channelNames.map((channel) => [keyOf(channel), describe(channel)]))
}

/** The MQTT interface as an AsyncAPI 3 document, seen from the server: it receives what gateways publish. */
export function asyncApi(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sunkeeper MQTT interface',
      version: '1.0.0',
      description: [
        'MQTT 3.1.1 between gateways and the server.',
        'User name, client id and serial are the same text; the password is the secret of the gateway. A gateway reaches only its own branch, each channel in one direction.',
        `A message has at most ${maxMessageBytes} bytes. Publish with QoS 1: the acknowledgement comes after the message is stored; without one, send it again. (gateway, boot, seq) makes a message unique, (device, ts) a reading.`,
        'The serial of a gateway: 12 digits, or 6 to 32 letters and digits with at least one of each, single dashes between them. That of a device behind it is taken as its maker prints it: 1 to 32 of letters, digits, dash, dot, underscore and slash. Dashes do not count where serials are compared. An entry that breaks this contract is left out and its neighbours are taken; a serial that cannot be one, or belongs elsewhere, is counted and shown on the page of the gateway with the reason.',
        'SI units; a value that is missing is absent or null, never a sentinel. Keys that are not named here are ignored.',
      ].join('\n\n'),
    },
    defaultContentType: 'application/json',
    servers: {
      tls: {
        host: '{host}:8883',
        protocol: 'secure-mqtt',
        protocolVersion: '3.1.1',
        security: [{ $ref: '#/components/securitySchemes/gateway' }],
        variables: { host: { description: 'Name of the installation' } },
      },
    },
    channels: entries((channel) => ({
      address: addressOf(channel),
      summary: channels[channel].summary,
      parameters: channel === 'ota/data' ? { ...parameters, ...chunkParameters } : parameters,
      messages: { [keyOf(channel)]: { $ref: `#/components/messages/${keyOf(channel)}` } },
    })),
    operations: entries((channel) => ({
      action: isFromGateway(channel) ? 'receive' : 'send',
      channel: { $ref: `#/channels/${keyOf(channel)}` },
      summary: channels[channel].summary,
      bindings: { mqtt: { qos: 1, retain: channels[channel].retained } },
    })),
    components: {
      messages: entries(messageOf),
      securitySchemes: { gateway: { type: 'userPassword', description: 'Serial and secret of the gateway' } },
    },
  }
}
