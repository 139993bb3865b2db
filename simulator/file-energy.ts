/**
 * Energy of a recorded file per local day, for comparing what the product shows with what the file says. Deliberately
 * on its own: it shares no code with the replay, neither the reading of the file nor the counting. Each valid sample
 * stands for the time around it, half way to each neighbour, as long as that neighbour is no further than three of
 * the file's usual steps; towards a further neighbour, or the file's end, it stands for nothing.
 */

export interface FileEnergy {
  /** Wh by local day, `YYYY-MM-DD` in the zone asked for; only days with samples. */
  readonly days: ReadonlyMap<string, number>
  readonly totalWh: number
}

export function integrateFile(text: string, timeZone: string): FileEnergy {
  const rows = text.split('\n').map((line) => line.trim().split(','))
  const kilowatts = rows[0]?.length === 5
  const samples: { at: number; watts: number }[] = []
  for (const cells of rows.slice(1)) {
    const stamp = kilowatts ? `${cells[2] ?? ''}+00:00` : (cells[0] ?? '')
    const number = kilowatts ? cells[4] : cells[1]
    if (number === undefined || number === '') continue
    const value = Number(number)
    if (value < -999_999) continue
    const at = Temporal.Instant.from(stamp.replace(' ', 'T')).epochMilliseconds
    samples.push({ at, watts: kilowatts ? value * 1000 : value })
  }
  samples.sort((a, b) => a.at - b.at)

  const steps = samples
    .slice(1)
    .map((sample, i) => sample.at - (samples[i]?.at ?? 0))
    .sort((a, b) => a - b)
  const longest = 3 * (steps[Math.floor(steps.length / 2)] ?? 0)

  const days = new Map<string, number>()
  let totalWh = 0
  for (const [i, { at, watts }] of samples.entries()) {
    const back = at - (samples[i - 1]?.at ?? -Infinity)
    const ahead = (samples[i + 1]?.at ?? Infinity) - at
    const day = Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .toString()
    const hours = ((back <= longest ? back : 0) + (ahead <= longest ? ahead : 0)) / 2 / 3_600_000
    const wh = watts > 0 ? watts * hours : 0
    days.set(day, (days.get(day) ?? 0) + wh)
    totalWh += wh
  }
  return { days, totalWh }
}
