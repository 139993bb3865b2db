import { createWatchers } from '../watchers.ts'

/** What became of a code: taken, there already, or no serial at all. */
export type Verdict = 'taken' | 'repeat' | 'wrong'

type Tone = { hz: number; fromS: number; forS: number }
/** High and short: taken. Twice low: there already. Long and deep: wrong. */
const tones: Record<Verdict, readonly Tone[]> = {
  taken: [{ hz: 1568, fromS: 0, forS: 0.09 }],
  repeat: [
    { hz: 523, fromS: 0, forS: 0.09 },
    { hz: 523, fromS: 0.14, forS: 0.09 },
  ],
  wrong: [{ hz: 196, fromS: 0, forS: 0.35 }],
}
const shakes: Record<Verdict, number | number[]> = { taken: 40, repeat: [40, 60, 40], wrong: 220 }
const loudness = 0.18

let audio: AudioContext | null = null
let sounding = true
const watchers = createWatchers()

/** Called by a press: browsers let a page be heard only after one. */
export const wakeSound = (): void => {
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  } catch {
    // A browser without sound still shows and shakes.
  }
}

const play = ({ hz, fromS, forS }: Tone, context: AudioContext): void => {
  const at = context.currentTime + fromS
  const source = new OscillatorNode(context, { type: 'square', frequency: hz })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(loudness, at)
  // A sound that stops at once clicks.
  volume.gain.setTargetAtTime(0, at + forS, 0.015)
  source.connect(volume).connect(context.destination)
  source.start(at)
  source.stop(at + forS + 0.1)
}

/** Heard (unless it is off) and felt. */
export const signal = (verdict: Verdict): void => {
  if (sounding && audio?.state === 'running') for (const tone of tones[verdict]) play(tone, audio)
  if (typeof navigator.vibrate === 'function') navigator.vibrate(shakes[verdict])
}

export const sound = {
  on: (): boolean => sounding,
  set: (on: boolean): void => {
    sounding = on
    watchers.tell()
  },
  watch: watchers.watch,
}
