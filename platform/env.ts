/** The only reader of `process.env`: everything the server can be told, checked once at the start. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { languages } from '#kit/contract/catalogue.ts'

/** Folders are absolute; `key` is 32 bytes; what is undefined was not set. */
export type Env = ReturnType<typeof readEnv>

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
const text = z.string().min(1)
const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgres://user:password@host:5432/database',
})
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as https://vigie.example' }).transform((url) => url.replace(/\/+$/, ''))
const mailUrl = z.url({ protocol: /^smtps?$/, error: 'must be a URL such as smtp://user:password@host:587' })
const keyText = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (openssl rand -hex 32)')

const variables = z.object({
  /** 0 lets the system choose. */
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  HOST: text.default('0.0.0.0'),
  /** How browsers reach this server, for links in e-mails and to know whether cookies are secure. */
  PUBLIC_URL: webUrl.optional(),
  /** Proxies that may say whom they speak for; whoever else says so would slip past the limits of its address. */
  TRUSTED_PROXIES: text
    .regex(/^[\w.:/]+(?:\s*,\s*[\w.:/]+)*$/, 'must be addresses, networks, loopback, linklocal or uniquelocal, separated by commas')
    .default('loopback'),
  /** What identity providers and other addresses that people type may be although they are private. */
  VIGIE_ALLOWED_HOSTS: text.regex(/^[\w.:/-]+(?:\s*,\s*[\w.:/-]+)*$/, 'must be hosts, addresses or networks, separated by commas').optional(),
  /** For how long the third failure to sign in locks an address. */
  VIGIE_LOCK_MINUTES: z.coerce.number('must be a number').int().min(1).max(1440).default(15),
  /** Holds the embedded database, the files and the secrets made at the first start. */
  VIGIE_DATA: text.default('./data').transform((path) => resolve(path)),
  /** The owner of the schema; without it the embedded database is used. */
  DATABASE_URL: databaseUrl.optional(),
  /** The server's restricted role; made by the owner when not given. */
  DATABASE_APP_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  VIGIE_DEMO: flag.default(true),
  VIGIE_DEMO_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  /** What its people read, and write where there is room for one language. */
  VIGIE_DEMO_LANGUAGE: z.enum(languages, 'must be en or fr').default('en'),
  /** Encrypts secrets at rest; all servers of one database need the same. */
  VIGIE_KEY: keyText.optional(),
  /** Keys that were `VIGIE_KEY` before, separated by commas: they still open what they sealed, until `npm run reseal` has sealed it anew. */
  VIGIE_FORMER_KEYS: z
    .string()
    .transform((text) => text.split(/\s*,\s*/))
    .pipe(z.array(keyText))
    .optional(),
  /** Where the signed ends of the audit chains are kept: best on something that whoever administers the database cannot write. */
  VIGIE_AUDIT_ANCHOR: text.transform((path) => resolve(path)).optional(),
  /** A folder of libraries for the shelf of every organisation; only read. */
  VIGIE_LIBRARIES: text.transform((path) => resolve(path)).optional(),
  VIGIE_METRICS: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SMTP_URL: mailUrl.optional(),
  MAIL_FROM: text.default('Vigie <vigie@localhost>'),
  /** Signs people's addresses for the support chat (HMAC-SHA256). */
  SUPPORT_CHAT_SECRET: text.optional(),
  /** Of the customer-relationship widget; every signed-in browser may read it, so never an account's private key. */
  HUBSPOT_WIDGET_TOKEN: text.optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
})

/** In the data folder, unless it is kept elsewhere. No back-up holds it: it is younger than the database in one. */
export const anchorFile = 'audit-anchor.json'

const checked = variables.superRefine((env, context) => {
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (s3.some((name) => env[name])) {
    for (const name of s3.filter((each) => !env[each])) {
      context.addIssue({ code: 'custom', path: [name], message: `must be set when another S3_… variable is` })
    }
  }
  for (const name of ['DATABASE_APP_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (env[name] && !env.DATABASE_URL) context.addIssue({ code: 'custom', path: [name], message: 'needs DATABASE_URL too' })
  }
})

/** Throws one error that names every wrong variable. An empty variable counts as not set. Makes the key on first use. */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const result = checked.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new Error(`The settings in the environment are wrong:\n${lines.join('\n')}`)
  }
  const env = result.data
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    allowedHosts: env.VIGIE_ALLOWED_HOSTS,
    lockMinutes: env.VIGIE_LOCK_MINUTES,
    dataDir: env.VIGIE_DATA,
    databaseDir: join(env.VIGIE_DATA, 'postgres'),
    filesDir: join(env.VIGIE_DATA, 'files'),
    ownerUrl: env.DATABASE_URL,
    appUrl: env.DATABASE_APP_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    demo: env.VIGIE_DEMO,
    demoPassword: env.VIGIE_DEMO_PASSWORD,
    demoLanguage: env.VIGIE_DEMO_LANGUAGE,
    key: env.VIGIE_KEY ? Buffer.from(env.VIGIE_KEY, 'hex') : keyOf(env.VIGIE_DATA),
    formerKeys: (env.VIGIE_FORMER_KEYS ?? []).map((key) => Buffer.from(key, 'hex')),
    auditAnchor: env.VIGIE_AUDIT_ANCHOR ?? join(env.VIGIE_DATA, anchorFile),
    metrics: env.VIGIE_METRICS,
    libraries: env.VIGIE_LIBRARIES,
    logLevel: env.LOG_LEVEL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    widgets: { supportChatSecret: env.SUPPORT_CHAT_SECRET, hubspotToken: env.HUBSPOT_WIDGET_TOKEN },
    s3: s3Of(env),
  }
}

function s3Of(env: z.infer<typeof variables>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

function keyOf(dataDir: string): Buffer {
  const file = join(dataDir, 'key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    // `wx`: of two servers that start at once, one makes the key and both use it.
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!keyText.safeParse(text).success) throw new Error(`The key file ${file} is damaged. Restore it from a backup.`)
  return Buffer.from(text, 'hex')
}
