import { reportedKinds, type ReportedKind } from '#domain/devices/kinds.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { useNow } from '../../../kit/time/now.ts'
import { Step, StepAdvice, Steps } from '../../../kit/steps.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { isWired, signalOf, spanOf } from '../gateway/link-words.ts'
import { arrivalSteps, type Arrival, type ArrivalStep } from './arrival.ts'

type ArrivalListProps = {
  detail: Pick<DeviceDetail, 'device' | 'link' | 'childCounts' | 'station'>
  arrival: Arrival
  /** Advice, under the step that it is about. */
  advice: { step: ArrivalStep; text: ReactNode } | null
}

/** The steps of an arrival under each other, each with what was heard. */
export function ArrivalList({ detail, arrival, advice }: ArrivalListProps) {
  const t = useTranslations('adding.arrival')
  const say = useStepText(detail, arrival)
  return (
    <Steps label={t('title')}>
      {arrivalSteps.map((step) => {
        const state = arrival.states[step]
        return (
          <Step
            key={step}
            state={state}
            name={t(`step.${step === 'report' && state === 'done' ? 'reported' : step}`)}
            spoken={t(`state.${state}`)}
            said={say(step)}
          >
            {advice?.step === step && <StepAdvice>{advice.text}</StepAdvice>}
          </Step>
        )
      })}
    </Steps>
  )
}

/** What was heard at each step, in words and figures; empty before its turn. */
const useStepText = (
  { device, link, childCounts, station }: ArrivalListProps['detail'],
  { states, powerW, reportedAt }: Arrival,
): ((step: ArrivalStep) => string) => {
  const t = useTranslations('adding.arrival')
  const words = useKindWords()
  const format = useFormat()
  const now = useNow()
  const count = (kind: ReportedKind): number => childCounts[kind].all
  const clock = (): string => {
    const offset = link?.clockOffsetMs ?? null
    if (offset === null) return ''
    const { unit, n } = spanOf(offset)
    const by = t(`span.${unit}`, { n: String(n) })
    if (states.clock === 'trouble') return t(offset > 0 ? 'clockAhead' : 'clockBehind', { by })
    return n <= 2 && unit === 'seconds' ? t('clockRight') : t('clockOff', { by })
  }
  const signal = (): string => {
    const csq = link?.csq ?? null
    if (csq === null) return t(isWired(device.netMode) ? 'signalWired' : 'signalUnknown')
    const { word, dbm } = signalOf(csq)
    return t('signal', { word: t(`signalWord.${word}`), dbm: String(dbm).replace('-', '−') })
  }
  const found = (): string =>
    reportedKinds
      .filter((kind) => count(kind) > 0)
      .map((kind) => words.count(kind, count(kind)))
      .join(t('comma'))
  const at = link?.birthAt ? format.clock(link.birthAt, station.timeZone) : ''
  const texts: Record<ArrivalStep, () => string> = {
    connect: () =>
      states.connect === 'next'
        ? t('connectNext')
        : states.connect === 'trouble'
          ? t('connectLost', { age: format.age(link?.goneAt ?? null, now) })
          : t('connectDone', { time: at }),
    clock,
    signal,
    firmware: () =>
      device.sw === ''
        ? t('firmwareUnknown')
        : t(device.hw === '' ? 'firmware' : 'firmwareHardware', { sw: device.sw, hw: device.hw }),
    inventory: () =>
      states.inventory === 'next'
        ? t('inventoryNext')
        : states.inventory === 'trouble'
          ? t('inventoryNone')
          : found(),
    report: () =>
      states.report === 'next'
        ? t('reportNext', { minutes: String(Math.round((link?.reportS ?? station.reportMin * 60) / 60)) })
        : reportedAt === null
          ? t('reportParts')
          : t('reportDone', { power: format.text('power', powerW), age: format.age(reportedAt, now) }),
  }
  return (step) => (states[step] === 'later' ? '' : texts[step]())
}
