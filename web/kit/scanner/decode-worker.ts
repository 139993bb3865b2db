// Reads codes off pictures beside the page, so that the picture of the camera never stops. One decoder for every
// browser: those without one of their own read the same as the others.
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codeFormats, type Answer, type Ask } from './code-reads.ts'

prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: false })
const detector = new BarcodeDetector({ formats: [...codeFormats] })

const read = async ({ id, picture }: Ask): Promise<Answer> => {
  try {
    const found = await detector.detect(picture)
    return {
      id,
      reads: found.map(({ rawValue, cornerPoints }) => ({ text: rawValue, corners: cornerPoints })),
    }
  } catch (error) {
    return { id, reads: null, reason: error instanceof Error ? error.message : '' }
  } finally {
    picture.close()
  }
}

self.addEventListener('message', (message: MessageEvent<Ask>) => {
  void read(message.data).then((answer) => self.postMessage(answer))
})
