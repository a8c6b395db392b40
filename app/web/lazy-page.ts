import type { PageModule } from '#kit/web/route.ts'

// NAV-54: a page that has not come after this time has failed.
const timeout = 100_000

/** Loads the code of a page; rejects when it cannot be had, which after an update means that its file is gone. */
export function loadPage(page: () => Promise<PageModule>): Promise<PageModule> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page did not load in time')), timeout)
    page()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
