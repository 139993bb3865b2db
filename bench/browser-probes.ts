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
    // In the dark the first figure is the energy of the day.
    if (/\\d\\s*[kMG]?Wh?(?![a-z])/.test(app?.textContent ?? '')) {
      seen.figuresMs ??= performance.now()
      if (!app.querySelector('.fp')) seen.wholeMs = performance.now()
    }
    if (seen.wholeMs === null) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  window.benchSeen = () => seen
})()`

/**
 * Drawings of the chart, each from the moment its canvas is emptied to its last stroke; the same strokes once more by
 * hand, every place and word known beforehand; and as many points as one line alone.
 */
export type Drawn = { chartMs: number[]; handMs: number[]; rawMs: number[]; points: number; strokes: number }

export const drawingProbe = `(() => {
  const chartMs = []
  let began = 0
  let ended = 0
  let points = 0
  // What one drawing asks of the canvas, to be done again by hand.
  let writing = null
  let written = []
  const proto = CanvasRenderingContext2D.prototype
  const isChart = (context) => context.canvas.closest?.('.uplot') != null
  const { clearRect } = proto
  const original = new Map()
  const steps = new WeakMap()
  const copied = new WeakMap()
  const Plain = Path2D
  window.Path2D = function (...given) {
    const path = new Plain(...given)
    if (given[0] instanceof Plain) copied.set(path, given[0])
    return path
  }
  window.Path2D.prototype = Plain.prototype
  const settle = () => {
    if (began > 0) chartMs.push(ended - began)
    if (writing && writing.length > 5) written = writing
    began = 0
    writing = null
  }
  for (const holder of [proto, Path2D.prototype])
    for (const [name, how] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (name === 'constructor' || name === 'canvas') continue
      if (typeof how.value !== 'function' && !how.set) continue
      original.set([holder, name], how)
      const note = (self, kind, given) => {
        if (holder === proto) {
          if (writing && isChart(self)) writing.push([kind, name, given])
        } else if (kind === 'call') steps.set(self, [...(steps.get(self) ?? []), [name, given]])
      }
      Object.defineProperty(holder, name, {
        ...how,
        ...(how.set && { set(value) { note(this, 'set', value); how.set.call(this, value) } }),
        ...(typeof how.value === 'function' && {
          value(...given) {
            if (holder === proto && name === 'clearRect' && isChart(this)) {
              settle()
              began = performance.now()
              writing = []
              setTimeout(settle)
            }
            note(this, 'call', given)
            const result = how.value.apply(this, given)
            if (began > 0) ended = performance.now()
            return result
          },
        }),
      })
    }
  // Zooms to and fro by a hair, which draws everything anew: by hand the same is drawn as often in one go.
  window.benchRedraw = async (turns) => {
    // Writing down costs more than drawing.
    window.Path2D = Plain
    for (const [[holder, name], how] of original) Object.defineProperty(holder, name, how)
    proto.clearRect = function (...given) {
      if (isChart(this)) {
        settle()
        began = performance.now()
        setTimeout(settle)
      }
      return clearRect.apply(this, given)
    }
    for (const name of ['stroke', 'fill', 'fillText', 'restore']) {
      const plain = proto[name]
      proto[name] = function (...given) {
        const result = plain.apply(this, given)
        if (began > 0) ended = performance.now()
        return result
      }
    }
    const over = document.querySelector('.uplot .u-over')
    const { left, top, width } = over.getBoundingClientRect()
    const turn = async (deltaY) => {
      over.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, bubbles: true, cancelable: true, deltaY, clientX: left + width / 2, clientY: top + 20 }))
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
    const isPath = (one) => one instanceof Path2D
    const paths = new Map()
    const list = (path) => {
      if (!isPath(path) || paths.has(path)) return
      list(copied.get(path))
      paths.set(path, paths.size)
    }
    for (const [kind, , given] of written) if (kind === 'call') given.forEach(list)
    const stepsOf = [...paths.keys()].map((path) => ({ from: paths.get(copied.get(path)), steps: steps.get(path) ?? [] }))
    const lists = written.map(([kind, name, given]) => [
      kind === 'set',
      name,
      kind === 'set' ? given : given.map((one) => (isPath(one) ? { path: paths.get(one) } : one)),
    ])
    points = stepsOf.reduce((sum, one) => sum + one.steps.filter(([name]) => name === 'lineTo').length, 0)
    const byHand = () => {
      const made = []
      for (const { from, steps } of stepsOf) {
        const path = from === undefined ? new Path2D() : new Path2D(made[from])
        for (const [name, given] of steps) path[name](...given)
        made.push(path)
      }
      for (const [isSet, name, given] of lists)
        if (isSet) context[name] = given
        else context[name](...given.map((one) => (one?.path === undefined ? one : made[one.path])))
    }
    const oneLine = (turn) => {
      context.clearRect(0, 0, canvas.width, canvas.height)
      const path = new Path2D()
      for (let at = 0; at < points; at += 1)
        path.lineTo((at * canvas.width) / points, (canvas.height / 2) * (1 + Math.sin(at + turn)))
      context.stroke(path)
      context.fill(path)
      for (let at = 0; at < 12; at += 1) context.fillText('12:00', at * 30, 10)
    }
    // Clocks of a page are coarse: many drawings are one sample.
    const sampled = (draw) => {
      const all = []
      for (let turn = 0; turn < 20; turn += 1) {
        const start = performance.now()
        for (let one = 0; one < 20; one += 1) draw(turn + one)
        all.push((performance.now() - start) / 20)
      }
      return all.slice(5)
    }
    return { chartMs, handMs: sampled(byHand), rawMs: sampled(oneLine), points, strokes: written.length }
  }
})()`
