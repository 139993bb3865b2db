/** Why there is no picture: no HTTPS, no camera, not permitted, in use elsewhere. */
export type CameraProblem = 'insecure' | 'absent' | 'refused' | 'busy'

export class NoCamera extends Error {
  override readonly name = 'NoCamera'
  readonly problem: CameraProblem
  constructor(problem: CameraProblem) {
    super(problem)
    this.problem = problem
  }
}

const problems: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
}

type Light = { torch?: boolean; focusMode?: readonly string[] }
/** The torch is no part of the types that TypeScript knows, though most phones have one. */
const abilities = (track: MediaStreamTrack): Light =>
  typeof track.getCapabilities === 'function' ? (track.getCapabilities() as Light) : {}
const ask = async (track: MediaStreamTrack, wish: object): Promise<void> =>
  track.applyConstraints({ advanced: [wish] })

export type Camera = {
  stream: MediaStream
  hasTorch: boolean
  setTorch: (on: boolean) => Promise<void>
  close: () => void
}

/**
 * Opens the rear camera.
 * @throws NoCamera
 */
export const openCamera = async (): Promise<Camera> => {
  const devices = (navigator as Partial<Navigator>).mediaDevices
  if (!devices?.getUserMedia) throw new NoCamera(window.isSecureContext ? 'absent' : 'insecure')
  let stream: MediaStream
  try {
    stream = await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
    })
  } catch (error) {
    throw new NoCamera((error instanceof DOMException && problems[error.name]) || 'busy')
  }
  const [track] = stream.getVideoTracks()
  const { torch = false, focusMode = [] } = track ? abilities(track) : {}
  // A label is read from near; a phone that cannot be told focuses by itself.
  if (track && focusMode.includes('continuous'))
    await ask(track, { focusMode: 'continuous' }).catch(() => undefined)
  return {
    stream,
    hasTorch: torch,
    setTorch: async (on) => (track ? ask(track, { torch: on }) : undefined),
    close: () => {
      for (const one of stream.getTracks()) one.stop()
    },
  }
}
