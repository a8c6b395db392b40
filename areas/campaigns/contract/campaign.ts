import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, identifier, integer, localized, markdown, ref, links, rows } from '#kit/contract/field.ts'
import { workFlags } from '#kit/contract/work-item.ts'

/** What is evaluated: what a policy asks, or a questionnaire; a project's campaign says so (CMP-24). */
export const campaignSources = ['POLICY', 'QUESTIONNAIRE', 'PROJECT'] as const
/** In the order of tabs and boards (CMP-13). */
export const campaignStatuses = ['INIT', 'TO_BE_PLANNED', 'READY', 'METRIC_ENTRY', 'STARTED', 'FINISHED'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]
/** Nothing has been asked of anybody yet. */
export const isDraft = (status: unknown): boolean => status === 'INIT' || status === 'TO_BE_PLANNED' || status === 'READY'
/** People answer. */
export const isRunning = (status: unknown): boolean => status === 'METRIC_ENTRY' || status === 'STARTED'
/** Which perimeters are asked: those that are named, all below them, those of a grouping, those to which the policy applies. */
export const campaignScopes = ['PERIMETERS', 'TREE', 'TAG', 'POLICY'] as const
/** Whether evidence goes with an answer (CMP-02). */
export const proofRules = ['NOT_ALLOWED', 'ALLOWED', 'REQUIRED'] as const

/** One round in which perimeters answer the same, each in an evaluation of its own (docs/decisions/0067). */
export const campaign = defineEntity({
  name: 'campaign',
  area: 'campaigns',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'C' }),
    name: localized({ need: 'required', max: 255 }),
    description: markdown({ max: 4000 }),
    campaign_source: choice(campaignSources, { default: 'POLICY', need: 'required' }),
    /** The security project that it is part of; said when it is made (PRJ-16). */
    project: ref('isp_project'),
    policy: ref('policy'),
    /** The version in force when the campaign was made ready; what is asked stays that of it. */
    policy_version: ref('policy_version', { unlisted: true, by: 'server' }),
    questionnaire: ref('questionnaire'),
    /** Of the questionnaire, kept when the campaign is made ready. */
    edition: integer({ by: 'server', min: 1 }),
    /** In whose levels requirements and questions of the kind SCALE are answered. */
    eval_scale: ref('scale', { only: { type: 'eval' } }),
    /** Of the scale, those that may be chosen, by their values; empty: all (SCL-13). */
    levels: rows({ value: integer({ min: 0, max: 100, need: 'required' }) }, { max: 20 }),
    scope: choice(campaignScopes, { default: 'PERIMETERS', need: 'required' }),
    /** Named ones, or the tops of the trees. */
    perimeters: links('perimeter', { max: 2000, duplicateMessage: 'organisation.errors.perimeter_listed' }),
    tag: ref('tag'),
    /** Perimeters that come into the scope while the campaign runs are asked, too (CMP-03). */
    auto_join: flag(),
    /** The numbers of a questionnaire can be entered from this day on, everything else from the start. */
    metric_entry_date: date(),
    date_start: date(),
    limit_date_evaluation: date(),
    /** When it is closed by itself; empty: the day after the last answers are due. */
    end_date: date(),
    remediation_enabled: flag(),
    limit_date_remediation: date(),
    /** A level of the scale, by its value. */
    target_level: integer({ min: 0, max: 100 }),
    /** The score that is aimed at, percent. */
    target_value: integer({ min: 0, max: 100, unit: 'percent' }),
    comment_required: flag(),
    proofs: choice(proofRules, { default: 'ALLOWED', need: 'required' }),
    na_allowed: flag({ default: true }),
    /** People from outside answer with a code that is sent to them, in place of a password. */
    external_codes: flag(),
    /** Counts as the evaluation of the suppliers whose perimeters it asks, whatever their settings ask for. */
    evaluates_suppliers: flag(),
    /** How many days before answers are due those who owe some are reminded. */
    reminders: rows({ days: integer({ min: 0, max: 365, need: 'required' }) }, { max: 10 }),
    /** Words of the organisation in the mails, in the reader's language. */
    invitation: localized({ long: true }),
    reminder: localized({ long: true }),
    /** Where actions that come of answers are planned. */
    program: ref('program'),
    manager: ref('member'),
    group: ref('group'),
    status: choice(campaignStatuses, { default: 'INIT' }),
    /** When it ended. */
    closed_on: date({ by: 'server' }),
    /** The one that it repeats: what was answered there is suggested here. */
    copied_from: ref('campaign', { by: 'server' }),
    /** Evaluations of it, as far as the reader finds them: all, answered and waiting, accepted, those of which nothing came when it ended. */
    evaluations: derived(integer()),
    waiting: derived(integer()),
    validated: derived(integer()),
    not_submitted: derived(integer()),
    /** Answers that were given among those asked for, percent, rounded down. */
    progress: derived(integer({ unit: 'percent' })),
    ...workFlags,
  },
  rights: { read: 'campaign.read', create: 'campaign.write', update: 'campaign.write', delete: 'campaign.write' },
  list: {
    columns: ['identifier', 'name', 'status', 'campaign_source', 'date_start', 'limit_date_evaluation', 'progress', 'evaluations'],
    more: [
      'project',
      'policy',
      'questionnaire',
      'policy_version',
      'edition',
      'scope',
      'perimeters',
      'tag',
      'evaluates_suppliers',
      'waiting',
      'validated',
      'not_submitted',
      'end_date',
      'limit_date_remediation',
      'target_value',
      'manager',
      'group',
      'program',
      'closed_on',
      'copied_from',
      'late',
    ],
    filters: [
      'identifier',
      'name',
      'status',
      'closed',
      'mine',
      'waits_for',
      'late',
      'soon',
      'campaign_source',
      'project',
      'policy',
      'questionnaire',
      'scope',
      'perimeters',
      'tag',
      'date_start',
      'limit_date_evaluation',
      'end_date',
      'manager',
      'group',
      'program',
      'copied_from',
    ],
    sort: ['closed', '-date_start'],
    search: ['identifier', 'name', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'campaign_source', 'project', 'policy', 'questionnaire', 'eval_scale', 'levels', 'identifier', 'description'] },
    { section: 'scope', fields: ['scope', 'perimeters', 'tag', 'auto_join'] },
    { section: 'dates', fields: ['date_start', 'limit_date_evaluation', 'end_date', 'metric_entry_date', 'remediation_enabled', 'limit_date_remediation'] },
    {
      section: 'rules',
      fields: ['target_level', 'target_value', 'comment_required', 'proofs', 'na_allowed', 'external_codes', 'evaluates_suppliers', 'program'],
    },
    { section: 'people', fields: ['manager', 'group', 'reminders', 'invitation', 'reminder'] },
  ],
})
