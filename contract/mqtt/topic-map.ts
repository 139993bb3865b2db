import * as z from 'zod/mini'
import {
  MAPPED_DEVICES_MAX,
  MAPPED_VALUES_MAX,
  MAPPED_WORDS_MAX,
  STATE_WORD_MAX,
  TOPIC_MAX,
  type TopicMap,
} from '#domain/edges/topic-map.ts'
import { maybe, text } from './fields.ts'

/**
 * What words may stand here is judged by the edge, device by device: a mapping that it does not understand must not cost
 * the list in which it stands.
 */
const place = {
  topic: maybe(text(TOPIC_MAX, 'Below the topic of the address; absent: that topic itself')),
  path: maybe(
    text(TOPIC_MAX, 'Where in a JSON, such as ENERGY.Power or phases.0.u; absent: the message is the value'),
  ),
}

export const topicMap = z.object({
  devices: z
    .array(
      z.object({
        t: text(16, 'Kind of device'),
        sn: maybe(text(32, 'Serial of the device; absent: one is made')),
        values: z
          .array(
            z.object({
              ...place,
              to: text(16, 'Metric: p, u.1 of a phase, mppt.2.i of a tracker, str.14.i of a string'),
              factor: maybe(
                z
                  .number()
                  .check(
                    z.describe(
                      'What is published times this is in the unit of the metric, with its sign; absent: 1',
                    ),
                  ),
              ),
            }),
          )
          .check(z.maxLength(MAPPED_VALUES_MAX)),
        state: maybe(
          z.object({
            ...place,
            are: z
              .record(z.string(), z.string())
              .check(
                z.describe(`State by what is published, at most ${MAPPED_WORDS_MAX} of ${STATE_WORD_MAX}`),
                z.meta({ maxProperties: MAPPED_WORDS_MAX }),
              ),
          }),
        ),
      }),
    )
    .check(z.maxLength(MAPPED_DEVICES_MAX), z.describe('What is published, told as devices')),
})

type SentMap = z.infer<typeof topicMap>
type SentPlace = { topic?: string | null | undefined; path?: string | null | undefined }

const whole = ({ topic, path }: SentPlace) => ({ topic: topic ?? '', path: path ?? '' })

/** With everything that may be left out. */
export const wholeMap = ({ devices }: SentMap): TopicMap => ({
  devices: devices.map(({ t, sn, values, state }) => ({
    t,
    sn: sn ?? null,
    values: values.map((value) => ({ ...whole(value), to: value.to, factor: value.factor ?? 1 })),
    state: state ? { ...whole(state), are: state.are } : null,
  })),
})

const sent = ({ topic, path }: { topic: string; path: string }): SentPlace => ({
  ...(topic === '' ? {} : { topic }),
  ...(path === '' ? {} : { path }),
})

/** As it is sent: without what may be left out. */
export const wireMap = ({ devices }: TopicMap): SentMap => ({
  devices: devices.map(({ t, sn, values, state }) => ({
    t,
    ...(sn === null ? {} : { sn }),
    values: values.map((value) => ({
      ...sent(value),
      to: value.to,
      ...(value.factor === 1 ? {} : { factor: value.factor }),
    })),
    ...(state === null ? {} : { state: { ...sent(state), are: { ...state.are } } }),
  })),
})
