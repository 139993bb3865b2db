import styles from './form.module.css'

const known = (value: number | null): value is number => value !== null && Number.isFinite(value)

/** Two small pictures: how steep the modules stand, and where they face (north is up). */
export function PlaneDrawing({
  tiltDeg,
  azimuthDeg,
  label,
  north,
}: {
  tiltDeg: number | null
  azimuthDeg: number | null
  label: string
  /** The letter of north on the compass. */
  north: string
}) {
  const tilt = known(tiltDeg) ? Math.min(90, Math.max(0, tiltDeg)) : null
  const azimuth = known(azimuthDeg) ? azimuthDeg : null
  const arc =
    tilt === null
      ? null
      : { x: 44 + 24 * Math.cos((tilt * Math.PI) / 180), y: 66 - 24 * Math.sin((tilt * Math.PI) / 180) }
  return (
    <figure className={styles.plane} aria-label={label}>
      <svg viewBox="0 0 120 80" aria-hidden>
        <circle className={styles.sun} cx="14" cy="14" r="7" />
        <path className={styles.ground} d="M8 66H116" />
        {tilt !== null && arc && (
          <>
            <path className={styles.arc} d={`M68 66A24 24 0 0 0 ${arc.x.toFixed(1)} ${arc.y.toFixed(1)}`} />
            <text className={styles.mark} x="74" y="61">
              {tilt}°
            </text>
          </>
        )}
        <g
          transform={`rotate(${-(tilt ?? 0)} 44 66)`}
          className={tilt === null ? styles.unset : styles.module}
        >
          <rect x="44" y="62" width="64" height="5" rx="2" />
        </g>
      </svg>
      <svg viewBox="0 0 80 80" aria-hidden>
        <circle className={styles.rose} cx="40" cy="42" r="29" />
        <path className={styles.tick} d="M40 13v5M40 66v5M11 42h5M64 42h5" />
        <text className={styles.mark} x="40" y="9" textAnchor="middle">
          {north}
        </text>
        <g
          transform={`rotate(${azimuth ?? 0} 40 42)`}
          className={azimuth === null ? styles.unset : styles.module}
        >
          <rect x="28" y="40" width="24" height="12" rx="2" />
          {azimuth !== null && <path d="M40 38V22m-5 5 5-6 5 6" className={styles.arrow} />}
        </g>
      </svg>
    </figure>
  )
}
