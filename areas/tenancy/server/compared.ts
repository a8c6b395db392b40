import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** By what an organisation is compared with others. */
interface Compared {
  /** Identifiers of the provider's list. */
  readonly branch: string
  readonly sector: string
  readonly country: string
}

/** How an organisation stands to being compared; null of what it has not said. */
export interface OwnComparison {
  readonly branch: string | null
  readonly sector: string | null
  readonly country: string | null
  /** It takes no part. */
  readonly out: boolean
  /** When that was last changed. */
  readonly changed_at: Date | null
}

/** How the organisation of a transaction stands to being compared. */
export async function ownComparison(tx: Tx): Promise<OwnComparison> {
  const row =
    await tx.first(sql<OwnComparison>`select sector_low as branch, sector_high as sector, country, benchmark_out as out, benchmark_changed_at as changed_at
    from customer where id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  if (!row) throw new Error('The organisation is not there')
  return row
}

/**
 * The organisations that take part in a comparison: not those that are disabled, are there to learn, or have not said what they are. Only the provider's role sees any but
 * its own.
 */
export async function comparedOrganisations(tx: Tx): Promise<(Compared & { readonly id: number; readonly lang: Language; readonly time_zone: string })[]> {
  return tx.run(sql<
    Compared & { id: number; lang: Language; time_zone: string }
  >`select id, lang, time_zone, sector_low as branch, sector_high as sector, country
    from customer where kind = 'ORGANISATION' and not disabled and not benchmark_out and context_type is distinct from 'STUDENT'
      and sector_low is not null and sector_high is not null and country is not null order by id`)
}
