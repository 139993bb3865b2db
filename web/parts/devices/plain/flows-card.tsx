import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { Covered } from '../../../kit/covered.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'
import { flowsOf } from './flow-counters.ts'

const periods = ['today', 'month', 'year', 'lifetime'] as const

/** What flowed through a meter or battery, each way, today, this month, this year and ever. */
export function FlowsCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device')
  const plain = useTranslations('plain')
  const ui = useTranslations('ui')
  const format = useFormat()
  const flows = flowsOf(detail)
  if (flows.length === 0) return null
  const since = flows.flatMap(({ lifetimeSince }) => lifetimeSince ?? []).sort()[0]
  return (
    <Card title={plain('title')}>
      <table className={parts.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{plain('period')}</span>
            </th>
            {flows.map(({ counter }) => (
              <th scope="col" key={counter}>
                {plain(`counter.${counter}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period}>
              <th scope="row">{t(`energy.${period}`)}</th>
              {flows.map((flow) => {
                const { text, unit } = format.write('energy', flow[`${period}Wh`])
                return (
                  <td key={flow.counter}>
                    {text === null ? (
                      <>
                        <span aria-hidden>–</span>
                        <span className="sr-only">{ui('noData')}</span>
                      </>
                    ) : (
                      <>
                        {text}
                        <small>{unit}</small>
                        <div>
                          <Covered share={flow.coverage[period]} />
                        </div>
                      </>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {since !== undefined && <p className={parts.gaugeText}>{plain('since', { day: format.day(since) })}</p>}
    </Card>
  )
}
