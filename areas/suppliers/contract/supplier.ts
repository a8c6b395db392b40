import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, decimal, derived, email, identifier, integer, localized, markdown, ref, rows, text, url } from '#kit/contract/field.ts'
import { codeTypes, countryPattern } from './codes.ts'

/** Highest first: the higher, the more often a supplier is evaluated. */
export const criticalities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const
export type Criticality = (typeof criticalities)[number]
export const supplierStatuses = ['PROSPECT', 'ACTIVE', 'EXITING', 'ENDED'] as const
export const certificateKinds = [
  'ISO_27001',
  'ISO_27701',
  'ISO_22301',
  'SECNUMCLOUD',
  'HDS',
  'SOC_2',
  'ISAE_3402',
  'TISAX',
  'PCI_DSS',
  'CYBER_ESSENTIALS',
  'OTHER',
] as const
export const contactRoles = ['COMMERCIAL', 'SECURITY', 'PRIVACY', 'OPERATIONS', 'CRISIS', 'MANAGEMENT'] as const
/** How the next evaluation stands: past its day, within thirty days, asked for by a campaign, or later. */
export const evaluationStates = ['LATE', 'DUE', 'ASKED', 'PLANNED'] as const
/** Days before the next evaluation from which on it is time to ask. */
export const evaluationNear = 30
export const personTypes = ['LEGAL', 'NATURAL'] as const

const country = () => text({ max: 2, pattern: countryPattern, patternMessage: 'suppliers.errors.country' })

const contact = {
  name: text({ need: 'required', max: 128 }),
  role: choice(contactRoles, { default: 'COMMERCIAL' }),
  email: email(),
  phone: text({ max: 40 }),
}
const certificate = {
  kind: choice(certificateKinds, { need: 'required', default: 'ISO_27001' }),
  evidence: ref('evidence'),
  scope: text({ max: 255 }),
}
/** Who works for a supplier on what it does for us; who works for that one is said by its own record. */
const subcontractor = {
  supplier: ref('supplier', { need: 'required' }),
  service: ref('supplier_service'),
  task: text({ max: 255 }),
}

/** A company that works for us: what a register holds of a perimeter of the type PROVIDER, whose name and place it bears. */
export const supplier = defineEntity({
  name: 'supplier',
  area: 'suppliers',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'SUP' }),
    /** As its perimeter is called; either is changed with the other. */
    name: localized({ min: 2, need: 'required' }),
    /** Below which its perimeter stands. */
    parent: ref('perimeter', { need: 'required' }),
    /** To which its gaps, exemptions, evidence and evaluations are attached. */
    perimeter: ref('perimeter', { by: 'server', need: 'required' }),
    status: choice(supplierStatuses, { default: 'ACTIVE', need: 'required' }),
    criticality: choice(criticalities, { ranked: criticalities.toReversed() }),
    /** Why it is as critical as somebody said by hand. */
    criticality_reason: text({ max: 1000 }),
    /** The day of the answers from which its criticality follows; none: by hand. */
    classified_on: date({ by: 'server' }),
    manager: ref('member'),
    description: markdown({ max: 4000 }),
    website: url(),
    country: country(),
    headquarters: text({ max: 255 }),
    /** As a register of companies has it, where that is not its name. */
    legal_name: text({ max: 255 }),
    person_type: choice(personTypes, { default: 'LEGAL' }),
    code_type: choice(codeTypes),
    code: text({ max: 64 }),
    additional_code_type: choice(codeTypes),
    additional_code: text({ max: 64 }),
    corporate_group: text({ max: 255 }),
    parent_code_type: choice(codeTypes),
    parent_code: text({ max: 64 }),
    parent_country: country(),
    last_evaluation: date({ notAfter: 'today' }),
    /** By its criticality from the last evaluation on, unless somebody says another day. */
    next_evaluation: date(),
    contacts: rows(contact, { max: 50 }),
    certificates: rows(certificate, { max: 50 }),
    subcontractors: rows(subcontractor, { max: 100 }),
    services: derived(integer()),
    contracts: derived(integer()),
    /** Of its perimeter, as far as the reader finds them. */
    open_gaps: derived(integer()),
    exemptions: derived(integer()),
    open_risks: derived(integer()),
    /** Of its last accepted evaluation, and by how many points it differs from the one before. */
    last_score: derived(decimal({ unit: 'percent', decimals: 1 })),
    trend: derived(decimal({ decimals: 1 })),
    evaluation_state: derived(choice(evaluationStates)),
    /** The first day on which a contract in force ends. */
    contract_end: derived(date()),
    /** The first day on which a certificate ends. */
    certificate_end: derived(date()),
    ...findings('NOT_EVALUATED', 'EVALUATION_LATE', 'NOT_CLASSIFIED', 'CERTIFICATE_OVER', 'NO_CONTACT', 'NO_OWNER', 'CHAIN_LOOP'),
  },
  rights: { read: 'supplier.read', create: 'supplier.write', update: 'supplier.write', delete: 'supplier.delete' },
  list: {
    columns: [
      'identifier',
      'name',
      'criticality',
      'last_score',
      'next_evaluation',
      'evaluation_state',
      'contract_end',
      'certificate_end',
      'open_gaps',
      'open_risks',
      'manager',
    ],
    more: [
      'status',
      'services',
      'trend',
      'exemptions',
      'parent',
      'perimeter',
      'country',
      'contracts',
      'last_evaluation',
      'classified_on',
      'corporate_group',
      'code_type',
      'code',
      'headquarters',
      'legal_name',
    ],
    filters: [
      'identifier',
      'name',
      'criticality',
      'status',
      'manager',
      'parent',
      'perimeter',
      'country',
      'corporate_group',
      'contract_end',
      'certificate_end',
      'last_evaluation',
      'next_evaluation',
      'last_score',
      'evaluation_state',
      'open_gaps',
      'open_risks',
      'exemptions',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'manager', 'corporate_group', 'code', 'headquarters', 'legal_name'],
  },
  form: [
    { section: 'general', fields: ['name', 'parent', 'status', 'manager', 'identifier'] },
    { section: 'stakes', fields: ['criticality', 'criticality_reason', 'last_evaluation', 'next_evaluation'] },
    {
      section: 'company',
      fields: [
        'website',
        'country',
        'headquarters',
        'legal_name',
        'person_type',
        'code_type',
        'code',
        'additional_code_type',
        'additional_code',
        'corporate_group',
        'parent_code_type',
        'parent_code',
        'parent_country',
      ],
    },
    { section: 'contacts', fields: ['contacts'] },
    { section: 'notes', fields: ['description'] },
    { section: 'certificates', fields: ['certificates'], later: true },
    { section: 'chain', fields: ['subcontractors'], later: true },
  ],
  importable: true,
})
