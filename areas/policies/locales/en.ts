export const en = {
  pages: { policies: 'Policies', policy: 'Policy', statement: 'Statement of applicability' },
  entities: {
    policy: {
      one: 'Policy', many: 'Policies', new: 'New policy', sections: { general: 'General' },
      fields: {
        identifier: 'ID', name: 'Name', description: 'Description', kind: 'Kind', provider: 'Publisher', current_version: 'Version', requirements: 'Requirements', perimeters: 'Perimeters',
        archived: 'Archived', catalog_type: 'Catalogue', urn: 'URN', translations: 'Other languages',
      },
      choices: {
        kind: { REGULATION: 'Regulation', CERTIFICATION: 'Certification', INDUSTRY: 'Industry', INTERNAL: 'In-house' },
        catalog_type: { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Private' },
      },
    },
    policy_version: {
      one: 'Version', many: 'Versions', new: 'New version', sections: { general: 'General' },
      fields: {
        policy: 'Policy', label: 'Version', number: 'Number', status: 'Status', published_at: 'Published on', notes: 'Notes', requirements: 'Requirements', min_score: 'Lowest score',
        max_score: 'Highest score', implementation_groups: 'Implementation groups', source: 'Source',
      },
      choices: { status: { DRAFT: 'Draft', PUBLISHED: 'Published', SUPERSEDED: 'Superseded' } },
    },
    control_group: {
      one: 'Group', many: 'Groups', new: 'New group', sections: { general: 'General' },
      fields: {
        policy_version: 'Version', parent: 'Parent group', identifier: 'ID', name: 'Name', description: 'Description', weight: 'Weight', annotation: 'Note', urn: 'URN', translations: 'Other languages',
      },
      choices: {},
    },
    control: {
      one: 'Requirement', many: 'Requirements', new: 'New requirement', sections: { general: 'General', scoring: 'Scoring', evidence: 'Evidence' },
      fields: {
        policy_version: 'Version', control_group: 'Group', identifier: 'ID', name: 'Name', description: 'Description', weight: 'Weight', level: 'Level', implementation_groups: 'Implementation groups',
        lineage_id: 'Lineage', solutions: 'Measure models', threats: 'Threats', typical_evidence: 'Typical evidence', annotation: 'Note', source: 'Source', urn: 'URN', translations: 'Other languages',
      },
      choices: {},
    },
    policy_application: {
      one: 'Application', many: 'Applications', new: 'New application', sections: { general: 'General' },
      fields: {
        policy: 'Policy', policy_version: 'Version', perimeter: 'Perimeter', label: 'Name', weight: 'Weight', level: 'Application level', implementation_groups: 'Implementation groups',
        target_score: 'Target score',
      },
      choices: {},
    },
    control_not_applicable: {
      one: 'Exclusion', many: 'Exclusions', new: 'New exclusion', sections: { general: 'General' },
      fields: { perimeter: 'Perimeter', lineage_id: 'Requirement', requirement: 'Requirement', justification: 'Justification', decided_at: 'Decided on' },
      choices: {},
    },
  },
  levels: { '1': 'Mandatory', '2': 'Recommended', '3': 'Nice to have', all: 'All levels', up_to: 'Up to level {level}' },
  messages: {
    published: 'The version is published',
    adopted: 'The perimeter moved to the new version',
    applied: '{count, plural, one {Policy applied to # perimeter} other {Policy applied to # perimeters}}',
    linked: '{count, plural, =0 {No measure model was linked} one {# measure model linked} other {# measure models linked}}',
  },
  errors: {
    in_use: 'This policy cannot be deleted or edited while in use',
    publication: 'Cannot change publication state',
    quota: 'Quota reached: cannot create or associate policies, contact to increase',
    draft_exists: 'This policy already has a draft',
    not_published: 'Publish a version of this policy first',
    internal_only: 'A policy applies to active internal perimeters only',
    fixed: 'This cannot be changed once saved',
    cycle: 'A group cannot be placed below itself',
    group_not_empty: 'Empty this group first',
  },
} as const
