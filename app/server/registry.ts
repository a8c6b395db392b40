import { Remembered } from '#kit/server/data/remembered.ts'
import { collaborationRights } from '#kit/contract/collaboration.ts'
import { defineRights, features, type Feature, type Right, type Role } from '#kit/contract/right.ts'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { actions } from '#areas/actions/server/area.ts'
import { access } from '#areas/access/server/area.ts'
import { analyses } from '#areas/analyses/server/area.ts'
import { assistantsOf } from '#areas/assistants/server/area.ts'
import { assets } from '#areas/assets/server/area.ts'
import { benchmark } from '#areas/benchmark/server/area.ts'
import { campaigns } from '#areas/campaigns/server/area.ts'
import { catalog } from '#areas/catalog/server/area.ts'
import { connectors } from '#areas/connectors/server/area.ts'
import { checks } from '#areas/checks/server/area.ts'
import { dashboards } from '#areas/dashboards/server/area.ts'
import { evidence } from '#areas/evidence/server/area.ts'
import { help } from '#areas/help/server/area.ts'
import { indicators } from '#areas/indicators/server/area.ts'
import { logs } from '#areas/logs/server/area.ts'
import { library } from '#areas/library/server/area.ts'
import { metrics } from '#areas/metrics/server/area.ts'
import { measures } from '#areas/measures/server/area.ts'
import { organisation } from '#areas/organisation/server/area.ts'
import { heldResources } from '#areas/people/server/index.ts'
import { people } from '#areas/people/server/area.ts'
import { policies } from '#areas/policies/server/area.ts'
import { programsOf } from '#areas/programs/server/area.ts'
import { projects } from '#areas/projects/server/area.ts'
import { questionnaires } from '#areas/questionnaires/server/area.ts'
import { incidentsArea } from '#areas/incidents/server/area.ts'
import { exemptionsArea } from '#areas/exemptions/server/area.ts'
import { gapsArea } from '#areas/gaps/server/area.ts'
import { reportingOf } from '#areas/reporting/server/area.ts'
import { reviews } from '#areas/reviews/server/area.ts'
import { relations } from '#areas/relations/server/area.ts'
import { risks } from '#areas/risks/server/area.ts'
import { runbooks } from '#areas/runbooks/server/area.ts'
import { scales } from '#areas/scales/server/area.ts'
import { scores } from '#areas/scores/server/area.ts'
import { suppliers } from '#areas/suppliers/server/area.ts'
import { scim } from '#areas/scim/server/area.ts'
import { statements } from '#areas/statements/server/area.ts'
import { tenancy } from '#areas/tenancy/server/area.ts'
import { ticketing } from '#areas/ticketing/server/area.ts'
import { leftOutOf, transferOf } from '#areas/transfer/server/area.ts'

const rooms: readonly Area[] = [
  tenancy,
  access,
  people,
  help,
  organisation,
  scales,
  catalog,
  indicators,
  metrics,
  evidence,
  questionnaires,
  assets,
  policies,
  runbooks,
  measures,
  scores,
  incidentsArea,
  exemptionsArea,
  gapsArea,
  actions,
  risks,
  campaigns,
  analyses,
  suppliers,
  projects,
  library,
  dashboards,
  statements,
  reviews,
  relations,
  checks,
  benchmark,
  logs,
  scim,
]

/** Every room of the house, low to high; event handlers run in this order. */
const described = [...rooms, reportingOf(rooms), programsOf(rooms), assistantsOf(rooms), connectors, ticketing]
export const areas: readonly Area[] = [...described, transferOf(described)]

/** Of which tables nothing is in archives of organisations. */
export const leftOut = leftOutOf(described)

for (const { extensions = [] } of areas) for (const extension of extensions) extension.register()

/** Every entity, by name. Two areas cannot declare the same one. */
export const resources: ReadonlyMap<string, Resource> = collect(
  areas.flatMap((area) => area.resources.map((resource) => [resource.def.name, resource] as const)),
  'entity',
)

for (const resource of resources.values()) heldResources.with(resource).register()

/** What mornings tell of each area's work. */
export const digests = areas.flatMap((area) => area.digests ?? [])

/** Who holds what: the rights of the kit and of every area joined. */
export const rights = defineRights(
  Object.fromEntries(
    collect(
      [collaborationRights, ...areas.map((area) => area.rights)].flatMap((declared) => Object.entries(declared)),
      'right',
    ),
  ),
)

/** The catalogues of the kit and of every area. */
export const catalogues = { kit: { en, fr }, ...Object.fromEntries(areas.map((area) => [area.name, area.locales])) }

/** The rights that go with each feature, over all areas (NAV-42). */
export const featureRights: ReadonlyMap<Feature, readonly Right[]> = new Map(
  features.map((feature) => [feature, areas.flatMap((area) => area.features?.[feature] ?? [])]),
)

const withheldBy = new Remembered<ReadonlySet<Right>>(200)

/** The rights that an organisation with these features does without: one set for all that have the same. */
export function withheldWithout(had: readonly string[]): ReadonlySet<Right> {
  const key = had.join()
  return withheldBy.get(key) ?? withheldBy.keep(key, new Set([...featureRights].flatMap(([feature, withheld]) => (had.includes(feature) ? [] : withheld))))
}

/** Every right that at least one of the roles holds. */
export function rightsOf(roles: readonly Role[]): ReadonlySet<Right> {
  return new Set((Object.keys(rights) as Right[]).filter((right) => rights[right]?.some((role) => roles.includes(role))))
}

/** The same in an organisation that has these features alone. */
export function rightsWithin(roles: readonly Role[], had: readonly string[]): ReadonlySet<Right> {
  const withheld = withheldWithout(had)
  return new Set([...rightsOf(roles)].filter((right) => !withheld.has(right)))
}

function collect<T>(entries: readonly (readonly [string, T])[], what: string): Map<string, T> {
  const joined = new Map<string, T>()
  for (const [name, value] of entries) {
    if (joined.has(name)) throw new Error(`Two areas declare the ${what} ${name}`)
    joined.set(name, value)
  }
  return joined
}
