import { chromium, type Browser } from 'playwright'
import { chromiumPath } from '#tools/chromium.ts'
import { atMost, count, ms, type Figure } from './figure.ts'
import { median } from './measure.ts'

/** Somebody who opens a page, and the cookie of their session. */
export interface Visit {
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string }
  readonly address: string
  readonly path: string
}

interface FirstVisit {
  /** Scripts that the page had asked for when it came to rest. */
  readonly files: number
  /** What of them came over the network, in KB. */
  readonly kilobytes: number
  /** Milliseconds of the page's main thread. */
  readonly thread: number
}

const runs = 3
/** The page has come to rest, and for so many milliseconds nothing else was asked for. */
const quiet = 3000

/** What the first visit of each page costs with an empty cache, at full speed. */
export async function firstVisits(visits: readonly Visit[]): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath('whole'), args: ['--no-sandbox'] })
  try {
    const figures: Figure[] = []
    for (const visit of visits) {
      const seen: FirstVisit[] = []
      for (let n = 0; n < runs; n += 1) seen.push(await once(browser, visit))
      const middle = (name: keyof FirstVisit) => median(seen.map((one) => one[name]))
      figures.push(
        atMost(`first visit of ${visit.path}: scripts`, middle('files'), 14, count),
        atMost('what of them came over the network', middle('kilobytes'), 300, (value) => `${Math.round(value)} KB`),
        atMost('main thread until the page rests', middle('thread'), 150, ms),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

async function once(browser: Browser, { cookie, address, path }: Visit): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies([cookie])
    const page = await context.newPage()
    const watch = await context.newCDPSession(page)
    const scripts = new Map<string, number>()
    watch.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (new URL(request.url).pathname.endsWith('.js')) scripts.set(requestId, 0)
    })
    watch.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
    })
    await watch.send('Network.enable')
    // Of the thread's own time: what else the machine does is not the page's.
    await watch.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${address}${path}`)
    await page.waitForSelector('html[data-idle]', { state: 'attached' })
    await page.waitForTimeout(quiet)
    const { metrics } = await watch.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
    return { files: scripts.size, kilobytes: [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024, thread: seconds * 1000 }
  } finally {
    await context.close()
  }
}
