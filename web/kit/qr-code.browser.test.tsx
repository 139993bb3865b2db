import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { show } from '#tests/components/show.tsx'
import { componentStates } from '#tests/components/states.tsx'
import { Card } from './card.tsx'
import { QrCode } from './qr-code.tsx'

const command = 'npm run edge -- --server https://sun.example --code K7QF-93XW'

componentStates('QrCode', {
  usual: (
    <Card>
      <QrCode text={command} label="The command" />
    </Card>
  ),
  empty: 'a code of nothing is not shown',
  loading: 'it is drawn at once',
  stale: 'what it holds stays right',
  error: 'any text can be drawn',
  long: ({ name, text, code }) => (
    <Card>
      <QrCode text={`${text} ${code}`} label={name} />
    </Card>
  ),
})

test('is read by a scanner as what it holds, and has a name for who cannot see it', async () => {
  await show(<QrCode text={command} label="The command" />)
  const code = page.getByRole('img', { name: 'The command' })
  await expect.element(code).toBeVisible()
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  const svg = new XMLSerializer().serializeToString(code.element())
  // Styles do not come along: black on white is what it is drawn in.
  const picture = new Image(400, 400)
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = new OffscreenCanvas(400, 400)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 400, 400)
  pen.drawImage(picture, 0, 0, 400, 400)
  const found = await new BarcodeDetector({ formats: ['qr_code'] }).detect(await createImageBitmap(canvas))
  expect(found.map(({ rawValue }) => rawValue)).toEqual([command])
})
