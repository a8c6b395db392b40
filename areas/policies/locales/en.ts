export const en = {
  pages: { policies: 'Policies', policy: 'Policy', statement: 'Statement of applicability', difference: 'Differences' },
  entities: {
    policy: {
      one: 'Policy', many: 'Policies', new: 'New policy', sections: { general: 'General' },
      removal: 'Removing will delete every related data, are you sure?',
      fields: {
        identifier: 'ID', name: 'Name', description: 'Description', kind: 'Kind', provider: 'Publisher', current_version: 'Version', requirements: 'Requirements', perimeters: 'Perimeters',
        archived: 'Archived', catalog_type: 'Catalogue', urn: 'URN', translations: 'Other languages', publication: 'Publication', fork_of: 'Copied from', in_quota: 'Counts in the quota',
      },
      choices: {
        publication: { DRAFT: 'Draft', PUBLISHED: 'Published', ARCHIVED: 'Archived' },
        kind: { REGULATION: 'Regulation', CERTIFICATION: 'Certification', INDUSTRY: 'Industry', INTERNAL: 'In-house' },
        catalog_type: { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Private' },
      },
      actions: { publish: 'Publication of a version', confirm_links: 'Measure models confirmed' },
    },
    policy_version: {
      one: 'Version', many: 'Versions', new: 'New version', sections: { general: 'General' },
      fields: {
        policy: 'Policy', label: 'Version', number: 'Number', status: 'Status', published_at: 'Published on', notes: 'Notes', requirements: 'Requirements', min_score: 'Lowest score',
        max_score: 'Highest score', implementation_groups: 'Implementation groups', source: 'Source',
      },
      choices: { status: { DRAFT: 'Draft', PUBLISHED: 'Published', SUPERSEDED: 'Superseded' } },
      actions: { publish: 'Publication', supersede: 'Superseded by another version', fill: 'Content taken over' },
    },
    control_group: {
      one: 'Group', many: 'Groups', new: 'New group', sections: { general: 'General' },
      fields: {
        policy_version: 'Version', parent: 'Parent group', identifier: 'ID', name: 'Name', description: 'Description', weight: 'Weight', annotation: 'Note', urn: 'URN', translations: 'Other languages',
      },
      choices: {},
    },
    policy_structure: {
      one: 'Line', many: 'Groups and requirements', new: 'Import a structure', sections: {},
      fields: { group: 'Group', identifier: 'Identifier', name: 'Name', description: 'Description', weight: 'Weight' },
      choices: {},
    },
    control: {
      one: 'Requirement', many: 'Requirements', new: 'New requirement', sections: { general: 'General', scoring: 'Scoring', evidence: 'Evidence' },
      fields: {
        policy_version: 'Version', control_group: 'Group', identifier: 'ID', name: 'Name', description: 'Description', weight: 'Weight', level: 'Level', implementation_groups: 'Implementation groups',
        lineage_id: 'Lineage', solutions: 'Measure models', threats: 'Threats', typical_evidence: 'Typical evidence', annotation: 'Note', source: 'Source', urn: 'URN', translations: 'Other languages',
      },
      actions: { solutions: 'Measure models tied' },
      choices: {},
    },
    policy_application: {
      one: 'Application', many: 'Applications', new: 'New application', sections: { general: 'General' },
      fields: {
        policy: 'Policy', policy_version: 'Version', perimeter: 'Perimeter', label: 'Name', weight: 'Weight', level: 'Application level', implementation_groups: 'Implementation groups',
        target_score: 'Target score',
      },
      actions: { adopt: 'Adoption of a version' },
      choices: {},
    },
    control_not_applicable: {
      one: 'Exclusion', many: 'Exclusions', new: 'New exclusion', sections: { general: 'General' },
      fields: { perimeter: 'Perimeter', lineage_id: 'Requirement', requirement: 'Requirement', justification: 'Justification', decided_at: 'Decided on' },
      choices: {},
    },
  },
  actions: {
    import_framework: 'Import a framework', import_structure: 'Groups and requirements from Excel…', publish: 'Publish', draft: 'New version', open_draft: 'Open the draft', apply: 'Apply to perimeters', compare: 'Compare versions', adopt: 'Adopt the current version…',
    scores: 'Scores', solutions_from_requirements: 'One measure model per requirement', solutions_from_mapping: 'Measure models from another framework…',
  },
  confirm: {
    fork: 'Copy “{name}” with all its requirements?',
    publish: 'Publish {version}?',
    publish_text: 'It can no longer be edited. Perimeters keep their version until they adopt this one.',
    solutions_from_requirements: 'Each requirement without a measure model gets one, named after it.',
  },
  tree: {
    search: 'Search requirements', perimeter: 'As seen in a perimeter', expand_all: 'Expand all', collapse_all: 'Collapse all', expand: 'Expand {name}', collapse: 'Collapse {name}',
    nothing_found: 'No requirement matches', empty: 'This version is still empty',
  },
  solutions: {
    none: 'No measure model', to_confirm: 'To confirm', none_waiting: 'Nothing is left to confirm', waiting: '{count, plural, one {# to confirm} other {# to confirm}}', confirm_shown: '{count, plural, one {Confirm this one} other {Confirm these #}}', confirm: 'Confirm {name}', share_of: 'Share of {name}', add: 'Add a measure model', unmapped: 'Without a measure model, this requirement counts 0.',
    under: 'Shares add up to {total} %: the rest of the requirement stays uncovered.', covered: 'Shares add up to {total} %: the requirement can be covered in full.',
  },
  applicability: {
    title: 'Applicability', short: 'Not applicable', none: 'Not applicable', everywhere: 'This requirement applies wherever the policy does.', not_applied: 'The policy is not applied anywhere yet.', include: 'Make applicable',
    exclude: 'Not applicable here',
  },
  apply: {
    title: 'Apply “{name}”', already: 'already applied', weight_help: '0: tracked without effect above',
    run: '{count, plural, =0 {Apply} one {Apply to # perimeter} other {Apply to # perimeters}}',
  },
  adopt: { title: 'New version for {name}', run: 'Adopt version {version}', behind: '{version}, not the current one' },
  difference: {
    between: 'From version {from} to version {to}', none: 'Nothing differs', with: 'Compare with',
    added: '{count, plural, one {# added} other {# added}}', changed: '{count, plural, one {# changed} other {# changed}}', removed: '{count, plural, one {# removed} other {# removed}}',
  },
  mapping: { text: 'A full correspondence gives a share of 100 %, a partial one 50 %, to be confirmed.', set: 'Mapping set' },
  statement: {
    ALL: 'All', APPLICABLE: 'Applicable', NOT_APPLICABLE: 'Not applicable', OUT_OF_LEVEL: 'Out of level', export: 'Export', decided: 'Decided',
    basis: { LEVEL: 'Called for by its level: {level}', GROUP: 'Called for by its groups: {groups}', ALWAYS: 'Called for by the policy at every level' },
  },
  notes: { title: 'Notes of {version}', edit: 'Edit the notes', none: 'Say what is new in this version' },
  levels: { '1': 'Mandatory', '2': 'Recommended', '3': 'Nice to have', all: 'All levels', up_to: 'Up to level {level}' },
  messages: {
    published: 'The version is published',
    adopted: 'The perimeter moved to the new version',
    applied: '{count, plural, one {Policy applied to # perimeter} other {Policy applied to # perimeters}}',
    confirmed: '{count, plural, =0 {Nothing was left to confirm} one {# measure model confirmed} other {# measure models confirmed}}',
    linked: '{count, plural, =0 {No measure model was linked} one {# measure model linked} other {# measure models linked}}',
  },
  errors: {
    weight: 'Internal error, invalid weight',
    duplication: 'Policy duplication failed',
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
