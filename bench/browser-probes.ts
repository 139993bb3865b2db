/** What the page of a load says of itself; milliseconds since its navigation began. */
export type Seen = {
  paintMs: number | null
  figuresMs: number | null
  /** Figures in the app itself; those before may stand in its skeleton. */
  wholeMs: number | null
  /** Sum of what tasks took beyond 50 ms each. */
  blockedMs: number
  /** Sum of layout shifts that nobody caused. */
  shift: number
  /** When home's data was asked for, and when the bundle was here and could run. */
  askedMs: number | null
  ranMs: number | null
}

/** Runs in the page before anything else. */
export const loadProbe = `(() => {
  const seen = { paintMs: null, figuresMs: null, wholeMs: null, blockedMs: 0, shift: 0, askedMs: null, ranMs: null }
  const watch = (type, take) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    } catch {}
  }
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paintMs = entry.startTime
  })
  watch('longtask', (entry) => (seen.blockedMs += Math.max(0, entry.duration - 50)))
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value
  })
  watch('resource', (entry) => {
    if (entry.name.endsWith('/api/home')) seen.askedMs ??= entry.startTime
    // The bundle cannot run before all of it is here.
    if (/assets\\/(?:index|frame|react|routing)-[^/]*\\.js$/.test(entry.name)) seen.ranMs = Math.max(seen.ranMs ?? 0, entry.responseEnd)
  })
  const look = () => {
    const app = document.getElementById('app')
    if (/\\d\\s*(?:kW|MW|W)(?![a-z])/.test(app?.textContent ?? '')) {
      seen.figuresMs ??= performance.now()
      if (!app.querySelector('.fp')) seen.wholeMs = performance.now()
    }
    if (seen.wholeMs === null) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  window.benchSeen = () => seen
})()`

/** Drawings of the chart, each from the moment its canvas is emptied to its last stroke, and the same points by hand. */
export type Drawn = { chartMs: number[]; rawMs: number[]; points: number }

export const drawingProbe = `(() => {
  const chartMs = []
  let began = 0
  let ended = 0
  let points = 0
  let counting = 0
  const proto = CanvasRenderingContext2D.prototype
  const isChart = (context) => context.canvas.closest?.('.uplot') != null
  const settle = () => {
    if (began > 0) {
      chartMs.push(ended - began)
      points = Math.max(points, counting)
    }
    began = 0
  }
  const { clearRect } = proto
  proto.clearRect = function (...given) {
    if (isChart(this)) {
      settle()
      began = performance.now()
      counting = 0
      setTimeout(settle)
    }
    return clearRect.apply(this, given)
  }
  for (const name of ['stroke', 'fill', 'fillText', 'restore']) {
    const original = proto[name]
    proto[name] = function (...given) {
      const result = original.apply(this, given)
      if (began > 0) ended = performance.now()
      return result
    }
  }
  const { lineTo } = Path2D.prototype
  Path2D.prototype.lineTo = function (...given) {
    counting += 1
    return lineTo.apply(this, given)
  }
  // Zooms to and fro by a hair, which draws everything anew: by hand the same is drawn as often in one go.
  window.benchRedraw = async (turns) => {
    // Counting costs as much as drawing.
    Path2D.prototype.lineTo = lineTo
    const over = document.querySelector('.uplot .u-over')
    const { left, top, width } = over.getBoundingClientRect()
    const turn = async (deltaY) => {
      over.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, cancelable: true, deltaY, clientX: left + width / 2, clientY: top + 20 }))
      await new Promise((resolve) => setTimeout(resolve))
    }
    for (let at = 0; at < turns; at += 1) await turn(at % 2 === 0 ? -2 : 2)
    chartMs.length = 0
    for (let at = 0; at < turns; at += 1) await turn(at % 2 === 0 ? -2 : 2)
  }
  window.benchDrawn = () => {
    const canvas = document.createElement('canvas')
    const chart = document.querySelector('.uplot canvas')
    canvas.width = chart.width
    canvas.height = chart.height
    document.body.append(canvas)
    const context = canvas.getContext('2d')
    const rawMs = []
    const draw = (turn) => {
      clearRect.call(context, 0, 0, canvas.width, canvas.height)
      const path = new Path2D()
      for (let at = 0; at < points; at += 1)
        lineTo.call(path, (at * canvas.width) / points, (canvas.height / 2) * (1 + Math.sin(at + turn)))
      context.stroke(path)
      context.fill(path)
      for (let at = 0; at < 12; at += 1) context.fillText('12:00', at * 30, 10)
    }
    // Clocks of a page are coarse: many drawings are one sample.
    for (let turn = 0; turn < 20; turn += 1) {
      const start = performance.now()
      for (let one = 0; one < 20; one += 1) draw(turn + one)
      rawMs.push((performance.now() - start) / 20)
    }
    return { chartMs, rawMs: rawMs.slice(5), points }
  }
})()`
