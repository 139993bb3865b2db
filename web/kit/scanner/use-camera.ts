import { useEffect, useState } from 'react'
import { NoCamera, openCamera, type Camera, type CameraProblem } from './camera.ts'

type CameraUse = {
  camera: Camera | null
  problem: CameraProblem | null
  torch: boolean
  setTorch: (on: boolean) => void
  retry: () => void
}

/** The camera while it is wanted and the page is seen; it goes off with the page. */
export const useCamera = (wanted: boolean): CameraUse => {
  const [camera, setCamera] = useState<Camera | null>(null)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const [torch, setTorch] = useState(false)
  const [tries, setTries] = useState(0)
  const [seen, setSeen] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = (): void => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const on = wanted && seen
  useEffect(() => {
    // Another try is another effect.
    if (!on || tries < 0) return
    let gone = false
    let open: Camera | null = null
    const start = async (): Promise<void> => {
      try {
        open = await openCamera()
        if (gone) return open.close()
        setProblem(null)
        setTorch(false)
        setCamera(open)
        open.stream.getVideoTracks()[0]?.addEventListener('ended', () => setProblem('busy'))
      } catch (error) {
        if (!gone) setProblem(error instanceof NoCamera ? error.problem : 'busy')
      }
    }
    void start()
    return () => {
      gone = true
      open?.close()
      setCamera(null)
    }
  }, [on, tries])
  const light = async (next: boolean): Promise<void> => {
    try {
      await camera?.setTorch(next)
      setTorch(next)
    } catch {
      // A phone may offer a light and not give it; the button stays as it was.
    }
  }
  return {
    camera,
    problem,
    torch,
    setTorch: (next) => void light(next),
    retry: () => {
      setProblem(null)
      setTries(tries + 1)
    },
  }
}
