import { assign } from '#kit/server/data/people/assign.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { createMember } from '#areas/people/server/index.ts'
import { publish } from '#areas/policies/server/versions.ts'
import { setScoreAim } from '#areas/tenancy/server/index.ts'
import { storeMappings } from '#areas/library/server/index.ts'
import { addLinks } from '#areas/policies/server/index.ts'
import { commonFrameworks } from '#demo/content/peers.ts'
import type { Person, Policy } from '#demo/content/types.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** Points by which the first target lay below today's. */
const aimedLower = 10

/** What stands before anything happens: people, places, catalogue, policies and the registers of actions. All of it was set up on one day. */
export async function layFoundations(site: Site, day: number, passwordHash: string): Promise<void> {
  const { content, pilot } = site
  await site.at(day, null, async (session) => {
    await findRoot(session)
    await addPerson(session, pilot, passwordHash)
  })
  await site.at(day, pilot, async (session) => {
    await setScoreAim(session.tx, { target_score: content.story.targetScore - aimedLower })
    await arrangePerimeters(session)
    for (const person of content.people) if (person !== pilot) await addPerson(session, person, passwordHash)
    for (const { key, name, members } of content.userGroups) {
      await session.create('group', key, { name: site.translate(name), members: members.map((member) => site.id('member', member)) })
    }
    for (const { key, name, color, perimeters } of content.groupings) {
      await session.create('tag', key, { ...inBoth('name', name), color, perimeters: perimeters.map((perimeter) => site.id('perimeter', perimeter)) })
    }
  })
  await site.at(day, pilot, recordProperties)
  await site.at(day, pilot, fillCatalogue)
  for (const policy of content.policies) await site.at(day, pilot, (session) => writePolicy(session, policy))
  await site.at(day, pilot, tieFrameworks)
  await site.at(day, pilot, openPlans)
}

async function findRoot({ tx, site }: Session): Promise<void> {
  const root = site.content.perimeters.find(({ parent }) => parent === null)
  const [row] = await tx.runText<{ id: number }>('select id from perimeter where customer_id = $1 and parent_id is null', [site.customerId])
  if (!root || !row) throw new Error(`${site.content.name} has no root perimeter`)
  site.note('perimeter', root.key, row.id)
}

async function addPerson({ tx, site, resources }: Session, person: Person, passwordHash: string): Promise<void> {
  const { email, firstName, lastName, title, role, language } = person
  const id = await createMember(tx, resources, {
    email,
    firstname: firstName,
    lastname: lastName,
    jobTitle: site.translate(title),
    roles: [role],
    lang: language,
    passwordHash,
    perimeterIds: person.perimeters.map((key) => site.id('perimeter', key)),
  })
  site.note('member', person.key, id)
}

async function arrangePerimeters(session: Session): Promise<void> {
  const { site } = session
  for (const { key, identifier, name, description, type, parent, weight } of site.content.perimeters) {
    const input = { identifier, ...inBoth('name', name), description: site.translate(description), weight }
    if (parent === null) await session.update('perimeter', site.id('perimeter', key), input)
    else await session.create('perimeter', key, { ...input, type, parent: site.id('perimeter', parent) })
  }
}

async function recordProperties(session: Session): Promise<void> {
  const { site } = session
  for (const { key, name, type, options, perimeterTypes, restricted, values } of site.content.properties) {
    await session.create('perimeter_property', key, {
      ...inBoth('name', name),
      value_type: type,
      options: options.map((value) => ({ value })),
      perimeter_types: perimeterTypes,
      restricted_to_global_pilots: restricted,
    })
    for (const [perimeter, value] of Object.entries(values)) {
      await session.create('perimeter_property_value', null, {
        perimeter: site.id('perimeter', perimeter),
        perimeter_property: site.id('perimeter_property', key),
        value,
      })
    }
  }
}

async function fillCatalogue(session: Session): Promise<void> {
  const { site } = session
  for (const { key, name } of site.content.categories) await session.create('category', key, inBoth('name', name))
  for (const { key, name, color } of site.content.labels) await session.create('label', key, { ...inBoth('name', name), color })
  for (const { key, name, description, category, yearlyCost, buildDays, yearlyDays } of site.content.solutions) {
    await session.create('solution', key, {
      ...inBoth('name', name),
      ...inBoth('description', description),
      category: site.id('category', category),
      yearly_cost: yearlyCost,
      build_days: buildDays,
      yearly_internal_charge: yearlyDays,
    })
  }
}

/** Writes a policy in its first draft, says which solutions answer it, and publishes it. */
async function writePolicy(session: Session, policy: Policy): Promise<void> {
  const { site, tx } = session
  const values = { identifier: policy.identifier, ...inBoth('name', policy.name), ...inBoth('description', policy.description) }
  const urn = Object.entries(commonFrameworks).find(([key]) => key === policy.key)?.[1]
  const { id } = await session.create('policy', policy.key, values, 'create', urn === undefined ? {} : { urn })
  const [draft] = await tx.runText<{ id: number }>("select id from policy_version where customer_id = $1 and policy_id = $2 and status = 'DRAFT'", [
    site.customerId,
    id,
  ])
  if (!draft) throw new Error(`${policy.key} has no draft`)
  const groups = new Map<string, number>()
  for (const { identifier, name } of policy.groups) {
    groups.set(identifier, (await session.create('control_group', null, { policy_version: draft.id, identifier, ...inBoth('name', name) })).id)
  }
  for (const { identifier, group, name, description, weight, level } of policy.requirements) {
    const control = await session.create('control', null, {
      policy_version: draft.id,
      control_group: groups.get(group) ?? null,
      identifier,
      ...inBoth('name', name),
      ...inBoth('description', description),
      weight,
      level,
    })
    site.note('lineage', `${policy.key} ${identifier}`, control.lineage_id as number)
  }
  const links = site.content.solutions.flatMap(({ key, answers: { [policy.key]: shares = {} } }) =>
    Object.entries(shares).map(([identifier, share]) => ({
      lineage_id: site.id('lineage', `${policy.key} ${identifier}`),
      solution_id: site.id('solution', key),
      share,
      to_confirm: false,
    })),
  )
  await addLinks(tx, id, links, 'solutions')
  await publish(tx, session.resources, draft.id)
}

/** The mapping between two frameworks, as an import brings it: by the keys of their requirements. */
async function tieFrameworks({ tx, site, resources }: Session): Promise<void> {
  const { mapping } = site.content
  if (!mapping) return
  const { name, source, target, pairs } = mapping
  const rows = await tx.runText<{ id: number; key: string }>('select id, key from control_lineage where customer_id = $1', [site.customerId])
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const keyOf = (policy: string, identifier: string) => keys.get(site.id('lineage', `${policy} ${identifier}`)) ?? ''
  const silent = { en: null, fr: null }
  await storeMappings(tx, resources, [
    {
      urn: `urn:vigie:mapping:${source}-${target}`,
      ref_id: null,
      name,
      description: silent,
      annotation: silent,
      translations: {},
      extra: null,
      source_framework_urn: `urn:vigie:framework:${source}`,
      target_framework_urn: `urn:vigie:framework:${target}`,
      pairs: pairs.map(([from, to, relationship]) => ({
        source_urn: keyOf(source, from),
        target_urn: keyOf(target, to),
        relationship,
        rationale: null,
        note: null,
        annotation: null,
        strength: null,
        extra: null,
      })),
    },
  ])
}

async function openPlans(session: Session): Promise<void> {
  const { site } = session
  const year = Number(site.dateAt(0).slice(0, 4))
  const unproven = new Set(site.content.actions.flatMap(({ status, proofs, plan }) => (status === 'FINISHED' && proofs.length === 0 ? [plan] : [])))
  for (const { key, identifier, name, description, perimeters, people, userGroup, budget } of site.content.actionPlans) {
    const { id } = await session.create('program', key, {
      identifier,
      ...inBoth('name', name),
      ...inBoth('description', description),
      perimeters: perimeters.map((perimeter) => site.id('perimeter', perimeter)),
      budgets: [year - 1, year].map((each) => ({ year: each, amount: budget })),
      // Else an action asks for a proof before it ends.
      ...(unproven.has(key) && { proof_required_action: 'NO' }),
    })
    await assign(session.tx, session.grant('program'), resourceOf(session.resources, 'program'), session.resources, id, {
      members: people.map((person) => site.id('member', person)),
      groups: userGroup === null ? [] : [site.id('group', userGroup)],
    })
  }
}
