export type ChartKey = { label: string; tone: 1 | 2 | 3 | 4 | 5 | 6 | 'band' }

const margin = 20
const color = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** An SVG with the looks that its style sheet gives it, as a picture that a canvas takes. */
const drawnSvg = async (svg: SVGSVGElement, scale: number): Promise<HTMLImageElement> => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [svg, copy].map((root) => [root, ...root.querySelectorAll('*')])
  for (const [no, element] of (from ?? []).entries()) {
    const look = getComputedStyle(element)
    const target = to?.[no]
    if (!(target instanceof SVGElement)) continue
    for (const name of [
      'fill',
      'stroke',
      'stroke-width',
      'opacity',
      'font-size',
      'font-family',
      'font-weight',
    ])
      if (name !== 'fill' || !target.getAttribute('fill')?.startsWith('url('))
        target.style.setProperty(name, look.getPropertyValue(name))
  }
  const [width, height] = [svg.clientWidth, svg.clientHeight]
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('width', String(width * scale))
  copy.setAttribute('height', String(height * scale))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

export type PictureText = { title: string; under: string; keys: readonly ChartKey[] }

/**
 * What `box` shows, as a PNG: the drawing as it is zoomed, over it title, place and time, and the legend. Twice as many
 * pixels as CSS pixels, at least. @throws when there is nothing drawn.
 */
export const pictureOf = async (box: HTMLElement, { title, under, keys }: PictureText): Promise<Blob> => {
  const drawn = box.querySelector('canvas')
  const svg = box.querySelector<SVGSVGElement>('svg[role="slider"]')
  const shown = drawn ?? svg
  if (!shown) throw new Error('nothing drawn')
  const [width, height] = [shown.clientWidth, shown.clientHeight]
  const scale = drawn ? Math.max(2, drawn.width / width) : 2
  const picture = svg && !drawn ? await drawnSvg(svg, scale) : drawn
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context || !picture) throw new Error('no canvas')
  const font = color('--font')
  const place = keysIn(context, keys, width, `12px ${font}`)
  const rows = place.length === 0 ? 0 : (place.at(-1)?.row ?? 0) + 1
  const head = 52 + rows * 20
  canvas.width = Math.round((width + 2 * margin) * scale)
  canvas.height = Math.round((head + height + 2 * margin) * scale)
  context.scale(scale, scale)
  context.fillStyle = color('--surface')
  context.fillRect(0, 0, width + 2 * margin, head + height + 2 * margin)
  context.translate(margin, margin)
  context.textBaseline = 'top'
  context.fillStyle = color('--text')
  context.font = `600 17px ${font}`
  context.fillText(title, 0, 0, width)
  context.fillStyle = color('--text-2')
  context.font = `12px ${font}`
  context.fillText(under, 0, 26, width)
  for (const { key, x, row } of place) {
    const y = 50 + row * 20
    context.fillStyle = key.tone === 'band' ? color('--chart-band') : color(`--chart-${key.tone}`)
    context.fillRect(x, key.tone === 'band' ? y + 2 : y + 5, 14, key.tone === 'band' ? 10 : 3)
    context.fillStyle = color('--text-2')
    context.fillText(key.label, x + 20, y)
  }
  context.drawImage(picture, 0, head, width, height)
  const [unit, rightUnit] = [...box.querySelectorAll('[data-unit]')].map((one) => one.textContent)
  if (drawn) {
    context.fillStyle = color('--chart-axis')
    context.font = `11px ${font}`
    context.fillText(unit ?? '', 0, head - 2)
    context.textAlign = 'right'
    context.fillText(rightUnit ?? '', width, head - 2)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

/** Keys one after another, on as many lines as it takes. */
const keysIn = (
  context: CanvasRenderingContext2D,
  keys: readonly ChartKey[],
  width: number,
  font: string,
) => {
  context.font = font
  let [x, row] = [0, 0]
  return keys.map((key) => {
    const wide = 20 + context.measureText(key.label).width + 18
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1]
    const placed = { key, x, row }
    x += wide
    return placed
  })
}
