import type { MeasureFact, NodeFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { daysFromToday } from './types.ts'
import type { Day, Measure, Organisation } from './types.ts'

/** Numbers for keys: objects get them in their order, starting from 1. */
function numbered(keys: readonly string[]): (key: string) => number {
  const numbers = new Map(keys.map((key, at) => [key, at + 1]))
  return (key) => {
    const number = numbers.get(key)
    if (number === undefined) throw new Error(`Nothing is called ${key}`)
    return number
  }
}

/** What scores read of an organisation at the end of a day, straight from its content: no database, no exemptions, no control data. */
export function scoreFacts(organisation: Organisation, on: Day): ScoreFacts {
  const { actions, applications, measures, notApplicable, perimeters, policies, solutions } = organisation
  const begun = (item: { readonly since: Day }): boolean => daysFromToday(item.since) <= daysFromToday(on)
  const perimeter = perimeterNumbers(organisation)
  const policy = numbered(policies.map((item) => item.key))
  const solution = numbered(solutions.map((item) => item.key))
  const measure = numbered(measures.map((item) => item.key))
  const node = numbered(policies.flatMap((item) => [...item.groups, ...item.requirements].map((child) => `${item.key} ${child.identifier}`)))

  const nodes = policies.flatMap((item): NodeFact[] => {
    const common = { version_id: policy(item.key), group_weight: null, groups: null }
    const id = (identifier: string) => node(`${item.key} ${identifier}`)
    const both = (identifier: string) => ({ id: id(identifier), lineage_id: id(identifier) })
    return [
      ...item.groups.map((group) => ({
        ...common,
        ...both(group.identifier),
        parent_id: null,
        assessable: false,
        weight: 1,
        level: null,
      })),
      ...item.requirements.map((requirement) => ({
        ...common,
        ...both(requirement.identifier),
        parent_id: id(requirement.group),
        assessable: true,
        weight: requirement.weight,
        level: requirement.level,
      })),
    ]
  })

  const measureFact = (item: Measure): MeasureFact => {
    const decision = item.decisions.filter(begun).at(-1)
    const waves = item.beneficiaries.filter(begun)
    const served = (accepted: boolean): number[] => waves.filter((wave) => wave.accepted === accepted).flatMap((wave) => wave.perimeters.map(perimeter))
    return {
      id: measure(item.key),
      solution_id: solution(item.solution),
      perimeter_id: perimeter(item.perimeter),
      status: decision?.status ?? 'TO_IMPLEMENT',
      decision: decision?.status === 'NOT_IMPLEMENTED' ? decision.decision : null,
      base_efficiency: item.efficiency.filter(begun).at(-1)?.value ?? 100,
      serves_operator: item.servesOperator,
      beneficiary_ids: served(true),
      offered_ids: served(false),
    }
  }

  return {
    // Nothing in force ends, so the facts of any day may carry the same date.
    day: '2026-01-01',
    perimeters: perimeters.map(({ key, parent, type, weight }) => ({
      id: perimeter(key),
      parent_id: parent === null ? null : perimeter(parent),
      type,
      weight,
      archived: false,
      grouping_ids: [],
    })),
    applications: applications.filter(begun).map((item) => ({
      perimeter_id: perimeter(item.perimeter),
      policy_id: policy(item.policy),
      version_id: policy(item.policy),
      weight: item.weight,
      level: item.level,
      groups: null,
    })),
    nodes,
    links: solutions.flatMap((item) =>
      Object.entries(item.answers).flatMap(([policyKey, shares]) =>
        Object.entries(shares).map(([identifier, share]) => ({
          lineage_id: node(`${policyKey} ${identifier}`),
          solution_id: solution(item.key),
          share,
        })),
      ),
    ),
    measures: measures.map(measureFact),
    deductions: actions.flatMap((item, at) =>
      item.measure === null || item.impact === null || daysFromToday(item.created) > daysFromToday(on)
        ? []
        : [
            {
              measure_id: measure(item.measure),
              remediation_id: at + 1,
              value: item.impact,
              open: item.done === null || daysFromToday(item.done) > daysFromToday(on),
            },
          ],
    ),
    controls: [],
    exclusions: notApplicable.filter(begun).map((item, at) => ({
      id: at + 1,
      perimeter_id: perimeter(item.perimeter),
      lineage_id: node(`${item.policy} ${item.requirement}`),
      kind: 'NOT_APPLICABLE',
      from: '2020-01-01',
      to: null,
    })),
  }
}

/** The perimeter ids used by `scoreFacts`, by key. */
export function perimeterNumbers(organisation: Organisation): (key: string) => number {
  return numbered(organisation.perimeters.map((item) => item.key))
}
