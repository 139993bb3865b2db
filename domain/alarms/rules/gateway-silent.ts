import { SILENT_INTERVALS } from '../../telemetry/silence.ts'
import { AWAKE_DEG, elevation } from '../../analyses/light.ts'
import { minutes, type Rule, same, serialsOf } from './rule.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import { ofKind, ratedKw } from '../../analyses/station-window.ts'

const MINUTE = 60_000

/**
 * A gateway that is not heard: one alarm that names its children and the power behind it. By night a gateway whose
 * connection stands may have nothing to say; one whose connection is gone is silent by night too.
 */
export const gatewaySilent: Rule = {
  id: 'gateway_silent',
  gives: 'alarms',
  needs: { step: 'minutes', readings: [] },
  unit: 'min',
  threshold: { usual: 30, least: 15, most: 1440 },
  clearsAt: same,
  waitMin: minutes(0),
  clearMin: 0,
  source: {
    en: 'A device is offline after three reporting intervals. The alarm waits until 30 minutes in all, our own choice: a restart or a short network outage is over sooner.',
    zh_CN:
      '连续三个上报间隔无数据即为离线。满 30 分钟才告警，时限由本系统自定：设备重启或短时断网在此之前即可恢复。',
  },
  judge: (window, threshold) => {
    const { at, reportMin, listeningSince, devices } = window
    const limitMin = Math.max(threshold, SILENT_INTERVALS * reportMin)
    const dark = elevation(window) < AWAKE_DEG
    return ofKind(window, 'gateway').flatMap((gateway): Verdict[] => {
      // What has never been heard is being installed.
      if (gateway.heardAt === null) return []
      const silentMin = (at - Math.max(gateway.heardAt, listeningSince)) / MINUTE
      const heard = at - gateway.heardAt < SILENT_INTERVALS * reportMin * MINUTE
      const mayRest = dark && gateway.connected
      const children = devices.filter(({ gatewayId }) => gatewayId === gateway.id)
      return [
        {
          code: 'RULE-GATEWAY-SILENT',
          deviceId: gateway.id,
          instance: '1',
          says: heard ? 'good' : silentMin >= limitMin && !mayRest ? 'bad' : 'hold',
          asOf: at,
          beganAt: gateway.heardAt,
          readings: {
            lastHeardAt: new Date(gateway.heardAt).toISOString(),
            silentMin: Math.round((at - gateway.heardAt) / MINUTE),
            children: children.length,
            ratedKw: ratedKw(children),
            devices: serialsOf(children),
          },
        },
      ]
    })
  },
}
