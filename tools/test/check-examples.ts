import { ago, day, text, type Example, type Surroundings, type Values } from './check-example.ts'
import { supplierExamples } from './check-examples-of-suppliers.ts'

/** By the name of a check: rows that it finds, and rows next to them that it does not. */
export function checkExamples(surroundings: Surroundings): Readonly<Record<string, Example>> {
  const { world, owner, ids, insert } = surroundings
  let next = 100_000
  const named = (entity: string) => (n: number) => ({ identifier: text(`${entity}-${n}`), name_en: text(`Example ${n} of ${entity}`) })
  const action = (n: number): Values => ({ ...named('A')(n), program_id: world.plan, perimeter_id: world.lyon })
  const measure = (n: number): Values => ({ ...named('M')(n), solution_id: 90_000 + n, perimeter_id: world.lyon })
  const exemption = (n: number): Values => ({
    ...named('E')(n),
    reason: text('Because'),
    register_id: 1,
    start_date: day(-300),
    end_date: day(30),
    created_at: ago(1),
  })
  const incident = (n: number): Values => ({ ...named('I')(n), perimeter_id: world.lyon })
  const gap = (n: number): Values => ({ ...named('G')(n), register_id: ids.register ?? 0, perimeter_id: world.lyon })
  const risk = (n: number): Values => ({
    ...named('RSK')(n),
    register_id: ids.risks ?? 0,
    perimeter_id: world.lyon,
    manager_id: world.pilot.memberId,
    init_impact: 3,
    init_probability: 3,
    min_impact: 1,
    min_probability: 1,
    current_impact: 2,
    current_probability: 2,
    init_level: 3,
    current_level: 2,
  })
  const evidence = (n: number): Values => ({ ...named('EV')(n), manager_id: world.pilot.memberId })
  const person = (n: number): Values => ({ email: text(`example${n}@example.org`), firstname: text('E'), lastname: text(String(n)) })
  const shownBy = async (evidence: number) =>
    insert('remediation__evidences', { owner_id: await insert('remediation', action((next += 1))), target_id: evidence })
  const openAction = async (measure: number) => insert('remediation', { ...action((next += 1)), measure_id: measure, status: text('ONGOING') })

  const somebody = () => world.pilot.memberId
  const finished = { status: text('FINISHED') }
  const implemented = { status: text('IMPLEMENTED') }

  return {
    'remediation.UNPROVEN': {
      of: action,
      found: { ...finished, done_date: day(-92) },
      not: [
        { ...finished, done_date: day(-93) },
        { ...finished, done_date: day(-1), cost: 1 },
      ],
      with: async (id, isFound) => {
        if (!isFound) await insert('remediation__evidences', { owner_id: id, target_id: ids.evidence ?? 0 })
      },
    },
    'remediation.LATE_SILENT': {
      of: action,
      found: { status: text('ONGOING'), target_date: day(-1) },
      not: [
        { status: text('ONGOING'), target_date: day(0) },
        { status: text('STANDBY'), target_date: day(-9), status_reason: text('Waits') },
      ],
    },
    'remediation.NOT_STARTED': {
      of: action,
      found: { status: text('PLANNED'), start_date: day(-1) },
      not: [
        { status: text('PLANNED'), start_date: day(0) },
        { status: text('ONGOING'), start_date: day(-1) },
      ],
    },
    'remediation.POSTPONED': {
      of: action,
      found: { status: text('ONGOING'), postponements: 3 },
      not: [
        { status: text('ONGOING'), postponements: 2 },
        { ...finished, postponements: 4 },
      ],
    },
    'remediation.UNASSIGNED': {
      of: action,
      found: { status: text('ONGOING') },
      get not(): readonly Values[] {
        return [{ status: text('ONGOING'), manager_id: somebody() }, { status: text('TO_PLAN') }]
      },
    },
    'remediation.OPEN_TASKS': {
      of: action,
      found: finished,
      not: [finished],
      with: (id, isFound) => insert('remediation__tasks', { owner_id: id, position: 1, name: text('Task'), status: text(isFound ? 'TO_DO' : 'DONE') }),
    },
    'remediation.LONG_STANDBY': {
      of: action,
      found: { status: text('STANDBY'), updated_at: ago(91) },
      not: [
        { status: text('STANDBY'), updated_at: ago(89) },
        { status: text('ONGOING'), updated_at: ago(91) },
      ],
    },
    'measure.NO_OWNER': {
      of: measure,
      found: implemented,
      get not(): readonly Values[] {
        return [{ ...implemented, manager_id: somebody() }, { ...implemented, perimeter_id: ids.archived ?? 0 }, { status: text('NOT_IMPLEMENTED') }]
      },
    },
    'measure.UNPROVEN': {
      of: measure,
      found: implemented,
      not: [implemented],
      with: async (id, isFound) => {
        const act = await insert('remediation', { ...action((next += 1)), measure_id: id, ...(isFound ? { status: text('ONGOING') } : finished) })
        await insert('remediation__evidences', { owner_id: act, target_id: ids.evidence ?? 0 })
      },
    },
    'measure.LOW_NO_ACTION': {
      of: measure,
      found: { ...implemented, base_efficiency: 49 },
      not: [{ ...implemented, base_efficiency: 48 }],
      with: async (id, isFound) => (isFound ? undefined : openAction(id)),
    },
    'measure.PLANNED_NO_ACTION': {
      of: measure,
      found: { status: text('NOT_IMPLEMENTED'), decision: text('PLANNED') },
      not: [{ status: text('NOT_IMPLEMENTED'), decision: text('PLANNED') }],
      with: async (id, isFound) => (isFound ? undefined : openAction(id)),
    },
    'measure.OFFER_WAITING': {
      of: measure,
      found: implemented,
      not: [implemented],
      with: (id, isFound) => insert('measure_beneficiary', { measure_id: id, perimeter_id: world.nantes, accepted: String(!isFound), valid_from: ago(31) }),
    },
    'control.NO_MEASURE': {
      of: (n) => ({ policy_version_id: ids.version ?? 0, identifier: text(`C${n}`), name_en: text('Rule'), lineage_id: 5000 + n }),
      found: { weight: 1 },
      get not(): readonly Values[] {
        return [{ policy_version_id: ids.older ?? 0 }, { weight: 7 }]
      },
      with: async (id, isFound) => {
        await owner.query(
          `insert into control_lineage (customer_id, id, policy_id, key) overriding system value select customer_id, lineage_id, $2, identifier from control where id = $1`,
          [id, ids.policy],
        )
        if (isFound) return
        await owner.query(
          `insert into control_solution (customer_id, lineage_id, solution_id) select customer_id, lineage_id, $2 from control where id = $1 and weight = 7`,
          [id, ids.model],
        )
      },
    },
    'policy.NOT_PUBLISHED': { of: named('PN'), found: { created_at: ago(31) }, not: [{ created_at: ago(29) }, { created_at: ago(31), archived: 'true' }] },
    'policy.NOT_APPLIED': {
      of: named('PA'),
      get found(): Values {
        return { current_version_id: ids.version ?? 0 }
      },
      get not(): readonly Values[] {
        return [{ current_version_id: ids.version ?? 0, archived: 'true' }, {}]
      },
    },
    'policy.OUTDATED': {
      of: (n) => ({ ...named('PO')(n), current_version_id: ids.version ?? 0 }),
      found: {},
      not: [{}],
      with: (id, isFound) =>
        insert('policy_application', { policy_id: id, policy_version_id: (isFound ? ids.older : ids.version) ?? 0, perimeter_id: world.nantes }),
    },
    'exemption.EXPIRED': {
      of: exemption,
      found: { status: text('GRANTED'), end_date: day(-1) },
      not: [
        { status: text('GRANTED'), end_date: day(0) },
        { status: text('CLOSED'), end_date: day(-1) },
      ],
    },
    'exemption.RENEWED_TWICE': {
      of: exemption,
      found: { status: text('GRANTED'), renewals: 2 },
      not: [
        { status: text('GRANTED'), renewals: 1 },
        { status: text('CLOSED'), renewals: 2 },
      ],
    },
    'exemption.WAITING': {
      of: exemption,
      found: { status: text('REQUESTED'), created_at: ago(15) },
      not: [{ status: text('REQUESTED'), created_at: ago(13) }],
    },
    'exemption.UNRELIEVED': {
      of: exemption,
      found: { status: text('GRANTED') },
      not: [
        { status: text('GRANTED'), compensating: text('A guard') },
        { status: text('GRANTED'), renewals: 1 },
      ],
      with: (id, isFound) => (isFound ? Promise.resolve() : insert('exemption__actions', { owner_id: id, target_id: 1 })),
    },
    'evidence.EXPIRED_IN_USE': { of: evidence, found: { valid_until: day(-1) }, not: [{ valid_until: day(0) }], with: (id) => shownBy(id) },
    'evidence.UNUSED': { of: evidence, found: { created_at: ago(8) }, not: [{ created_at: ago(6) }] },
    'evidence.NO_OWNER': { of: evidence, found: { manager_id: 'null' }, not: [{}], with: (id) => shownBy(id) },
    'member.GONE_HOLDING': {
      of: person,
      found: { disabled: 'true' },
      not: [{ disabled: 'false' }, { archived: 'true', lang: text('fr') }],
      with: async (id, isFound) => {
        const { rows } = await owner.query('select lang from member where id = $1', [id])
        const status = !isFound && rows[0].lang === 'fr' ? text('FINISHED') : text('ONGOING')
        await insert('remediation', { ...action((next += 1)), manager_id: id, status })
      },
    },
    'member.EXTERNAL_OVER': {
      of: person,
      found: { is_external: 'true', access_end: day(-1) },
      not: [
        { is_external: 'true', access_end: day(0) },
        { is_external: 'true', access_end: day(-1), disabled: 'true' },
      ],
    },
    'member.ADMIN_NOT_STRONG': {
      of: person,
      found: { roles: "'{global_pilote}'" },
      not: [{ roles: "'{local_pilote}'" }, { roles: "'{global_pilote}'", disabled: 'true' }],
    },
    'member.NEVER_CAME': {
      of: person,
      found: { created_at: ago(31) },
      not: [{ created_at: ago(29) }, { created_at: ago(40) }],
      with: (id, isFound) => (isFound ? Promise.resolve() : insert('member_sign_in', { member_id: id, last_at: ago(2) })),
    },
    'perimeter.NO_MANAGER': {
      of: (n) => ({ ...named('PM')(n), parent_id: world.root }),
      found: {},
      get not(): readonly Values[] {
        return [{ manager_id: somebody() }, { archived: 'true' }]
      },
    },
    'perimeter.NO_POLICY': {
      of: (n) => ({ ...named('PP')(n), parent_id: world.root }),
      found: {},
      not: [{ type: text('PROVIDER') }, { weight: 1 }],
      with: async (id, isFound) => {
        if (!isFound)
          await owner.query('insert into perimeter_closure (customer_id, ancestor_id, descendant_id, depth) values ($1, $2, $3, 1)', [
            world.customer,
            id,
            world.nantes,
          ])
      },
    },
    'incident.CLOCK_LATE': {
      of: incident,
      found: { significant: text('YES'), aware_at: "moment() - interval '25 hours'" },
      not: [
        { significant: text('YES'), aware_at: "moment() - interval '23 hours'" },
        { significant: text('NO'), aware_at: ago(60) },
        { significant: text('YES'), aware_at: ago(2), early_warning_sent_at: ago(1) },
        { personal_data: text('YES'), aware_at: ago(4), gdpr_sent_at: ago(3) },
        { significant: text('YES'), aware_at: ago(60), close_reason: text('FALSE_POSITIVE') },
      ],
    },
    'incident.UNASSIGNED': {
      of: incident,
      found: { created_at: ago(3) },
      get not(): readonly Values[] {
        return [{ created_at: ago(1) }, { created_at: ago(3), manager_id: somebody() }, { created_at: ago(3), status: text('CLOSED') }]
      },
    },
    'incident.NO_LESSONS': {
      of: (n) => ({ ...incident(n), status: text('CLOSED') }),
      found: { close_reason: text('RESOLVED') },
      not: [
        { close_reason: text('RESOLVED'), lessons_learned: text('Learnt') },
        { close_reason: text('FALSE_POSITIVE') },
        { close_reason: text('RESOLVED'), exercise: 'true' },
      ],
    },
    'incident.STALLED': { of: incident, found: { updated_at: ago(31) }, not: [{ updated_at: ago(29) }, { updated_at: ago(31), exercise: 'true' }] },
    'risk.ABOVE_UNANSWERED': {
      of: risk,
      found: { current_level: 3 },
      not: [{ current_level: 2 }, { current_level: 3, treatment: text('ACCEPTED'), review_date: day(90) }, { current_level: 3, priority: 1 }],
      // An action for the last one alone: the others are left for what they are.
      with: async (id) => {
        const { rows } = await owner.query<{ priority: number }>('select priority from risk where id = $1', [id])
        if (rows[0]?.priority !== 1) return
        const treating = await insert('remediation', { ...action((next += 1)), status: text('ONGOING') })
        await insert('risk__actions', { owner_id: id, target_id: treating })
      },
    },
    'risk.STALE': {
      of: risk,
      found: { status: text('APPROVED'), stale_reason: text('MEASURE') },
      // What is still asked for is its approver's, not a fault.
      not: [
        { status: text('APPROVED') },
        { status: text('TO_BE_APPROVED'), stale_reason: text('PLAN') },
        { status: text('APPROVED'), stale_reason: text('MEASURE'), treatment: text('CLOSED'), closed_on: day(-1) },
      ],
    },
    'risk.RULE_MOVED': {
      of: risk,
      found: { rule_state: text('MOVED') },
      not: [{ rule_state: text('PENDING') }, { rule_state: 'null' }, { rule_state: text('MOVED'), treatment: text('CLOSED'), closed_on: day(-1) }],
    },
    'risk.REVIEW_OVER': {
      of: risk,
      found: { review_date: day(-1) },
      not: [{ review_date: day(0) }, { review_date: day(-1), treatment: text('CLOSED'), closed_on: day(-1) }],
    },
    'risk.UNASSIGNED': {
      of: risk,
      found: { manager_id: 'null' },
      get not(): readonly Values[] {
        return [{ manager_id: somebody() }, { manager_id: 'null', treatment: text('CLOSED'), closed_on: day(-1) }]
      },
    },
    ...supplierExamples({ ...surroundings, named, next: () => (next += 1), evidence }),
    'gap.NO_ACTION': {
      of: gap,
      found: { status: text('TO_HANDLE') },
      not: [{ status: text('IN_PROGRESS') }],
      with: (id, isFound) => (isFound ? Promise.resolve() : insert('gap__actions', { owner_id: id, target_id: 1 })),
    },
    'gap.CLOSED_NO_ACTION': {
      of: (n) => ({ ...gap(n), status: text('CLOSE') }),
      found: { resolution_status: text('RESOLVED') },
      not: [{ resolution_status: text('REJECTED') }, { resolution_status: text('RESOLVED'), severity: 1 }],
      with: (id, isFound) => (isFound ? Promise.resolve() : insert('gap__actions', { owner_id: id, target_id: 1 })),
    },
    'gap.REVIEW_OVER': {
      of: (n) => ({ ...gap(n), status: text('CLOSE') }),
      found: { resolution_status: text('IGNORED'), review_date: day(-1) },
      not: [
        { resolution_status: text('IGNORED'), review_date: day(0) },
        { resolution_status: text('RESOLVED'), review_date: day(-1) },
      ],
    },
    'gap.SEVERE_UNASSIGNED': {
      of: gap,
      found: { severity: 75 },
      get not(): readonly Values[] {
        return [{ severity: 74 }, { severity: 100, manager_id: somebody() }]
      },
    },
    'gap.EFFECT_UNCHECKED': {
      of: (n) => ({ ...gap(n), status: text('CLOSE'), resolution_status: text('RESOLVED') }),
      found: { nature: text('MAJOR'), closed_on: day(-91) },
      not: [
        { nature: text('MAJOR'), closed_on: day(-90) },
        { nature: text('OBSERVATION'), closed_on: day(-91) },
        { nature: text('MINOR'), closed_on: day(-91), effect: text('EFFECTIVE') },
      ],
    },
    'review.WAITING': {
      of: (n) => ({ identifier: text(`R-${n}`), target_type: text('GAP'), target_gap_id: n }),
      found: { created_at: ago(31) },
      not: [{ created_at: ago(29) }, { created_at: ago(31), status: text('CLOSED') }],
    },
  }
}
