import { sql } from 'kysely'
import type { JobContext } from '#kit/server/http/area.ts'
import { everyGap } from '#areas/gaps/server/index.ts'
import type { Brought } from '#areas/connectors/server/adapters/adapter.ts'
import { stillMine, type Claim } from './claim.ts'

type KnownOne = Extract<Brought, { is: 'known' }>

const together = 2_000
const cveForm = 'CVE-[0-9]{4}-[0-9]{4,10}'

/** Keeps what is known of vulnerabilities, of those alone that something here has: a feed tells of hundreds of thousands. */
export class KnownVulnerabilities {
  read = 0
  kept = 0
  readonly #of: Pick<JobContext, 'apart'> & { readonly claim: Claim }
  #here: ReadonlySet<string> | undefined
  #waiting: KnownOne[] = []

  constructor(of: Pick<JobContext, 'apart'> & { readonly claim: Claim }) {
    this.#of = of
  }

  async take(one: KnownOne): Promise<void> {
    this.read += 1
    this.#here ??= await this.#found()
    if (!this.#here.has(one.cve)) return
    this.#waiting.push(one)
    if (this.#waiting.length >= together) await this.end()
  }

  /** What connectors found, and what stands in gaps that came otherwise. */
  async #found(): Promise<ReadonlySet<string>> {
    const rows = await this.#of.apart((tx) =>
      tx.run(sql<{
        cve: string
      }>`select distinct unnest(f.cves) as cve from connector_finding f where f.customer_id = ${tx.customerId} and f.is_there and f.cves <> '{}'
        union select (regexp_matches(concat_ws(' ', g.external_key, g.name_en, g.name_fr), ${cveForm}, 'g'))[1] from ${everyGap(tx.customerId)} g`),
    )
    return new Set(rows.map(({ cve }) => cve))
  }

  async end(): Promise<void> {
    const some = [...new Map(this.#waiting.map((one) => [`${one.cve} ${one.probability ? 'p' : 'e'}`, one])).values()]
    this.#waiting = []
    if (some.length === 0) return
    this.kept += some.length
    await this.#of.apart(async (tx) => {
      await stillMine(tx, this.#of.claim)
      // One feed tells when it was exploited, another how likely that is: each leaves what the other said.
      for (const half of [some.filter(({ probability }) => !probability), some.filter(({ probability }) => probability)])
        await tx.run(sql`insert into known_vulnerability as v (customer_id, cve, exploited_since, probability, probability_on)
          select ${tx.customerId}, g.* from unnest(${half.map(({ cve }) => cve)}::text[], ${half.map((one) => one.exploitedSince ?? null)}::date[],
            ${half.map(({ probability }) => probability?.value ?? null)}::numeric[], ${half.map(({ probability }) => probability?.day ?? null)}::date[]) as g (cve, since, probability, day)
          on conflict (customer_id, cve) do update set exploited_since = coalesce(excluded.exploited_since, v.exploited_since),
            probability = coalesce(excluded.probability, v.probability), probability_on = coalesce(excluded.probability_on, v.probability_on)`)
    })
  }
}
