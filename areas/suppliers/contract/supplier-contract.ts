import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, decimal, derived, files, identifier, integer, links, localized, markdown, ref, text } from '#kit/contract/field.ts'
import { countryPattern, currencyPattern } from './codes.ts'

export const contractTypes = ['STANDALONE', 'OVERARCHING', 'SUBSEQUENT'] as const
export const renewals = ['TACIT', 'EXPRESS', 'NONE'] as const
export const terminations = ['EXPIRED', 'BREACH', 'IMPEDIMENT', 'DATA_SECURITY', 'AUTHORITY', 'OTHER'] as const
/** In the order of the tabs; the days of the organisation decide. */
export const contractStates = ['FUTURE', 'IN_FORCE', 'NOTICE', 'ENDED'] as const
/** Days before the last day to give notice from which on it is near. */
export const noticeNear = 60

/** An agreement with a supplier: from when until when, how one gets out of it, and what it costs. */
export const supplierContract = defineEntity({
  name: 'supplier_contract',
  area: 'suppliers',
  title: 'name',
  fields: {
    /** The reference that the register of information reports. */
    identifier: identifier({ prefix: 'CTR' }),
    name: localized({ need: 'required' }),
    supplier: ref('supplier', { need: 'required' }),
    type: choice(contractTypes, { default: 'STANDALONE', need: 'required' }),
    /** The agreement under which it was made. */
    overarching: ref('supplier_contract'),
    services: links('supplier_service', { max: 200 }),
    start_date: date(),
    /** Last day included; none: it goes on. */
    end_date: date(),
    renewal: choice(renewals, { default: 'NONE' }),
    /** Days before its end until which we may give notice, and they. */
    notice_days: integer({ min: 0, max: 3650 }),
    supplier_notice_days: integer({ min: 0, max: 3650 }),
    /** The last day on which we may give notice. */
    notice_date: date({ by: 'server' }),
    /** The day on which we mean to be out of it, with all that was ours. */
    exit_date: date(),
    termination_reason: choice(terminations),
    governing_country: text({ max: 2, pattern: countryPattern, patternMessage: 'suppliers.errors.country' }),
    annual_cost: decimal({ min: 0 }),
    currency: text({ max: 3, pattern: currencyPattern, patternMessage: 'suppliers.errors.currency' }),
    signatory: text({ max: 255 }),
    signed_on: date({ notAfter: 'today' }),
    description: markdown({ max: 4000 }),
    documents: files({ max: 10 }),
    state: derived(choice(contractStates)),
    ...findings('ENDS_NO_EXIT', 'ENDED_IN_USE'),
  },
  rights: { read: 'supplier_contract.read', create: 'supplier_contract.write', update: 'supplier_contract.write', delete: 'supplier_contract.write' },
  list: {
    columns: ['identifier', 'name', 'supplier', 'state', 'start_date', 'end_date', 'notice_date', 'exit_date', 'annual_cost', 'currency'],
    more: [
      'type',
      'overarching',
      'services',
      'renewal',
      'notice_days',
      'supplier_notice_days',
      'termination_reason',
      'governing_country',
      'signatory',
      'signed_on',
    ],
    filters: [
      'identifier',
      'name',
      'supplier',
      'state',
      'type',
      'services',
      'start_date',
      'end_date',
      'notice_date',
      'exit_date',
      'renewal',
      'termination_reason',
      'governing_country',
      'annual_cost',
      'currency',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'end_date',
    search: ['identifier', 'name', 'description', 'supplier', 'signatory'],
  },
  form: [
    { section: 'general', fields: ['name', 'supplier', 'type', 'overarching', 'services', 'identifier'] },
    { section: 'dates', fields: ['start_date', 'end_date', 'renewal', 'notice_days', 'supplier_notice_days', 'exit_date', 'termination_reason'] },
    { section: 'terms', fields: ['governing_country', 'annual_cost', 'currency', 'signatory', 'signed_on', 'description', 'documents'] },
  ],
  importable: true,
})
