import { z } from 'zod'
import { AdapterFault, type Adapter, type Config, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { cvesOf, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Service } from '#areas/connectors/server/adapters/http.ts'
import { Rows } from '#areas/connectors/server/adapters/rows.ts'
import { rowsOf } from '#areas/connectors/server/adapters/stream.ts'
import { definition } from './definition.ts'

const entry = z.object({ cveID: z.string(), dateAdded: z.iso.date() })

const open = async (config: Config, reach: Reach) => (await new Service({ reach, base: textOf(config, 'base_url'), isFile: true }).open('')).body

/** The catalogue of known exploited vulnerabilities. */
export const kev: Adapter = {
  definition,

  async test(config, reach) {
    // The first entry is enough to know that it is the catalogue.
    for await (const row of rowsOf(await open(config, reach), ['vulnerabilities'])) {
      if (!entry.safeParse(row).success) throw new AdapterFault('unexpected', { told: 'this is another file' })
      break
    }
    return { as: 'CISA', mayRead: definition.reads.map(({ what }) => what), missing: [] }
  },

  async *collect(config, _, reach) {
    const rows = new Rows(entry)
    for await (const value of rowsOf(await open(config, reach), ['vulnerabilities'])) {
      const row = rows.take(value)
      for (const cve of cvesOf([row?.cveID])) yield { is: 'known', cve, exploitedSince: row?.dateAdded ?? null }
    }
    rows.tell(reach)
  },
}
