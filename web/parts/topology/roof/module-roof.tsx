import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { lookOf, perModule, scaleOf, sharesOf } from '../layout/scale.ts'
import type { Painting } from '../layout/paint.ts'
import type { Plan } from '../layout/plan.ts'
import { isDark, nightDayOf, useHeatNow } from '../use-heat.ts'
import { closeUp } from './close-up.ts'
import { RoofFrame } from './roof-frame.tsx'
import { RoofPicture } from './roof-picture.tsx'
import { RoofSkeleton } from './roof-skeleton.tsx'
import { unitsOf, verdictOfModules } from './units.ts'

const none: ReadonlySet<string> = new Set()

/** The modules where they lie, in the colours of the whole layout, the weakest outlined: by power, after sunset by the day. */
export function ModuleRoof({ stationId, plan }: { stationId: string; plan: Plan }) {
  const t = useTranslations('roof')
  const format = useFormat()
  // Shutdown devices measure no power.
  const measured = plan.cells.every(({ place }) => place.kind === 'shutdown') ? 'voltage' : 'power'
  const now = useHeatNow(stationId, measured)
  const isNight = now.data !== undefined && isDark(now.data)
  const day = measured === 'power' && now.data ? nightDayOf(now.data) : null
  const metric = day === null ? measured : 'energy'
  const { cells: heatOf, shown } = useHeatNow(stationId, metric)
  const shares = useMemo(() => sharesOf(plan.cells, metric), [plan, metric])
  const dark = isNight && day === null
  const small = useMemo(() => closeUp(plan.cells), [plan])
  const { verdict, painting, most } = useMemo(() => {
    const units = unitsOf(plan.cells, heatOf, shares)
    const found = verdictOfModules(units, metric, dark)
    const scale = scaleOf(
      units.flatMap(({ cell, share }) => perModule(cell, share) ?? []),
      metric,
    )
    const looks = units.map(({ cell, share }) => lookOf(cell, share, scale))
    const picture: Painting = {
      cells: small.cells,
      blocks: [],
      looks,
      marks: plan.cells.map(() => null),
      labels: [],
      chosen: 'id' in found ? found.id : null,
      marked: none,
    }
    return { verdict: found, painting: picture, most: scale.most }
  }, [plan, small, heatOf, shares, metric, dark])
  if (!shown) return <RoofSkeleton />
  const weakest = 'id' in verdict ? plan.cells.find(({ place }) => place.id === verdict.id) : undefined
  return (
    <RoofFrame
      stationId={stationId}
      unit="module"
      count={plan.cells.length}
      verdict={verdict}
      day={day}
      looks={painting.looks}
      to={pathTo('device-topology', { stationId, deviceId: weakest?.place.deviceId ?? undefined })}
      scale={
        painting.looks.some((look) => typeof look === 'number')
          ? t('upTo', { most: format.text(metric, most) })
          : null
      }
    >
      <RoofPicture plan={small} painting={painting} />
    </RoofFrame>
  )
}
