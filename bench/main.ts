/** `npm run bench [-- part …]`: takes the figures that the product promises, each against its target, on this machine; fails when one is missed. */
import { cpus, totalmem } from 'node:os'
import { tableOf, type Figure } from './figure.ts'
import { answers } from './answers.ts'
import { administration } from './administration.ts'
import { archiving } from './archive.ts'
import { assistants } from './assistants.ts'
import { analyses } from './analyses.ts'
import { checks } from './checks.ts'
import { counts } from './counts.ts'
import { dashboards } from './dashboards.ts'
import { importedFindings } from './findings.ts'
import { frontEnd } from './front-end.ts'
import { importing } from './import.ts'
import { indicators } from './indicators.ts'
import { lists } from './lists.ts'
import { memory } from './memory.ts'
import { metricValues } from './metrics.ts'
import { moving } from './moving.ts'
import { neighbour } from './neighbour.ts'
import { pages } from './pages.ts'
import { past } from './past.ts'
import { programs } from './programs.ts'
import { registers } from './registers.ts'
import { relations } from './relations.ts'
import { quantification } from './quantification.ts'
import { questionnaires } from './questionnaires.ts'
import { campaigning } from './campaigns.ts'
import { results } from './results.ts'
import { riskRegister } from './risks.ts'
import { reach } from './reach.ts'
import { recurring } from './runbooks.ts'
import { saving } from './saving.ts'
import { peopleByScim } from './scim.ts'
import { scores } from './scores.ts'
import { search } from './search.ts'
import { servers } from './servers.ts'
import { streaming } from './streams.ts'
import { telling } from './webhooks.ts'
import { openWorld, type World } from './world.ts'

/** Parts in the order in which they run, each in an organisation of its own. */
const parts: Readonly<Record<string, (world: World) => Promise<Figure[]>>> = {
  import: importing,
  scores,
  saving,
  moving,
  'front-end': frontEnd,
  neighbour,
  search,
  lists,
  registers,
  runbooks: recurring,
  risks: riskRegister,
  campaigns: campaigning,
  findings: importedFindings,
  metrics: metricValues,
  relations,
  checks,
  counts,
  reach,
  dashboards,
  analyses,
  indicators,
  questionnaires,
  results,
  archive: archiving,
  administration,
  answers,
  quantification,
  past,
  programs,
  assistants,
  streams: streaming,
  webhooks: telling,
  scim: peopleByScim,
  servers,
  memory,
  pages,
}
/** What takes many minutes, and so only when it is asked for. */
const onlyAsked = new Set(['pages'])

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)

const world = await openWorld()
try {
  const [version] = await world.owner<{ version: string }>("select current_setting('server_version') as version")
  console.log(
    `Vigie on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, embedded PostgreSQL ${version?.version}, fsync on.`,
  )
  console.log('Server, database and load share the machine; ratios compare what ran in turns.\n')
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 ? !asked.includes(name) : onlyAsked.has(name)) continue
    // All of its people sign in from one address, more than a guard of passwords lets in.
    await world.owner('delete from rate_limit')
    const start = performance.now()
    try {
      const figures = await part(world)
      console.log(`${tableOf(`${name} (${Math.round((performance.now() - start) / 1000)} s)`, figures)}\n`)
      if (figures.some(({ met }) => met === false)) process.exitCode = 1
    } catch (error) {
      // The others still have their figures.
      console.error(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      process.exitCode = 1
    }
  }
} finally {
  await world.close()
}
