/**
 * Pages in a Chromium that nobody watches. A driver that follows every request of a page makes the browser note the stack of each, for which it reads the
 * scripts again: on a slow processor that alone takes a fifth of a page's loading. This asks for nothing but the page, and for its own figures afterwards.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const options = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1440,900',
  '--remote-debugging-port=0',
]

export interface Unwatched {
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string }
  /** How many times slower than it is the processor shall be. */
  readonly slower: number
  /** Runs in the page before anything else. */
  readonly script: string
  readonly url: string
}

/** A page that has not come after this time never will: now and then Chromium's slowing down of the processor does not end. */
const patience = 60_000

/** Opens a page with an empty cache, waits until `done` (an expression, asked seldom) is true in it, and answers what `figures` is then; both are expressions. Throws after a minute. */
export async function unwatched<T>(executable: string, { cookie, slower, script, url }: Unwatched, done: string, figures: string): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-bench-'))
  const browser = spawn(executable, [...options, `--user-data-dir=${folder}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const timer = setTimeout(() => browser.kill('SIGKILL'), patience)
  try {
    const address = await new Promise<string>((found, failed) => {
      let output = ''
      browser.once('exit', () => failed(new Error(`The browser went before it listened: ${output}`)))
      browser.stderr.on('data', (chunk: Buffer) => {
        const [, at] = /DevTools listening on (ws:\S+)/.exec((output += chunk.toString())) ?? []
        if (at) found(at)
      })
    })
    const pages = (await (await fetch(`http://${new URL(address).host}/json/list`)).json()) as {
      readonly type: string
      readonly webSocketDebuggerUrl: string
    }[]
    const send = await connect(pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '')
    await rest(await connect(address))
    await send('Network.setCookie', cookie)
    await send('Emulation.setCPUThrottlingRate', { rate: slower })
    await send('Page.enable')
    await send('Page.addScriptToEvaluateOnNewDocument', { source: script })
    await send('Page.navigate', { url })
    const look = async (expression: string) =>
      ((await send('Runtime.evaluate', { expression, returnByValue: true })) as { result: { value: unknown } }).result.value
    do await new Promise((later) => setTimeout(later, 3000))
    while ((await look(done)) !== true)
    return (await look(figures)) as T
  } finally {
    clearTimeout(timer)
    browser.kill()
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Longest time in milliseconds that a browser is waited for. */
const longestRest = 20_000

/**
 * Waits until the browser itself has started: until all its processes together take less than a twentieth of a processor. Its own pages, which come right
 * after its window, compute as long as ours, and whoever opens a page of ours has had them for long.
 */
async function rest(ask: (method: string) => Promise<unknown>): Promise<void> {
  const taken = async () =>
    ((await ask('SystemInfo.getProcessInfo')) as { processInfo: { cpuTime: number }[] }).processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  const until = performance.now() + longestRest
  let before = await taken()
  for (;;) {
    await new Promise((later) => setTimeout(later, 500))
    const now = await taken()
    if (now - before <= 0.025 || performance.now() > until) return
    before = now
  }
}

/** Speaks the browser's protocol. */
async function connect(address: string): Promise<(method: string, params?: object) => Promise<unknown>> {
  const socket = new WebSocket(address)
  const answers = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (reason: Error) => void }>()
  socket.addEventListener('close', () => {
    for (const { reject } of answers.values()) reject(new Error('The browser is gone'))
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) answers.get(id)?.resolve(result)
  })
  await once(socket, 'open')
  let asked = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error('The browser is gone'))
      answers.set((asked += 1), { resolve, reject })
      socket.send(JSON.stringify({ id: asked, method, params }))
    })
}
