import { describe, expect, test } from 'vitest'
import { mainOrganisation } from './main/index.ts'
import { secondOrganisation } from './second/index.ts'
import { daysFromToday } from './types.ts'
import type { Action, Day, Organisation, Text } from './types.ts'

const organisations: readonly Organisation[] = [mainOrganisation, secondOrganisation]

function isText(value: object): value is Text {
  return 'en' in value && 'fr' in value
}

/** Every text below a value, with the path that leads to it. */
function textsIn(value: unknown, path = ''): { path: string; text: Text }[] {
  if (typeof value !== 'object' || value === null) return []
  if (isText(value)) return [{ path, text: value }]
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, `${path}.${key}`))
}

function keysOf(items: readonly { readonly key: string }[]): string[] {
  return items.map((item) => item.key)
}

function repeated(keys: readonly string[]): string[] {
  return keys.filter((key, at) => keys.indexOf(key) !== at)
}

function isOpen(action: Action): boolean {
  return action.status !== 'FINISHED' && action.status !== 'CANCELLED'
}

function isPast(day: Day | null): boolean {
  return day !== null && daysFromToday(day) < 0
}

describe.each(organisations)('$name', (organisation) => {
  const people = keysOf(organisation.people)
  const userGroups = keysOf(organisation.userGroups)
  const perimeters = new Map(organisation.perimeters.map((perimeter) => [perimeter.key, perimeter]))
  const internal = organisation.perimeters.filter((perimeter) => perimeter.type === 'INTERNAL').map((perimeter) => perimeter.key)
  const requirements = organisation.policies.flatMap((policy) => policy.requirements.map((item) => `${policy.key} ${item.identifier}`))
  const measures = new Map(organisation.measures.map((measure) => [measure.key, measure]))

  test('gives each object a key of its own', () => {
    const { actionPlans, actions, categories, groupings, labels, policies, solutions } = organisation
    for (const items of [
      organisation.people,
      organisation.userGroups,
      organisation.perimeters,
      organisation.measures,
      groupings,
      categories,
      labels,
      policies,
      solutions,
      actionPlans,
      actions,
    ]) {
      expect(repeated(keysOf(items))).toEqual([])
    }
    expect(repeated(requirements)).toEqual([])
    expect(repeated(organisation.people.map((person) => person.email))).toEqual([])
  })

  test('names only people, groups and perimeters that exist', () => {
    for (const group of organisation.userGroups) expect(people).toEqual(expect.arrayContaining([...group.members]))
    for (const person of organisation.people) {
      expect([...perimeters.keys()]).toEqual(expect.arrayContaining([...person.perimeters]))
      expect([person.key, person.perimeters.length > 0]).toEqual([person.key, !person.role.startsWith('global')])
    }
    for (const grouping of organisation.groupings) {
      expect([...perimeters.keys()]).toEqual(expect.arrayContaining([...grouping.perimeters]))
    }
    for (const plan of organisation.actionPlans) {
      expect(people).toEqual(expect.arrayContaining([...plan.people]))
      expect([...perimeters.keys()]).toEqual(expect.arrayContaining([...plan.perimeters]))
      if (plan.userGroup !== null) expect(userGroups).toContain(plan.userGroup)
    }
  })

  test('holds one tree, with parents before their children and nothing internal under an application or a provider', () => {
    const seen: string[] = []
    for (const { key, parent, type } of organisation.perimeters) {
      if (parent === null) expect(seen).toEqual([])
      else {
        expect(seen).toContain(parent)
        if (type === 'INTERNAL') expect(internal).toContain(parent)
      }
      seen.push(key)
    }
  })

  test('applies policies to internal perimeters, and leaves out only requirements that are in scope there', () => {
    const level = new Map(organisation.applications.map((item) => [`${item.perimeter} ${item.policy}`, item.level]))
    expect(level.size).toBe(organisation.applications.length)
    for (const item of organisation.applications) expect(internal).toContain(item.perimeter)
    for (const item of organisation.notApplicable) {
      const policy = organisation.policies.find((candidate) => candidate.key === item.policy)
      const requirement = policy?.requirements.find((candidate) => candidate.identifier === item.requirement)
      expect(requirement).toBeDefined()
      expect(level.get(`${item.perimeter} ${item.policy}`)).toBeGreaterThanOrEqual(requirement?.level ?? 4)
      expect(people).toContain(item.author)
    }
  })

  test('gives requirements a group of their policy, and policies identifiers that people could type', () => {
    for (const policy of organisation.policies) {
      const groups = policy.groups.map((group) => group.identifier)
      const typed = [policy.identifier, ...groups, ...policy.requirements.map((requirement) => requirement.identifier)]
      for (const identifier of typed) expect(identifier).toMatch(/^[A-Za-z][A-Za-z0-9._-]{0,9}$/)
      for (const requirement of policy.requirements) expect(groups).toContain(requirement.group)
    }
    for (const { identifier } of [...organisation.perimeters, ...organisation.actionPlans]) {
      expect(identifier).toMatch(/^[A-Za-z][A-Za-z0-9._-]{0,9}$/)
    }
  })

  test('has solutions answer requirements that exist, and no requirement more than about once', () => {
    const total = new Map<string, number>()
    for (const solution of organisation.solutions) {
      expect(keysOf(organisation.categories)).toContain(solution.category)
      for (const [policy, shares] of Object.entries(solution.answers)) {
        for (const [requirement, share] of Object.entries(shares)) {
          const name = `${policy} ${requirement}`
          expect(requirements).toContain(name)
          expect(share).toBeGreaterThanOrEqual(1)
          total.set(name, (total.get(name) ?? 0) + share)
        }
      }
    }
    expect([...total.values()].filter((sum) => sum > 120)).toEqual([])
  })

  test('has measures decided by internal perimeters, in order of time, for others that do not decide the same twice', () => {
    const decided = organisation.measures.map((measure) => `${measure.perimeter} ${measure.solution}`)
    expect(repeated(decided)).toEqual([])
    for (const measure of organisation.measures) {
      expect(keysOf(organisation.solutions)).toContain(measure.solution)
      expect(internal).toContain(measure.perimeter)
      const days = measure.decisions.map((decision) => daysFromToday(decision.since))
      expect([measure.key, days]).toEqual([measure.key, days.toSorted((a, b) => a - b)])
      expect(days.length).toBeGreaterThan(0)
      const beneficiaries = measure.beneficiaries.flatMap((wave) => wave.perimeters)
      expect([measure.key, repeated(beneficiaries)]).toEqual([measure.key, []])
      expect(beneficiaries).not.toContain(measure.perimeter)
      expect(internal).toEqual(expect.arrayContaining(beneficiaries))
      if (!measure.servesOperator) expect(beneficiaries).not.toEqual([])
      const implemented = measure.decisions.find((decision) => decision.status === 'IMPLEMENTED')
      for (const wave of measure.beneficiaries) {
        expect(daysFromToday(wave.since)).toBeGreaterThanOrEqual(implemented ? daysFromToday(implemented.since) : 1)
      }
    }
  })

  test('links actions to what exists', () => {
    for (const action of organisation.actions) {
      expect(keysOf(organisation.actionPlans)).toContain(action.plan)
      expect([...perimeters.keys()]).toContain(action.perimeter)
      expect(keysOf(organisation.labels)).toEqual(expect.arrayContaining([...action.labels]))
      expect([action.key, action.manager !== null && action.userGroup !== null]).toEqual([action.key, false])
      if (action.manager !== null) expect(people).toContain(action.manager)
      if (action.userGroup !== null) expect(userGroups).toContain(action.userGroup)
      expect(people).toEqual(expect.arrayContaining([...action.comments, ...action.proofs].map((item) => item.author)))
      const measure = action.measure === null ? undefined : measures.get(action.measure)
      expect([action.key, measure !== undefined]).toEqual([action.key, action.type !== 'SIMPLE'])
      if (measure) expect(action.perimeter).toBe(measure.perimeter)
      expect([action.key, action.impact !== null]).toEqual([action.key, action.type === 'UPGRADE'])
      if (measure && action.type === 'UPGRADE') {
        const implemented = measure.decisions.find((decision) => decision.status === 'IMPLEMENTED')
        expect(daysFromToday(action.created)).toBeGreaterThan(implemented ? daysFromToday(implemented.since) : 0)
      }
    }
  })

  test('lets people speak about their own work alone: auditors nowhere, local pilots within reach, contributors where it is theirs', () => {
    const above = (key: string | null): string[] => (key === null ? [] : [key, ...above(perimeters.get(key)?.parent ?? null)])
    const speaks = (action: Action, author: string): boolean => {
      const person = organisation.people.find(({ key }) => key === author)
      if (person?.role === 'global_pilote') return true
      if (person?.role === 'local_pilote') return above(action.perimeter).some((key) => person.perimeters.includes(key))
      const team = organisation.userGroups.find(({ key }) => key === action.userGroup)
      return (
        person?.role === 'contributor' &&
        (action.manager === author || team?.members.includes(author) === true || action.tasks.some(({ manager }) => manager === author))
      )
    }
    const wrong = organisation.actions.flatMap((action) =>
      action.comments.filter(({ author }) => !speaks(action, author)).map(({ author }) => `${action.key}: ${author}`),
    )
    expect(wrong).toEqual([])
  })

  test('keeps to the life of an action', () => {
    for (const action of organisation.actions) {
      const { key, status } = action
      const targeted = status === 'PLANNED' || status === 'ONGOING'
      if (targeted) expect(action.target).not.toBeNull()
      expect([key, action.done !== null]).toEqual([key, !isOpen(action)])
      if (status !== 'FINISHED') expect([key, action.proofs]).toEqual([key, []])
      expect([key, action.statusReason !== null]).toEqual([key, status === 'STANDBY' || status === 'CANCELLED'])
      if (status === 'ONGOING') expect([key, isPast(action.start)]).toEqual([key, true])
      if (status === 'PLANNED') expect([key, isPast(action.start)]).toEqual([key, action.notStarted === true])
      expect([key, isPast(action.created)]).toEqual([key, true])
      if (action.start && action.target) {
        expect(daysFromToday(action.target)).toBeGreaterThan(daysFromToday(action.start))
      }
      if (action.done) expect(daysFromToday(action.done)).toBeGreaterThan(daysFromToday(action.created))
    }
  })

  test('moves target dates from one to the next, after the action was created and before it ended', () => {
    for (const action of organisation.actions) {
      let expected = action.initialTarget
      for (const move of action.postponements) {
        expect([action.key, move.from]).toEqual([action.key, expected])
        expect(daysFromToday(move.to)).toBeGreaterThan(daysFromToday(move.from))
        expect(daysFromToday(move.on)).toBeGreaterThanOrEqual(daysFromToday(action.created))
        expect(daysFromToday(move.on)).toBeLessThan(action.done ? daysFromToday(action.done) : 0)
        expected = move.to
      }
      expect([action.key, action.target]).toEqual([action.key, expected])
    }
  })

  test('implements a measure on the day its action was finished, and plans it with an open action', () => {
    for (const measure of organisation.measures) {
      const last = measure.decisions.at(-1)
      const build = organisation.actions.find((action) => action.type === 'BUILD' && action.measure === measure.key)
      if (last?.status === 'NOT_IMPLEMENTED' && last.decision === 'PLANNED') {
        expect(build).toBeDefined()
        expect([measure.key, build && isOpen(build)]).toEqual([measure.key, true])
        expect(build?.created).toEqual(last.since)
      }
      if (build?.status === 'FINISHED') expect(last).toEqual({ since: build.done, status: 'IMPLEMENTED' })
    }
  })

  test('reads well in both languages', () => {
    const texts = textsIn(organisation)
    expect(texts.length).toBeGreaterThan(100)
    for (const { path, text } of texts) {
      for (const value of [text.en, text.fr]) {
        expect([path, value.trim()]).toEqual([path, value])
        expect(value).not.toMatch(/lorem|ipsum|\btest \d|todo|tbd|xxx|foo\b|bar baz|['"]|\s{2}/i)
        expect(value.length).toBeGreaterThanOrEqual(3)
        expect(value.length).toBeLessThanOrEqual(400)
      }
      // A French double mark follows a non-breaking space, never a plain one or a letter.
      expect(text.fr).not.toMatch(/[^\u00A0][;?!»]|[^\u00A0\d]:|«[^\u00A0]/)
    }
  })

  test('keeps names within what forms accept', () => {
    const { actionPlans, actions, categories, groupings, policies, solutions } = organisation
    const named = [
      ...organisation.perimeters,
      ...groupings,
      ...categories,
      ...policies,
      ...solutions,
      ...actionPlans,
      ...actions,
      ...organisation.policies.flatMap((policy) => [...policy.groups, ...policy.requirements]),
      ...organisation.actions.flatMap((action) => [...action.tasks, ...action.proofs]),
    ]
    for (const { name } of named) {
      for (const value of [name.en, name.fr]) {
        expect(value.length).toBeGreaterThanOrEqual(4)
        expect(value.length).toBeLessThanOrEqual(128)
      }
    }
    for (const { name } of organisation.labels) expect(Math.max(name.en.length, name.fr.length)).toBeLessThanOrEqual(32)
  })
})

test('the main organisation has the size and the imperfections of a real one', () => {
  const { actions, measures, notApplicable, people, perimeters, policies, solutions } = mainOrganisation
  expect([perimeters.length, people.length, policies.length]).toEqual([37, 13, 3])
  expect([solutions.length, measures.length, actions.length]).toEqual([120, 120, 212])
  expect(new Set(people.map((person) => person.role)).size).toBe(5)
  const open = actions.filter(isOpen)
  const late = open.filter((action) => isPast(action.target))
  expect(late.length / open.length).toBeCloseTo(0.15, 1)
  expect(actions.filter((action) => action.postponements.length === 3)).toHaveLength(2)
  expect(open.filter((action) => action.manager === null && action.userGroup === null).length).toBeGreaterThanOrEqual(5)
  expect(open.filter((action) => action.tasks.length > 1 && action.tasks.every((task) => task.status === 'DONE'))).toHaveLength(1)
  expect(measures.filter((item) => item.decisions.at(-1)?.status === 'TO_IMPLEMENT').length).toBeGreaterThan(3)
  expect(measures.some((item) => item.beneficiaries.some((wave) => !wave.accepted))).toBe(true)
  expect(notApplicable.length).toBeGreaterThanOrEqual(8)
  // What the standing checks find: a few of each.
  const finished = actions.filter((action) => action.status === 'FINISHED')
  expect(finished.filter((action) => action.proofs.length === 0)).toHaveLength(5)
  expect(finished.filter((action) => action.tasks.some(({ status }) => status === 'TO_DO'))).toHaveLength(2)
  expect(actions.filter((action) => action.notStarted)).toHaveLength(2)
  const answered = new Set(
    solutions.flatMap((item) =>
      Object.entries(item.answers).flatMap(([policy, shares]) => Object.keys(shares).map((requirement) => `${policy} ${requirement}`)),
    ),
  )
  const unmapped = policies.flatMap((policy) => policy.requirements.filter((item) => !answered.has(`${policy.key} ${item.identifier}`)))
  expect(unmapped).toHaveLength(8)
})

test('an improvement action lowers multi-factor authentication, which head office shares with every site', () => {
  const { actions, measures, story } = mainOrganisation
  const open = actions.find((action) => action.type === 'UPGRADE' && action.measure === 'mfa')
  expect(open && isOpen(open) && open.impact).toBe(50)
  for (const key of ['mfa', 'edr']) {
    const measure = measures.find((item) => item.key === key)
    const served = measure?.beneficiaries.flatMap((wave) => wave.perimeters)
    expect(served).toEqual(expect.arrayContaining(['saint-etienne', 'gent', 'zaragoza', 'brno', 'katowice', 'linz']))
  }
  expect(story.targetScore).toBe(75)
})

test('the second organisation is small', () => {
  const { actions, measures, people, perimeters, policies } = secondOrganisation
  expect([perimeters.length, people.length, policies.length]).toEqual([5, 3, 1])
  expect([policies[0]?.requirements.length, measures.length, actions.length]).toEqual([15, 15, 20])
})
