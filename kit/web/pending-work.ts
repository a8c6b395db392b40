/**
 * What is under way on the page, as one counter: calls, code on its way, pauses after which something begins, pages that the router brings. While nothing is, `data-idle` stands
 * on the root element. It is read by tests alone; no style and no behaviour may hang on it.
 */
import { unstable_IdlePriority as leastUrgent, unstable_scheduleCallback as schedule } from 'scheduler'

/** What the attribute waits for besides the counter; tests put their own in its place. */
export interface Surroundings {
  /** The browser is about to paint. */
  readonly frame: (then: () => void) => void
  /** Timers that were due have run. */
  readonly timers: (then: () => void) => void
  /** React has nothing left to draw, also of what it puts off. */
  readonly drawn: (then: () => void) => void
  readonly show: (idle: boolean) => void
}

interface Counter {
  /** Says that something has begun which the page is not at rest before; the answer, called once or more, says that it has ended, well or not. */
  begin(): () => void
  /** Counts some work until it has ended; answers the same. */
  whileUnderWay<T>(work: Promise<T>): Promise<T>
  /** A timer that somebody waits for: what it does is under way from now on. The answer calls it off. */
  afterPause(milliseconds: number, run: () => void): () => void
  /** Says that something has happened of which nobody knows yet what it begins. */
  stir(): void
  /** Begins to say whether something is under way. */
  showIdle(surroundings: Surroundings): void
}

/** The counter of one page. */
export function makeCounter(): Counter {
  let open = 0
  /** Counts whatever happened: what has moved while the page was looked at is looked at anew. */
  let moves = 0
  let idle = false
  let looking = false
  let around: Surroundings | undefined

  const moved = () => {
    moves += 1
    if (!idle) return
    idle = false
    around?.show(false)
  }
  /** Waits for two frames with nothing new: what is done in the first may ask for the second. */
  const look = async (): Promise<void> => {
    if (looking || idle || open > 0 || !around) return
    looking = true
    const { frame, timers, drawn, show } = around
    const seen = moves
    const isNew = () => open > 0 || seen !== moves
    // An answer is told to what shows it by a timer, which begins after the answer's own end; twice, since the first may set another.
    for (const step of [timers, timers, drawn, frame, timers, drawn, frame, timers, drawn]) {
      await new Promise<void>(step)
      if (isNew()) break
    }
    looking = false
    if (isNew()) return look()
    idle = true
    show(true)
  }
  const begin = () => {
    open += 1
    moved()
    let ended = false
    return () => {
      if (ended) return
      ended = true
      open -= 1
      void look()
    }
  }
  return {
    begin,
    whileUnderWay: (work) => {
      const end = begin()
      work.then(end, end)
      return work
    },
    afterPause: (milliseconds, run) => {
      const end = begin()
      const timer = setTimeout(() => {
        try {
          run()
        } finally {
          end()
        }
      }, milliseconds)
      return () => {
        clearTimeout(timer)
        end()
      }
    },
    stir: () => {
      moved()
      void look()
    },
    showIdle: (surroundings) => {
      around = surroundings
      void look()
    },
  }
}

const { stir, showIdle, ...page } = makeCounter()
/** Of this page, as `Counter` says. */
export const { begin, whileUnderWay, afterPause } = page

/** What people do, and what the browser tells: whatever it leads to begins in the same turn. */
const happenings = [
  'pointerdown',
  'pointerup',
  'click',
  'dblclick',
  'contextmenu',
  'keydown',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'submit',
  'paste',
  'drop',
  'dragend',
]
const news = ['popstate', 'hashchange', 'resize', 'online', 'offline', 'storage', 'focus']

/** Milliseconds after which a document that was about to be left has stayed: what was asked for is a download. */
const leaving = 10_000

/** The document is about to be another one: it is not at rest any more, unless somebody goes on with it. */
function whenLeft(): void {
  const stay = begin()
  setTimeout(stay, leaving)
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, stay, { capture: true, once: true })
}

/** The page itself says on its root element, as `data-idle`, when nothing is under way. */
export function showIdleOn(root: HTMLElement): void {
  for (const name of [...happenings, ...news]) addEventListener(name, stir, { capture: true, passive: true })
  globalThis.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) whenLeft()
  })
  showIdle({
    frame: (then) => requestAnimationFrame(then),
    timers: (then) => setTimeout(then),
    drawn: (then) => schedule(leastUrgent, then),
    show: (now) => root.toggleAttribute('data-idle', now),
  })
}
