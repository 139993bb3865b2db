/** What a page says of its frames and of what came on its screen; times are epoch milliseconds. */
export type Watched = {
  /** Frames over 50 ms: when, how long, and what the browser says they were spent on. */
  gaps: { at: number; ms: number }[]
  /** Long animation frames: work of this page's own main thread, beyond 50 ms. */
  long: { at: number; ms: number; renderMs: number; scripts: string[] }[]
  frames: number
  /** Alarms by the address of their row. */
  rows: Record<string, number>
  /** Pins by the name that they begin with, each with the texts it has had since. */
  pins: Record<string, { at: number; text: string }[]>
}

/** Runs in the page before anything else; it watches from `benchWatch()` on. */
export const frameProbe = `(() => {
  const seen = { gaps: [], long: [], frames: 0, rows: {}, pins: {} }
  const epoch = (at) => performance.timeOrigin + at
  let watching = false
  let before = 0
  const turn = (now) => {
    if (watching) {
      if (before > 0) {
        seen.frames += 1
        if (now - before > 50) seen.gaps.push({ at: epoch(before), ms: now - before })
      }
      before = now
    }
    requestAnimationFrame(turn)
  }
  requestAnimationFrame(turn)
  try {
    new PerformanceObserver((list) => {
      if (!watching) return
      for (const entry of list.getEntries())
        seen.long.push({
          at: epoch(entry.startTime),
          ms: entry.duration,
          renderMs: entry.renderStart > 0 ? entry.startTime + entry.duration - entry.renderStart : 0,
          scripts: entry.scripts.map((one) => [
            Math.round(one.duration) + ' ms',
            one.invoker,
            one.sourceFunctionName,
            one.sourceURL.split('/').pop(),
            one.forcedStyleAndLayoutDuration > 0 ? 'layout ' + Math.round(one.forcedStyleAndLayoutDuration) + ' ms' : '',
          ].filter(Boolean).join(' ')),
        })
    }).observe({ type: 'long-animation-frame' })
  } catch {}
  const look = () => {
    const rows = []
    for (const link of document.querySelectorAll('a[href*="alarm-detail"]')) if (!(link.href in seen.rows)) rows.push(link.href)
    const pins = []
    for (const pin of document.querySelectorAll('[role="application"] button[aria-label^="BF-"]')) {
      const text = pin.getAttribute('aria-label')
      const name = /^BF-\\d+/.exec(text)[0]
      if (seen.pins[name]?.at(-1)?.text !== text) pins.push([name, text])
    }
    if (rows.length === 0 && pins.length === 0) return
    // What has changed is drawn by the next frame, and seen when the one after it begins.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const at = epoch(performance.now())
      for (const href of rows) seen.rows[href] ??= at
      for (const [name, text] of pins) {
        const all = (seen.pins[name] ??= [])
        if (all.at(-1)?.text !== text) all.push({ at, text })
      }
    }))
  }
  window.benchWatch = () => {
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-label', 'href'] })
    look()
    watching = true
  }
  window.benchWatched = () => seen
})()`
