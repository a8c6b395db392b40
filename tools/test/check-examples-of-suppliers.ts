import { ago, day, text, type Example, type Surroundings, type Values } from './check-example.ts'

interface OfSuppliers extends Surroundings {
  /** Identifier and name of the nth row of an entity. */
  readonly named: (entity: string) => (n: number) => Values
  /** A number that no row has yet. */
  readonly next: () => number
  readonly evidence: (n: number) => Values
}

/** Of suppliers, their services and contracts, by the name of a check. */
export function supplierExamples({ world, owner, ids, insert, named, next, evidence }: OfSuppliers): Readonly<Record<string, Example>> {
  let place = 200_000
  const supplier = (n: number): Values => ({
    ...named('SUP')(n),
    parent_id: world.lyon,
    perimeter_id: (place += 1),
    manager_id: world.pilot.memberId,
    criticality: text('CRITICAL'),
    last_evaluation: day(-30),
    next_evaluation: day(300),
    created_at: ago(60),
  })
  const ofSupplier = (status: string) => insert('supplier', { ...supplier(next()), status: text(status), criticality: text('LOW') })
  /** A perimeter that a campaign asks. */
  const asked = 199_999
  let askedNow = false
  const service = (n: number): Values => ({ ...named('SVC')(n), supplier_id: ids.supplier ?? 0, function_critical: text('YES') })
  const contract = (n: number): Values => ({ ...named('CTR')(n), supplier_id: ids.supplier ?? 0 })
  return {
    'supplier.NOT_EVALUATED': {
      of: supplier,
      found: { last_evaluation: day(-367) },
      not: [
        { last_evaluation: day(-360) },
        { last_evaluation: day(-367), criticality: text('HIGH') },
        { last_evaluation: day(-367), status: text('ENDED') },
        { last_evaluation: 'null', created_at: ago(3) },
      ],
    },
    'supplier.EVALUATION_LATE': {
      of: supplier,
      found: { next_evaluation: day(-1) },
      not: [
        { next_evaluation: day(0) },
        { next_evaluation: 'null' },
        { next_evaluation: day(-1), status: text('ENDED') },
        { next_evaluation: day(-1), perimeter_id: asked },
      ],
      with: async (_, isFound) => {
        if (isFound || askedNow) return
        askedNow = true
        const campaign = await insert('campaign', { ...named('C')(next()), status: text('STARTED'), evaluates_suppliers: 'true' })
        await insert('evaluation', { campaign_id: campaign, perimeter_id: asked })
      },
    },
    'supplier.NOT_CLASSIFIED': {
      of: supplier,
      found: { criticality: 'null' },
      not: [{ criticality: text('LOW') }, { criticality: 'null', created_at: ago(3) }, { criticality: 'null', status: text('PROSPECT') }],
    },
    'supplier.CERTIFICATE_OVER': {
      of: supplier,
      found: {},
      not: [{ status: text('ENDED') }, { country: text('FR') }],
      // One that ended; beside it, for the last, a newer one of its kind.
      with: async (id) => {
        const over = await insert('evidence', { ...evidence(next()), valid_until: day(-1) })
        await insert('supplier__certificates', { owner_id: id, position: 0, kind: text('SOC_2'), evidence_id: over })
        const { rows } = await owner.query<{ country: string | null }>('select country from supplier where id = $1', [id])
        if (rows[0]?.country !== 'FR') return
        const newer = await insert('evidence', { ...evidence(next()), valid_until: day(300) })
        await insert('supplier__certificates', { owner_id: id, position: 1, kind: text('SOC_2'), evidence_id: newer })
      },
    },
    'supplier.NO_CONTACT': {
      of: supplier,
      found: { criticality: text('HIGH') },
      not: [{ criticality: text('MEDIUM') }, { status: text('ENDED') }, { country: text('FR') }],
      with: async (id) => {
        const { rows } = await owner.query<{ country: string | null }>('select country from supplier where id = $1', [id])
        if (rows[0]?.country === 'FR') await insert('supplier__contacts', { owner_id: id, position: 0, name: text('Ada') })
      },
    },
    'supplier.NO_OWNER': {
      of: supplier,
      found: { manager_id: 'null' },
      not: [{ manager_id: world.pilot.memberId }, { manager_id: 'null', criticality: text('LOW') }],
    },
    'supplier.CHAIN_LOOP': {
      of: supplier,
      found: {},
      not: [{ criticality: text('LOW') }],
      // It works for somebody who works for it; the other only for somebody.
      with: async (id, isFound) => {
        const other = await ofSupplier('ACTIVE')
        await insert('supplier__subcontractors', { owner_id: id, position: 0, supplier_id: other })
        if (isFound) await insert('supplier__subcontractors', { owner_id: other, position: 0, supplier_id: id })
      },
    },
    'supplier_service.NO_CONTRACT': {
      of: service,
      found: {},
      not: [{ function_critical: text('NO') }, { supplier_id: ids.ended ?? 0 }, { rto: 1 }],
      // Of the first it is over; of the last it is in force.
      with: async (id, isFound) => {
        const { rows } = await owner.query<{ rto: number | null }>('select rto from supplier_service where id = $1', [id])
        if (!isFound && rows[0]?.rto !== 1) return
        const covering = await insert('supplier_contract', { ...contract(next()), end_date: day(isFound ? -1 : 1) })
        await insert('supplier_contract__services', { owner_id: covering, target_id: id })
      },
    },
    'supplier_service.NO_EXIT_PLAN': {
      of: service,
      found: {},
      not: [{ exit_plan: text('YES') }, { function_critical: text('NOT_ASSESSED') }, { supplier_id: ids.ended ?? 0 }],
    },
    'supplier_contract.ENDS_NO_EXIT': {
      of: contract,
      found: { end_date: day(180) },
      not: [
        { end_date: day(181) },
        { end_date: day(30), renewal: text('TACIT') },
        { end_date: day(30), exit_date: day(20) },
        { end_date: day(30), notice_days: 1 },
      ],
      with: async (id) => {
        const { rows } = await owner.query<{ notice_days: number | null }>('select notice_days from supplier_contract where id = $1', [id])
        if (rows[0]?.notice_days !== 1) return
        const planned = await insert('supplier_service', { ...service(next()), exit_plan: text('YES') })
        await insert('supplier_contract__services', { owner_id: id, target_id: planned })
      },
    },
    'supplier_contract.ENDED_IN_USE': {
      of: (n) => ({ ...contract(n), supplier_id: ids.alone ?? 0 }),
      found: { end_date: day(-1) },
      not: [
        { end_date: day(-1), supplier_id: ids.ended ?? 0 },
        { end_date: day(-1), supplier_id: ids.supplier ?? 0 },
      ],
      with: async (_, isFound) => {
        if (!isFound) await insert('supplier_contract', { ...contract(next()), end_date: 'null' })
      },
    },
  }
}
