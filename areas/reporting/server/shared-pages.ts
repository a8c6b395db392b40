import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { notFound, AppError } from '#kit/contract/errors.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { isWithin } from '#kit/server/http/networks.ts'
import { ReadyAnswer } from '#kit/server/http/ready-answers.ts'
import { closedSignal, type Signals } from '#kit/server/http/signals.ts'
import { verifyPassword } from '#areas/access/server/index.ts'
import { layoutSchema } from '#areas/reporting/contract/layout.ts'
import { codeTries, type Shared } from '#areas/reporting/contract/share.ts'
import type { ToldBlock } from '#areas/reporting/contract/calls.ts'

/** What is said on the channel of signals when a link is taken back, with the hash of its token. */
export const linkSignal = 'link'

/** The most pages that one server holds ready. */
const mostPages = 300
/** Openings are written together, every so many milliseconds. */
const writeEvery = 1000

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

interface Page {
  readonly customerId: number
  readonly codeHash: string | null
  readonly networks: readonly string[]
  readonly expiresAt: number
  readonly answer: ReadyAnswer
  /** Of the code that was right last, so that not every opening has it judged anew. */
  rightCode?: string
}

interface LinkRow {
  readonly customer_id: number
  readonly link_id: number
  readonly dashboard_id: number
  readonly number: number
  readonly expires_at: Date
  readonly code_hash: string | null
  readonly networks: readonly string[]
}

/** Who asks, for what. */
export interface Opening {
  readonly token: string
  readonly code: string | undefined
  readonly address: string
  readonly now: Date
}

/**
 * What links show, held ready as the bytes that are sent: an opening reads no table. A page is let go when its link is taken back or its organisation suspended, by whichever server; while this one
 * does not hear of that, it holds none.
 */
export class SharedPages {
  #db: DatabaseAccess
  #signals: Signals
  #pages = new Map<string, Page>()
  #openings = new Map<string, { hash: Buffer; address: string; at: Date; count: number }>()
  #timer: NodeJS.Timeout | undefined
  #hears = false
  /** How often something was said to be over: what was read before may be. */
  #ends = 0

  constructor(db: DatabaseAccess, signals: Signals) {
    this.#db = db
    this.#signals = signals
  }

  /** The page of a link as it is sent; null: its code is needed. Throws NOT_FOUND for every link that does not open here and now, without saying why. */
  async open({ token, code, address, now }: Opening): Promise<Pick<Page, 'answer'> | null> {
    this.#listen()
    const hash = hashOf(token)
    const page = this.#pages.get(hash.toString('hex')) ?? (await this.#read(hash, now))
    if (!page || page.expiresAt <= now.getTime() || !isWithin(page.networks, address)) throw refused()
    if (page.codeHash !== null && !(await this.#knows(page, hash, code))) return null
    this.#opened(hash, address, now)
    return page
  }

  /** Whether a code opens the page; null, none was given. Too many wrong ones close the link. */
  async #knows(page: Page, hash: Buffer, code: string | undefined): Promise<boolean> {
    if (code === undefined) return false
    const digest = createHash('sha256')
      .update(`${hash.toString('hex')} ${code}`)
      .digest('hex')
    if (page.rightCode === digest) return true
    const right = await verifyPassword(page.codeHash, code)
    const [left] = await this.#db.alone<{ left: boolean | null }>('select try_dashboard_code($1, $2) as left', [hash, right])
    if (right && left?.left !== null) {
      page.rightCode = digest
      return true
    }
    if (left?.left !== true) {
      this.#pages.delete(hash.toString('hex'))
      throw refused()
    }
    throw new AppError('INVALID', 'reporting.errors.wrong_code', { fields: { code: [{ key: 'reporting.errors.wrong_code' }] } })
  }

  async #read(hash: Buffer, now: Date): Promise<Page | null> {
    const [hears, ends] = [this.#hears, this.#ends]
    const [link] = await this.#db.alone<LinkRow>(
      'select customer_id, link_id, dashboard_id, number, expires_at, code_hash, networks::text[] as networks from shared_dashboard($1, $2)',
      [hash, now],
    )
    if (!link) return null
    const shared = await this.#db.transaction(link.customer_id, async (tx) => {
      tx.act(systemWho(link.customer_id, 'reporting.share', 'share'))
      const row = await tx.first(sql<{
        organisation: string
        color: string | null
        name_en: string | null
        name_fr: string | null
        identifier: string
        author: string | null
        moment: Date
        note: string | null
        layout: unknown
        en: ToldBlock[]
        fr: ToldBlock[]
      }>`select c.name as organisation, c.color, d.name_en, d.name_fr, d.identifier, m.name as author, v.moment, v.note, v.layout,
          (select f.blocks from dashboard_frozen f where f.customer_id = v.customer_id and f.dashboard_id = v.dashboard_id and f.number = v.number and f.reach = v.reach and f.lang = 'en') as en,
          (select f.blocks from dashboard_frozen f where f.customer_id = v.customer_id and f.dashboard_id = v.dashboard_id and f.number = v.number and f.reach = v.reach and f.lang = 'fr') as fr
        from dashboard_version v join dashboard d on d.customer_id = v.customer_id and d.id = v.dashboard_id join customer c on c.id = v.customer_id
          left join member m on m.customer_id = v.customer_id and m.id = v.published_by
        where v.customer_id = ${link.customer_id} and v.dashboard_id = ${link.dashboard_id} and v.number = ${link.number} and v.state = 'FROZEN'`)
      if (!row) return null
      const layout = layoutSchema.parse(row.layout)
      const frozen = (blocks: readonly ToldBlock[]) => ({
        number: link.number,
        at: row.moment.toISOString(),
        by: row.author,
        note: null,
        layout,
        blocks: blocks.map(closed),
      })
      const name = { en: row.name_en ?? row.name_fr ?? row.identifier, fr: row.name_fr ?? row.name_en ?? row.identifier }
      return {
        organisation: row.organisation,
        color: row.color,
        name,
        author: row.author,
        expires_at: link.expires_at.toISOString(),
        frozen: { en: frozen(row.en), fr: frozen(row.fr) },
      } satisfies Shared
    })
    if (!shared) return null
    const answer = new ReadyAnswer(JSON.stringify({ ok: true, object: shared, code_needed: false }))
    const page: Page = { customerId: link.customer_id, codeHash: link.code_hash, networks: link.networks, expiresAt: link.expires_at.getTime(), answer }
    // One that was read while nobody would have heard of its end may be over already.
    if (hears && this.#hears && ends === this.#ends) this.#keep(hash.toString('hex'), page)
    return page
  }

  #keep(key: string, page: Page): void {
    this.#pages.set(key, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
  }

  #listen(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => void this.write(), writeEvery).unref()
    this.#signals.hear(linkSignal, {
      said: (hash) => {
        this.#ends += 1
        this.#pages.delete(hash)
      },
      listening: (hears) => {
        this.#hears = hears
        this.#pages.clear()
      },
    })
    this.#signals.hear(closedSignal, {
      said: (customer) => {
        this.#ends += 1
        for (const [hash, { customerId }] of this.#pages) if (String(customerId) === customer) this.#pages.delete(hash)
      },
      listening: () => {},
    })
  }

  #opened(hash: Buffer, address: string, at: Date): void {
    const key = `${hash.toString('hex')} ${address}`
    const known = this.#openings.get(key)
    this.#openings.set(key, { hash, address, at, count: (known?.count ?? 0) + 1 })
  }

  /** Writes the openings that were gathered; what cannot be written now waits for the next time. */
  async write(): Promise<void> {
    const gathered = [...this.#openings.values()]
    if (gathered.length === 0) return
    this.#openings.clear()
    try {
      await this.#db.alone('select keep_dashboard_openings($1, $2, $3, $4)', [
        gathered.map(({ hash }) => hash),
        gathered.map(({ address }) => address),
        gathered.map(({ at }) => at),
        gathered.map(({ count }) => count),
      ])
    } catch {
      for (const { hash, address, at, count } of gathered) {
        this.#opened(hash, address, at)
        const kept = this.#openings.get(`${hash.toString('hex')} ${address}`)
        if (kept) kept.count += count - 1
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }
}

/** Nothing leads from a shared page into the organisation. */
const closed = (block: ToldBlock): ToldBlock =>
  block.answer === null
    ? block
    : { ...block, answer: JSON.parse(JSON.stringify(block.answer, (key, value: unknown) => (key === 'opens' ? null : value))) as ToldBlock['answer'] }

const refused = () => notFound('reporting.errors.invalid_token')

/** After so many wrong codes a link opens no more. */
export const closedAfter = codeTries
