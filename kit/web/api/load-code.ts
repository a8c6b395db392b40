import { api } from './client.ts'

/** A style that did not come is taken for one that is there by whoever asks for it again. */
function forgetStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) link.remove()
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
    forgetStyles()
    return load()
  }
}
