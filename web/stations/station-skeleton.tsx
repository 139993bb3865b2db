import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import card from './station-card.module.css'

/** The bones of a station's card. */
export function StationSkeleton() {
  return (
    <Card className={card.card}>
      <div className={card.head}>
        <Skeleton shape="block" width="56px" height="56px" />
        <div className={card.main}>
          <Skeleton width="62%" height="1.1rem" />
          <Skeleton width="44%" />
        </div>
      </div>
      <div className={card.figures}>
        {['1', '2', '3'].map((no) => (
          <div key={no}>
            <Skeleton width="70%" />
            <Skeleton width="90%" height="1.3rem" />
          </div>
        ))}
      </div>
      <div className={card.foot}>
        <Skeleton width="38%" />
      </div>
    </Card>
  )
}
