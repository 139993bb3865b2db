import { useEffect, useRef, useState, type RefObject } from 'react'
import { seenPart, type CodeRead } from './code-reads.ts'
import { openDecoder } from './decoder.ts'

export type Frame = { width: number; height: number; reads: readonly CodeRead[] }
const pauseMs = 40

/** Reads the codes of what is seen of a video, picture after picture, as fast as the phone can and no faster. */
export const useCodeReads = (
  video: RefObject<HTMLVideoElement | null>,
  running: boolean,
  onFrame: (frame: Frame) => void,
): { failed: boolean } => {
  const [failed, setFailed] = useState(false)
  const told = useRef(onFrame)
  useEffect(() => {
    told.current = onFrame
  })
  useEffect(() => {
    if (!running) return
    let gone = false
    let timer = 0
    const decoder = openDecoder()
    const step = async (): Promise<void> => {
      const element = video.current
      if (element && element.readyState >= element.HAVE_CURRENT_DATA && element.videoWidth > 0) {
        const { x, y, width, height } = seenPart(
          { width: element.videoWidth, height: element.videoHeight },
          { width: element.clientWidth, height: element.clientHeight },
        )
        const reads = await decoder.read(await createImageBitmap(element, x, y, width, height))
        if (gone) return
        setFailed(false)
        told.current({ width, height, reads })
      }
    }
    const loop = async (): Promise<void> => {
      try {
        await step()
      } catch {
        // A single picture may fail while the camera turns; a decoder that is not there fails every time.
        if (!gone) setFailed(true)
      }
      if (!gone) timer = window.setTimeout(() => void loop(), pauseMs)
    }
    void loop()
    return () => {
      gone = true
      window.clearTimeout(timer)
      decoder.close()
    }
  }, [video, running])
  return { failed }
}
