import { api } from './client.ts'

/** Fetches the styles that did not come: the bundler takes one that it asked for once for one that is there. */
async function fetchStyles(): Promise<void> {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
  await Promise.all(
    lost.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement
      const settled = new Promise((resolve) => {
        again.addEventListener('load', resolve)
        again.addEventListener('error', resolve)
      })
      link.replaceWith(again)
      return settled
    }),
  )
}

/**
 * Loads code while the page stands. What does not come is asked for again as soon as the server answers, which is waited for, and said by the band of the
 * connection; what the server does not have even then is gone, since the application was updated (NAV-17), and its failure is thrown.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch {
    await api.get('/ready', { context: null, patient: true })
    await fetchStyles()
    return load()
  }
}
