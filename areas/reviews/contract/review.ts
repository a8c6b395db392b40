import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import type { RowWarning } from '#areas/actions/contract/remediation.ts'
import { choice, derived, flag, identifier, json, localized, ref, refOneOf, text, timestamp } from '#kit/contract/field.ts'

export const reviewStatuses = ['OPEN', 'CLOSED'] as const
/** What called for it (REV-11). */
export const reviewSources = ['REMEDIATION', 'MSDEFENDER', 'USER', 'POLICY', 'CONNECTOR', 'AUTH_CONFIG', 'ACTION_MAPPING', 'RISK'] as const
/** What it is about, which says what closing it does (REV-12). */
export const reviewTargets = ['EVAL', 'BUILD', 'UPGRADE', 'INCIDENT', 'GAP', 'EXEMPTION', 'PROJECT', 'USER', 'POLICY', 'ACTION_MAPPING', 'RISK'] as const
export type ReviewTarget = (typeof reviewTargets)[number]

/** Something that ended or changed, and that somebody looks at before what follows from it happens (REV-10). */
export const review = defineEntity({
  name: 'review',
  area: 'reviews',
  title: 'description',
  fields: {
    identifier: identifier({ prefix: 'R' }),
    /** What is suggested to be done. */
    description: localized({ max: 500, by: 'server' }),
    status: choice(reviewStatuses, { default: 'OPEN' }),
    source: choice(reviewSources, { by: 'server' }),
    target_type: choice(reviewTargets, { by: 'server' }),
    /** Of a policy: another version to adopt, which it is where nothing is said, or links that a mapping has brought and that are to be checked (POL-26). */
    occasion: choice(['VERSION', 'MAPPING'], { by: 'server' }),
    target: refOneOf(
      ['measure', 'incident', 'gap', 'exemption', 'member', 'policy', 'program', 'auth_config', 'risk', 'isp_project', 'evaluation', 'customer_connector'],
      {
        by: 'server',
      },
    ),
    /** Of an evaluation: its campaign, by which all reviews of one are asked for (REV-07). */
    campaign: ref('campaign', { by: 'server', unlisted: true }),
    /** The action that ended. */
    remediation: ref('remediation', { by: 'server' }),
    perimeter: ref('perimeter', { by: 'server', unlisted: true }),
    /** Closed, and the target left as it was. */
    without_effect: flag(),
    /** What was said of the closing: why it is without effect, or any comment. */
    comment: text({ max: 2000 }),
    /** Who closed it. */
    manager: ref('member', { by: 'server', unlisted: true }),
    /** When. */
    timestamp: timestamp({ by: 'server' }),
    closed: derived(flag()),
    /** Other actions of the target are still open. */
    others_open: derived(flag()),
    warning: derived(json<RowWarning>()),
    /** What checks find (docs/decisions/0051). */
    ...findings('WAITING'),
  },
  rights: { read: 'review.read', create: null, update: 'review.write', delete: null },
  list: {
    columns: ['identifier', 'description', 'target', 'source', 'status', 'perimeter', 'manager', 'timestamp'],
    more: ['target_type', 'occasion', 'campaign', 'remediation', 'others_open', 'without_effect', 'comment', 'warning'],
    filters: [
      'identifier',
      'description',
      'target',
      'target_type',
      'occasion',
      'source',
      'status',
      'closed',
      'perimeter',
      'campaign',
      'remediation',
      'manager',
      'timestamp',
      'others_open',
      'without_effect',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: ['closed', '-created_at'],
    search: ['identifier', 'description', 'target', 'remediation'],
  },
  form: [{ section: 'general', fields: ['status', 'without_effect', 'comment', 'identifier'] }],
})
