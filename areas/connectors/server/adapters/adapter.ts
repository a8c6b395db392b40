/** A text of a definition in each language of the product. */
export interface InBoth {
  readonly en: string
  readonly fr: string
}

/** A field of what a person gives to connect. Passwords are sealed and never read again. */
export interface ConfigField {
  readonly name: string
  readonly type: 'url' | 'text' | 'password' | 'number' | 'choice'
  readonly label: InBoth
  readonly hint?: InBoth
  readonly required: boolean
  readonly choices?: readonly { readonly value: string; readonly label: InBoth }[]
  readonly initial?: string | number
  /** It protects secrets on their way: whoever changes it types them again. */
  readonly guards?: true
}

/** What an adapter measures by itself, and to what in the catalogue it gives data. */
export interface BroughtMetric {
  readonly key: string
  readonly name: InBoth
  readonly description: InBoth
  readonly unit: 'NUMBER' | 'PERCENT'
  /** The better value: of accounts without a second factor, less is more. */
  readonly better: 'HIGHER' | 'LOWER'
  /** Words by which the measure models that it proves are found, the reference of «Security essentials» first. */
  readonly measures: readonly string[]
  /** The right at the vendor without which this metric stays empty and all else goes on. */
  readonly right?: string
  /** What the same metric may be collected by several times, such as a branch or a severity. */
  readonly parameters?: readonly ConfigField[]
}

/** What a service is, said before anybody connects it (CON-10). */
export interface Definition {
  readonly identifier: string
  readonly kind: 'VULNERABILITY' | 'TICKETING' | 'DIRECTORY' | 'METRIC' | 'GENERIC_HTTP' | 'FILES'
  /** Two letters in place of a logo. */
  readonly mark: string
  readonly name: InBoth
  readonly description: InBoth
  /** The version of the vendor's interface that is spoken. */
  readonly api: string
  readonly fields: readonly ConfigField[]
  readonly reads: readonly { readonly what: InBoth; readonly why: InBoth }[]
  /** What is never read or kept. */
  readonly never: InBoth
  readonly produces: readonly ('metrics' | 'issues' | 'tickets')[]
  readonly metrics: readonly BroughtMetric[]
  /** Runs by a worker alone, for it is inside the customer's network by nature. */
  readonly needsWorker: boolean
}

/** What was typed, by the names of the fields. Secrets are opened only while a run lasts. */
export type Config = Readonly<Record<string, string | number | null>>

/** A line of a run's log: a message of the area with its values, never a secret nor an answer's body. */
export interface RunLine {
  readonly level: 'info' | 'warning' | 'error'
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Everything that an adapter reaches. It knows neither database nor file system, and so runs in the server as in a worker. */
export interface Reach {
  /** Guarded: never a private network but for what is allowed, bounded in time and redirects; the body is a stream, and its size the adapter's care (see `stream.ts`). */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** The one address of a host that may be connected to, judged like those of `fetch`, for what is spoken by other means than HTTP; absent where nothing is, such as on the server. */
  readonly addressOf?: (host: string, port: number) => Promise<string>
  readonly signal: AbortSignal
  readonly say: (line: RunLine) => void
  readonly now: () => Date
  /** Waits that many milliseconds, or until the signal. */
  readonly wait: (ms: number) => Promise<void>
}

/** A thing that a scanner found, as `areas/gaps` takes findings in. */
export interface Found {
  readonly key: string
  readonly name: string
  readonly description: string | null
  /** 0 to 100. */
  readonly score: number | null
  readonly state: 'FOUND' | 'SUPPRESSED' | 'GONE' | 'PASSED' | 'MANUAL' | 'NOT_APPLICABLE' | 'INFORMATIONAL'
  /** The tool and its target or account. What this one does not tell any more is gone, and nothing else is. */
  readonly foundBy: string
  /** Code by which an issue of the catalogue is found (CON-15): a rule, a plugin, a control. */
  readonly code: string | null
  readonly cves: readonly string[]
  readonly place: Readonly<Record<string, string | null>>
}

/** One thing that a run brings, as it comes: nothing is gathered whole. */
export type Brought =
  | { readonly is: 'value'; readonly metric: string; readonly parameters?: Readonly<Record<string, string>>; readonly value: number }
  | { readonly is: 'found'; readonly found: Found }
  /** All that `foundBy` has was told: what is not named is gone. */
  | { readonly is: 'whole'; readonly foundBy: string }
  /** What is known of a vulnerability: known exploited since a day, and the probability of it within 30 days, from 0 to 1, as of a day. */
  | {
      readonly is: 'known'
      readonly cve: string
      readonly exploitedSince?: string | null
      readonly probability?: { readonly value: number; readonly day: string }
    }

/** What a test before saving says. */
export interface Tested {
  /** As whom one is signed in, in the vendor's words. */
  readonly as: string
  readonly mayRead: readonly InBoth[]
  /** Rights that are missing; their metrics stay empty. */
  readonly missing: readonly string[]
}

/** Why a run or a test stops. `retryAfter` in seconds as far as the service said so. */
export class AdapterFault extends Error {
  readonly reason: 'refused' | 'unreachable' | 'busy' | 'unexpected' | 'gone' | 'too_large'
  readonly retryAfter: number | null
  /** Of the service's answer, shortened, without anything that was sent. */
  readonly told: string | null

  constructor(
    reason: AdapterFault['reason'],
    { retryAfter = null, told = null }: { retryAfter?: number | null; told?: string | null } = {},
    options?: ErrorOptions,
  ) {
    super(reason, options)
    this.reason = reason
    this.retryAfter = retryAfter
    this.told = told
  }
}

/** What a customer asks of an adapter: metrics by key with their parameters, and whether findings are wanted. */
export interface Asked {
  readonly metrics: readonly { readonly key: string; readonly parameters: Readonly<Record<string, string>> }[]
  readonly findings: boolean
  /** What the last good run left to begin from. */
  readonly since: string | null
}

/** A service that values and findings come from. */
export interface Adapter {
  readonly definition: Definition
  readonly test: (config: Config, reach: Reach) => Promise<Tested>
  readonly collect: (config: Config, asked: Asked, reach: Reach) => AsyncIterable<Brought>
}
