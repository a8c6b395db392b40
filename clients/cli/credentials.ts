import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ended, exits } from './usage.ts'
import type { Say } from './words.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface Credentials {
  readonly url: string
  readonly key: string
}

/** Where the address and the key are kept: readable by their owner alone. */
export const credentialsPath = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(env.HOME || homedir(), '.config'), 'vigie', 'credentials.json')

async function kept(env: Env, say: Say): Promise<Partial<Credentials>> {
  const path = credentialsPath(env)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return {}
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw new Ended(exits.usage, say('open_file', { path }))
  try {
    const { url, key } = JSON.parse(text) as Partial<Record<keyof Credentials, unknown>>
    return { ...(typeof url === 'string' && { url }), ...(typeof key === 'string' && { key }) }
  } catch {
    return {}
  }
}

/** The server and the key of this call. What is kept for one server is sent to no other. */
export async function credentialsOf(env: Env, asked: string | undefined, say: Say): Promise<Credentials> {
  const url = asked || env.VIGIE_URL || undefined
  const file = env.VIGIE_KEY && url ? {} : await kept(env, say)
  const server = addressOf(url ?? file.url, say)
  const own = file.url !== undefined && addressOf(file.url, say) === server ? file.key : undefined
  const key = env.VIGIE_KEY || own
  if (!key) throw new Ended(exits.usage, say('no_key'))
  return { url: server, key }
}

const isHere = (host: string) => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** An address that a key may be sent to. */
export function addressOf(text: string | undefined, say: Say): string {
  if (!text) throw new Ended(exits.usage, say('no_url'))
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new Ended(exits.usage, say('bad_url', { value: text }))
  if (url.protocol === 'http:' && !isHere(url.hostname)) throw new Ended(exits.usage, say('plain_url'))
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

export async function keep(env: Env, credentials: Credentials): Promise<string> {
  const path = credentialsPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Made anew, as the mode of a file that is there stays.
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(path, 0o600)
  return path
}

export const forget = (env: Env): Promise<void> => rm(credentialsPath(env), { force: true })
