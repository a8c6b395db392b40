import pg from 'pg'
import { Tx } from '#kit/server/data/database/transaction.ts'
import { claimOf, claimOfText, shapeOf, type Claimed } from './claimed.ts'
import { compare, type Answered, type Finding, type Nullable } from './compare.ts'

export interface Wrong extends Finding {
  readonly site: string
}

/** Sees what PostgreSQL answers to every statement that claims rows, and keeps what is not as it was claimed. */
export class Witness {
  #ran = new Set<string>()
  #toldRan = new Set<string>()
  #wrong: Wrong[] = []
  #failed = new Set<string>()
  #nullable: Nullable

  constructor(nullable: Nullable) {
    this.#nullable = nullable
  }

  see(claim: Claimed, answered: Answered): void {
    this.#ran.add(claim.site)
    // Once wrong, a claim is told once.
    if (this.#failed.has(claim.site)) return
    const findings = compare(shapeOf(claim), answered, this.#nullable)
    if (findings.length > 0) this.#failed.add(claim.site)
    this.#wrong.push(...findings.map((finding) => ({ site: claim.site, ...finding })))
  }

  /** The sites of the claims that ran and were not asked for yet. */
  takeRan(): string[] {
    const fresh = [...this.#ran].filter((site) => !this.#toldRan.has(site))
    for (const site of fresh) this.#toldRan.add(site)
    return fresh
  }

  /** What is wrong and was not asked for yet. */
  take(): Wrong[] {
    return this.#wrong.splice(0)
  }
}

/** Has a witness see all that goes through a transaction from now on, in this worker. */
export function watchRows(witness: Witness): void {
  // The claim of the statement that is being sent: `run` hands it to the driver before it waits for anything.
  let sending: Claimed | undefined
  const { run } = Tx.prototype
  Tx.prototype.run = function send<R>(this: Tx, ...given: Parameters<typeof run<R>>): Promise<R[]> {
    sending = claimOf(given[0])
    try {
      return Reflect.apply(run<R>, this, given)
    } finally {
      sending = undefined
    }
  }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function ask(this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { readonly text: string }]
    // What makes room for a prepared statement is sent first, and answers nothing.
    const claim = (typeof statement === 'object' ? sending : undefined) ?? claimOfText(statement)
    const answer: unknown = Reflect.apply(query, this, given)
    if (claim && answer instanceof Promise) {
      const text = typeof statement === 'string' ? statement : statement.text
      answer.then(
        ({ fields, rows }: Answered) => witness.see(claim, { text, fields, rows }),
        () => {},
      )
    }
    return answer
  } as typeof query
}

let watching: Witness | undefined

/** The one of this worker, which many files of tests share. */
export function witnessOf(nullable: Readonly<Record<string, string>>): Witness {
  if (!watching) watchRows((watching = new Witness(new Map(Object.entries(nullable)))))
  return watching
}
