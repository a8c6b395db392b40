import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, choices, date, flag, identifier, integer, localized, markdown, ref, text } from '#kit/contract/field.ts'
import { countryPattern } from './codes.ts'

/** Kinds of ICT service in the order of annex III of the Implementing Regulation (EU) 2024/2956; `NONE` is no ICT service, and not reported. */
export const ictTypes = [
  'S01',
  'S02',
  'S03',
  'S04',
  'S05',
  'S06',
  'S07',
  'S08',
  'S09',
  'S10',
  'S11',
  'S12',
  'S13',
  'S14',
  'S15',
  'S16',
  'S17',
  'S18',
  'S19',
  'NONE',
] as const
export const assessed = ['YES', 'NO', 'NOT_ASSESSED'] as const
const levelsOfImpact = ['LOW', 'MEDIUM', 'HIGH'] as const
export const impacts = [...levelsOfImpact, 'NOT_ASSESSED'] as const
export const sensitivities = ['LOW', 'MEDIUM', 'HIGH'] as const
export const reliances = ['NOT_SIGNIFICANT', 'LOW', 'MATERIAL', 'FULL'] as const
export const substitutabilities = ['NOT', 'HIGHLY_COMPLEX', 'MEDIUM', 'EASY'] as const
export const substitutionReasons = ['NO_ALTERNATIVE', 'MIGRATION', 'BOTH'] as const
export const reintegrations = ['EASY', 'DIFFICULT', 'HIGHLY_COMPLEX'] as const
export const dataCategories = ['CUSTOMERS', 'EMPLOYEES', 'DESIGNS', 'FINANCIAL', 'CONTRACTS', 'HEALTH', 'CREDENTIALS', 'LOGS', 'OTHER'] as const

const country = () => text({ max: 2, pattern: countryPattern, patternMessage: 'suppliers.errors.country' })

/** What a supplier does for us: for which function, with which data, and how we would do without it. */
export const supplierService = defineEntity({
  name: 'supplier_service',
  area: 'suppliers',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'SVC' }),
    name: localized({ need: 'required' }),
    supplier: ref('supplier', { need: 'required' }),
    ict_type: choice(ictTypes, { default: 'NONE', need: 'required' }),
    description: markdown({ max: 4000 }),
    /** What we do with it; services of one name support one function. */
    function_name: text({ max: 255 }),
    /** Its code in the list of licensed activities of the data model, such as x276 (annex II); support functions have one, too. */
    licensed_activity: text({ max: 8, pattern: /^q?x\d{1,5}$/, patternMessage: 'suppliers.errors.activity' }),
    function_critical: choice(assessed, { default: 'NOT_ASSESSED' }),
    function_reason: text({ max: 300 }),
    function_assessed_on: date({ notAfter: 'today' }),
    function_impact: choice(impacts, { default: 'NOT_ASSESSED', ranked: levelsOfImpact }),
    /** Hours. */
    rto: integer({ min: 0, max: 100_000 }),
    rpo: integer({ min: 0, max: 100_000 }),
    reliance: choice(reliances),
    data_categories: choices(dataCategories),
    sensitivity: choice(sensitivities, { ranked: sensitivities }),
    personal_data: flag(),
    stores_data: flag(),
    provision_country: country(),
    storage_country: country(),
    processing_country: country(),
    substitutability: choice(substitutabilities),
    substitution_reason: choice(substitutionReasons),
    last_audit: date({ notAfter: 'today' }),
    exit_plan: choice(['YES', 'NO'] as const),
    exit_plan_date: date(),
    reintegration: choice(reintegrations),
    /** Of doing without it from one day to the next. */
    service_impact: choice(impacts, { default: 'NOT_ASSESSED', ranked: levelsOfImpact }),
    alternatives: choice(assessed, { default: 'NOT_ASSESSED' }),
    alternative: text({ max: 255 }),
    ...findings('NO_CONTRACT', 'NO_EXIT_PLAN'),
  },
  rights: { read: 'supplier_service.read', create: 'supplier_service.write', update: 'supplier_service.write', delete: 'supplier_service.write' },
  list: {
    columns: ['identifier', 'name', 'supplier', 'function_name', 'function_critical', 'ict_type', 'sensitivity', 'substitutability'],
    more: [
      'personal_data',
      'exit_plan_date',
      'reliance',
      'data_categories',
      'provision_country',
      'storage_country',
      'processing_country',
      'rto',
      'rpo',
      'last_audit',
      'exit_plan',
      'reintegration',
      'service_impact',
      'function_impact',
      'function_assessed_on',
      'licensed_activity',
      'alternatives',
      'stores_data',
    ],
    filters: [
      'identifier',
      'name',
      'supplier',
      'ict_type',
      'function_name',
      'function_critical',
      'sensitivity',
      'personal_data',
      'stores_data',
      'reliance',
      'substitutability',
      'exit_plan',
      'storage_country',
      'processing_country',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'supplier', 'function_name'],
  },
  form: [
    { section: 'general', fields: ['name', 'supplier', 'ict_type', 'description', 'identifier'] },
    {
      section: 'function',
      fields: [
        'function_name',
        'licensed_activity',
        'function_critical',
        'function_reason',
        'function_assessed_on',
        'function_impact',
        'rto',
        'rpo',
        'reliance',
      ],
    },
    {
      section: 'data',
      fields: ['data_categories', 'sensitivity', 'personal_data', 'stores_data', 'storage_country', 'processing_country', 'provision_country'],
    },
    {
      section: 'exit',
      fields: [
        'substitutability',
        'substitution_reason',
        'exit_plan',
        'exit_plan_date',
        'reintegration',
        'service_impact',
        'alternatives',
        'alternative',
        'last_audit',
      ],
    },
  ],
  importable: true,
})
