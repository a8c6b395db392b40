/** Where something stood: its ancestors, from the nearest, each with its place among its siblings. */
type Trail = readonly { readonly parent: Element; readonly index: number }[]

const focusable =
  'a[href], button:not(:disabled, [aria-disabled=true]), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/** What a page, a dialog or a panel is; within it the focus is looked for, but not beyond. */
const places = 'main, dialog, [popover], section[aria-label], aside, [role=dialog]'

function trailOf(element: Element): Trail {
  const trail: { parent: Element; index: number }[] = []
  for (let at: Element = element; at.parentElement && at !== document.body; at = at.parentElement)
    trail.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  return trail
}

const isThere = (element: Element) => element.isConnected && element.checkVisibility()
const firstIn = (element: Element | undefined): HTMLElement | undefined => {
  if (!element || !isThere(element)) return undefined
  if (element.matches(focusable)) return element as HTMLElement
  return [...element.querySelectorAll<HTMLElement>(focusable)].find(isThere)
}

function focusOn(element: HTMLElement): boolean {
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** Focuses what now stands where the trail began: the next row or button, else the one before, else the panel, dialog or page around it. */
function follow(trail: Trail): void {
  for (const { parent, index } of trail) {
    if (!isThere(parent)) continue
    const near = [...parent.children]
    const next = parent.matches('main, body, #root') ? undefined : (firstIn(near[index]) ?? firstIn(near[index - 1]) ?? firstIn(parent))
    if (next && focusOn(next)) return
    if (!parent.matches(places)) continue
    // Whatever page it is, the keyboard goes on at its beginning.
    if (!parent.hasAttribute('tabindex')) parent.setAttribute('tabindex', '-1')
    if (focusOn(parent as HTMLElement)) return
  }
}

let last: { readonly element: Element; readonly trail: Trail } | undefined

const lost = () => document.activeElement === null || document.activeElement === document.body

/**
 * Remembers what has the focus, and where it stands. The function that it answers gives the focus back there, or to the next sensible thing when
 * that is gone; not when it has gone elsewhere by itself than into what is `leaving`.
 */
export function rememberFocus(): (leaving?: Element) => void {
  const before = document.activeElement
  if (!before || before === document.body) return () => {}
  const trail = trailOf(before)
  return (leaving) => {
    if (!lost() && document.activeElement !== before && !leaving?.contains(document.activeElement)) return
    if (before instanceof HTMLElement && isThere(before) && focusOn(before)) return
    follow(trail)
  }
}

/**
 * Keeps the keyboard where it was when what has the focus goes away: a row that was deleted, a button that led elsewhere or may not be pressed any more. By itself the browser
 * would begin again at the top of the page. Runs once for the whole application.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) last = { element: target, trail: trailOf(target) }
  })
  const gone = (element: Element) => !element.isConnected || element.matches(':disabled')
  new MutationObserver(() => {
    if (!last || !gone(last.element) || !(lost() || document.activeElement === last.element)) return
    const { trail } = last
    last = undefined
    follow(trail)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
