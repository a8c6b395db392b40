import type { Language } from '#kit/contract/catalogue.ts'
import type { ImplementationGroup } from '#areas/policies/contract/policy-version.ts'
import type { TreeRequirement } from '#areas/policies/contract/calls.ts'

export interface GroupInScope {
  readonly group: ImplementationGroup
  /** Requirements in scope when this group alone is chosen; those of no group always are. */
  readonly requirements: number
}

export interface GroupChoice {
  readonly groups: readonly GroupInScope[]
  /** Each holds all of the one before, as levels do: one is chosen, not several. */
  readonly cumulative: boolean
}

type Grouped = Pick<TreeRequirement, 'implementation_groups'>

/** Whether a requirement counts where some groups are chosen: what has none always does. */
export const isInScope = ({ implementation_groups: own }: Grouped, chosen: ReadonlySet<string>) => own.length === 0 || own.some((ref) => chosen.has(ref))

/** How many requirements a choice of groups leaves in scope; the same rule as the scores'. */
export const inScope = (requirements: readonly Grouped[], chosen: ReadonlySet<string>): number => requirements.filter((each) => isInScope(each, chosen)).length

/** The groups of a version that some requirement belongs to, from the narrowest, and whether they stand one within the other. */
export function groupChoice(offered: readonly ImplementationGroup[], requirements: readonly Grouped[]): GroupChoice {
  const used = offered.filter(({ ref_id }) => requirements.some((each) => each.implementation_groups.includes(ref_id)))
  const members = new Map(
    used.map(({ ref_id }) => [ref_id, new Set([...requirements.keys()].filter((at) => requirements[at]?.implementation_groups.includes(ref_id)))]),
  )
  const size = (ref: string) => members.get(ref)?.size ?? 0
  const sorted = used.toSorted((a, b) => size(a.ref_id) - size(b.ref_id))
  const cumulative =
    sorted.length > 1 &&
    sorted.slice(1).every((group, at) => [...(members.get(sorted[at]?.ref_id ?? '') ?? [])].every((member) => members.get(group.ref_id)?.has(member)))
  const shown = cumulative ? sorted : used
  return { cumulative, groups: shown.map((group) => ({ group, requirements: inScope(requirements, new Set([group.ref_id])) })) }
}

/** A group's name as its reader reads it, else its reference. */
export const groupName = ({ ref_id, name_en, name_fr }: ImplementationGroup, language: Language): string =>
  (language === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)) ?? ref_id
