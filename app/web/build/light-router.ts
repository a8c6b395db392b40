import type { Plugin } from 'vite'

const module = /\/@tanstack\/router-core\/dist\/esm\/scroll-restoration\.js$/
/** What the library's own module does with the two marks that its navigation leaves: whether to go to the top, and whether to a place named by the address. */
const expected = /scroll\.r = true;[^]*subscribe\("onRendered"[^]*scroll\.n = true;\s*scroll\.h = false;[^]*__hashScrollIntoViewOptions \?\? true/

/** A new page begins at its top, or at the place that its address names, unless whoever leads there says otherwise. */
const light = `export const storageKey = ''
export const defaultGetScrollRestorationKey = ({ href }) => href
export const getElementScrollRestorationEntry = () => undefined
export function setupScrollRestoration({ _scroll: marks, subscribe }) {
  if (marks.r) return
  marks.r = true
  subscribe('onRendered', ({ toLocation: { hash, state } }) => {
    const { n: toTop } = marks
    marks.n = true
    marks.h = false
    if (!hash && toTop) scrollTo({ top: 0, left: 0 })
    const how = hash && (state.__hashScrollIntoViewOptions ?? true)
    if (how) document.getElementById(hash)?.scrollIntoView(how)
  })
}`

/**
 * Takes the router's own memory of scrolled places out of the build, which the product does not use (kept-scroll.ts is its own). It is read as soon as the code is
 * there, whoever wants it or not, and the page stands still until the browser's other process has answered.
 */
export function lightRouter(): Plugin {
  return {
    name: 'vigie:light-router',
    apply: 'build',
    transform(code, id) {
      if (/\.tsx?$/.test(id) && /\b(?:scrollRestoration|scrollToTopSelectors|useElementScrollRestoration)\b/.test(code))
        this.error(`${id} asks the router to keep scrolled places, which light-router.ts takes out`)
      if (!module.test(id)) return null
      if (!expected.test(code)) this.error(`${id} keeps scrolled places in another way: look again at light-router.ts`)
      return { code: light, map: null }
    },
  }
}
