import { readFileSync } from 'node:fs'

export interface Settings {
  /** Where Vigie is. */
  readonly url: URL
  readonly token: string
  /** Hosts, addresses and networks inside that may be reached; none else that is private. */
  readonly allowed: string
}

/** What whoever runs a worker has said: `VIGIE_URL`, `VIGIE_WORKER_TOKEN` or `VIGIE_WORKER_TOKEN_FILE`, `VIGIE_ALLOWED`. Throws with a sentence for that person. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const url = URL.parse(env['VIGIE_URL']?.trim() ?? '')
  if (!url) throw new Error('VIGIE_URL must say where Vigie is, such as https://vigie.example.com')
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  // Configurations come with their secrets.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw new Error('VIGIE_URL must begin with https://: what a run needs comes from there, secrets included')
  const file = env['VIGIE_WORKER_TOKEN_FILE']
  const token = (file ? readFileSync(file, 'utf8') : (env['VIGIE_WORKER_TOKEN'] ?? '')).trim()
  if (!/^worker_\d+_[\w-]{43}$/.test(token))
    throw new Error('VIGIE_WORKER_TOKEN, or the file that VIGIE_WORKER_TOKEN_FILE names, must hold the token of this worker')
  return { url, token, allowed: env['VIGIE_ALLOWED'] ?? '' }
}
