import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { moveTo } from './page-move.ts'
import { pathTo } from '../../../paths.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('@dcloudio/uni-webview-js'), 'utf8')

/** The SDK as it comes from its package, in a web view that hands over what is posted. */
const inWebView = (): { post: (message: object) => void; posted: unknown[] } => {
  const posted: unknown[] = []
  const window = {
    addEventListener: () => {},
    __dcloud_weex_postMessage: (message: unknown) => posted.push(message),
  }
  const module: { exports: { webView?: { postMessage: (options: { data: object }) => void } } } = {
    exports: {},
  }
  const document = { readyState: 'complete', addEventListener: () => {}, dispatchEvent: () => {} }
  runInNewContext(source, {
    window,
    self: window,
    document,
    navigator: { userAgent: 'Mozilla/5.0 uni-app Html5Plus/1.0' },
    module,
    exports: module.exports,
    CustomEvent: Event,
  })
  return { post: (data) => module.exports.webView?.postMessage({ data }), posted }
}

describe("the SDK's envelope", () => {
  it('carries a message as one entry of `data`, which is what the page of a uni-app receives', () => {
    const { post, posted } = inWebView()
    const message = {
      pvshell: 1,
      id: 'a-1',
      ts: 0,
      type: 'nav.back',
      data: { delta: 1, from: 'home', dirty: [] },
    }
    post(message)
    expect(posted).toEqual([{ data: [message] }])
  })
})

describe('what a shell is told of a page', () => {
  it('names the route, its parameters, the whole address, a title and how the phone is held', () => {
    const path = pathTo('station-detail', { stationId: 'x', tab: 'devices' })
    expect(moveTo(path, 'en', 'https://sun.example')).toEqual({
      name: 'station-detail',
      params: { stationId: 'x', tab: 'devices' },
      url: 'https://sun.example/h5/station-detail?stationId=x&tab=devices',
      title: 'Station',
      orientation: 'portrait',
    })
    const chart = moveTo(pathTo('fullscreen-chart', { stationId: 'x' }), 'zh_CN', 'https://sun.example')
    expect([chart.title, chart.orientation]).toEqual(['图表', 'landscape'])
  })
})
