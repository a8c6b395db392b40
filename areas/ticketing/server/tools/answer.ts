import { AdapterFault, type Reach } from '#areas/connectors/server/index.ts'

/** The most that is read of one answer: a page of a hundred tickets has a tenth of it. */
const mostBytes = 8 * 1024 * 1024
/** For how long an answer «not now» is waited for in place of giving up, and how often. */
const mostWait = 60
const mostTries = 4
/** For how long one request to a tool lasts at most, in seconds. */
export const longestRequest = 60
/** Of what a tool says of a refusal; what is kept of it is cut once its secrets are taken out, so that none is cut in two before. */
const toldLength = 2000

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** May be sent again where nobody knows whether it arrived. Whatever makes something may not. */
  readonly again?: boolean
  /** Statuses that are an answer like any other. */
  readonly takes?: readonly number[]
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Undefined where there is none. */
  readonly body: unknown
}

/** Asks a tool and reads what it says as JSON; throws AdapterFault. «Too many» is asked again, but for what makes something: that is for the next run, which begins by looking whether it is there. */
export async function ask(reach: Reach, url: URL, asked: Asked): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await once(reach, url, asked)
    if (answer.status !== 429 && !(answer.status === 503 && asked.again)) return judged(answer, asked)
    const retryAfter = secondsOf(answer.headers.get('retry-after'), reach.now())
    if (!asked.again || tries === mostTries || (retryAfter ?? 0) > mostWait) throw new AdapterFault('busy', { retryAfter })
    await reach.wait((retryAfter ?? 2 ** tries) * 1000)
  }
}

async function once(reach: Reach, url: URL, { method = 'GET', headers, body }: Asked): Promise<Answer & { readonly html: boolean }> {
  const signal = AbortSignal.any([reach.signal, AbortSignal.timeout(longestRequest * 1000)])
  let response: Response
  try {
    response = await reach.fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    })
  } catch (error) {
    if (error instanceof AdapterFault) throw error
    reach.signal.throwIfAborted()
    throw new AdapterFault('unreachable', {}, { cause: error })
  }
  const text = await textOf(response)
  const json = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: json ? parsed(text) : undefined, html: !json && text.trim() !== '' }
}

function judged(answer: Answer & { readonly html: boolean }, { takes = [] }: Asked): Answer {
  const { status, body, html } = answer
  if (takes.includes(status)) return answer
  const told = toldBy(body)
  if (status === 401 || status === 403) throw new AdapterFault('refused', { told })
  if (status === 404 || status === 410) throw new AdapterFault('gone', { told })
  // A page to sign in, or to wake an instance that sleeps, in place of an answer.
  if (status >= 300 && status < 400) throw new AdapterFault('unexpected', { told: 'redirect' })
  if (status >= 400 && status < 500) throw new AdapterFault('refused', { told })
  if (status >= 500) throw new AdapterFault('unreachable', { told })
  if (html) throw new AdapterFault('unexpected', { told: 'html' })
  return answer
}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  try {
    for await (const chunk of response.body) {
      size += chunk.byteLength
      if (size > mostBytes) throw new AdapterFault('too_large')
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (error instanceof AdapterFault) throw error
    throw new AdapterFault('unreachable', { told: 'cut' }, { cause: error })
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AdapterFault('unexpected', { told: 'json' }, { cause: error })
  }
}

/** What a tool says of what it refuses: Jira in `errorMessages` and `errors`, ServiceNow in `error`. */
function toldBy(body: unknown): string | null {
  const { errorMessages, errors, error } = recordOf(body)
  const { message, detail } = recordOf(error)
  const parts = [
    ...(Array.isArray(errorMessages) ? errorMessages : []),
    ...Object.entries(recordOf(errors)).map(([field, what]) => `${field}: ${String(what)}`),
    message,
    detail,
  ]
  const text = parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
  return text === '' ? null : text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, toldLength)
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
/** Throws where a tool answers with something else than a list. */
export function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw new AdapterFault('unexpected', { told: 'list' })
  return value.map(recordOf)
}
export const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
/** Throws where a tool leaves out what it always says. */
export function mustText(value: unknown, what: string): string {
  const text = typeof value === 'number' ? String(value) : textIn(value)
  if (text === null) throw new AdapterFault('unexpected', { told: what })
  return text
}

function secondsOf(value: string | null, now: Date): number | null {
  if (value === null || value.trim() === '') return null
  const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null
}
