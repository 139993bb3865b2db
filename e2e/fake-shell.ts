// A native shell as a uni-app built for browsers is one: a page of another site that holds the app in a frame.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Frame, type Page } from '@playwright/test'

export type Message = {
  pvshell: number
  id: string
  ts: number
  type: string
  re?: string
  data: Record<string, unknown>
}

const shellPage = `<!doctype html><html lang="en"><title>Shell</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>html,body{margin:0;height:100%}iframe{border:0;width:100%;height:100%;display:block}</style>
<iframe id="app" allow="camera"></iframe>
<script>
  window.heard = []
  addEventListener('message', (event) => {
    const frame = document.getElementById('app')
    if (event.source === frame.contentWindow) window.heard.push({ origin: event.origin, data: event.data })
  })
  window.open_ = (url) => { window.heard = []; document.getElementById('app').src = url }
  window.say = (message, origin) => document.getElementById('app').contentWindow.postMessage(message, origin)
</script></html>`

/** Somebody else's page: it stands beside the app in the same shell and speaks to it. */
const strangerPage = `<!doctype html><html lang="en"><title>Stranger</title><script>
  addEventListener('message', (event) => parent.frames[0].postMessage(event.data, '*'))
</script></html>`

/** Serves a shell on a site of its own: `localhost`, where the app is at 127.0.0.1. */
export const serveShell = async (): Promise<{ origin: string; close: () => void }> => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/stranger' ? strangerPage : shellPage)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', () => resolve()))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

/** The shell of a test: what it has heard, and how it speaks. */
export const shellOn = (page: Page, appOrigin: string) => {
  let said = 0
  let rev = 0
  const heard = (): Promise<{ origin: string; data: Message }[]> =>
    page.evaluate('window.heard') as Promise<{ origin: string; data: Message }[]>
  const shell = {
    open: async (path: string): Promise<void> => {
      await page.evaluate(`window.open_(${JSON.stringify(appOrigin + path)})`)
    },
    frame: async (): Promise<Frame> => {
      const frame = await (await page.$('#app'))?.contentFrame()
      if (!frame) throw new Error('the shell holds no frame')
      return frame
    },
    heard: async (type: string): Promise<Message[]> =>
      (await heard()).map(({ data }) => data).filter((message) => message.type === type),
    origins: async (): Promise<string[]> => [...new Set((await heard()).map(({ origin }) => origin))],
    /** The first message of this type that was not heard before `count`. */
    waitFor: async (type: string, count = 0): Promise<Message> => {
      await expect
        .poll(async () => (await shell.heard(type)).length, { message: type })
        .toBeGreaterThan(count)
      const message = (await shell.heard(type))[count]
      if (!message) throw new Error(type)
      return message
    },
    /** Says something as it is. */
    post: async (message: unknown): Promise<void> => {
      await page.evaluate(`window.say(${JSON.stringify(message)}, ${JSON.stringify(appOrigin)})`)
    },
    say: async (type: string, data: object, re?: string): Promise<string> => {
      const id = `shell-${(said += 1)}`
      await shell.post({ pvshell: 1, id, ts: 0, type, data, ...(re === undefined ? {} : { re }) })
      return id
    },
    /** `app.data` with the next revision; resolves with what the page answered. */
    tell: async (data: object): Promise<Message['data']> => {
      const id = await shell.say('app.data', { rev: (rev += 1), ...data })
      return (await shell.answerTo(id)).data
    },
    answerTo: async (id: string): Promise<Message> => {
      const find = async () => (await shell.heard('ack')).find(({ re }) => re === id)
      await expect.poll(find, { message: `answer to ${id}` }).toBeTruthy()
      return (await find()) as Message
    },
  }
  return shell
}
