import { aboveIs, minutes, round, type Rule, same } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { ofKind } from '../../analyses/station-window.ts'

/** A counter that again and again brings more than the rated power allows: the rating was entered wrongly. */
export const rating: Rule = {
  id: 'rating',
  gives: 'alarms',
  needs: { step: 'minutes', readings: [] },
  unit: '%',
  threshold: { usual: 125, least: 125, most: 500 },
  clearsAt: same,
  waitMin: minutes(0),
  clearMin: 0,
  source: {
    en: 'Inverters exceed their rating by a few percent for minutes. No published source for the figures: a quarter more, three times in a day for twenty minutes each, by a sound counter, means the rating is wrong.',
    zh_CN:
      '数值无出处：逆变器只会短时略超额定功率；电量计数正常，而一天内三次、每次二十分钟以上超出四分之一，说明额定功率填写有误。',
  },
  judge: (window, threshold) =>
    ofKind(window, 'inverter').flatMap((inverter): Verdict[] => {
      const { ratedW, shownW = null, readings } = inverter
      const last = readings.at(-1)
      if (last === undefined || ratedW === null || ratedW <= 0) return []
      const percent = shownW === null ? 0 : (100 * shownW) / ratedW
      return [
        {
          code: 'RULE-RATING',
          deviceId: inverter.id,
          instance: '1',
          says: aboveIs(percent, threshold, threshold),
          asOf: last.ts,
          readings: { shownPowerW: round(shownW, 0), ratedW: round(ratedW, 1) },
        },
      ]
    }),
}
