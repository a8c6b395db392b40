const origin = { catalog_type: 'Catalogue', urn: 'URN', translations: 'Other languages' } as const
const catalogType = { PUBLIC: 'Public', INSTANCE: 'Instance', PRIVATE: 'Private' } as const

export const en = {
  pages: { solutions: 'Measure models', threats: 'Threats', risk_matrices: 'Risk matrices', questions: 'Questions', mapping_sets: 'Mapping sets', categories: 'Categories', labels: 'Labels' },
  matrix: { grid: 'Matrix', caption: 'Probability upwards, impact to the right' },
  mapping: {
    pairs: 'Pairs', relationship: 'Relationship', more: 'Show more',
    relationships: { equal: 'equals', subset: 'is part of', superset: 'includes', intersect: 'overlaps', not_related: 'is not related to' },
  },
  entities: {
    category: { one: 'Category', many: 'Categories', new: 'New category', sections: { general: 'General' }, fields: { name: 'Name', color: 'Colour' }, choices: {} },
    label: { one: 'Label', many: 'Labels', new: 'New label', sections: { general: 'General' }, fields: { name: 'Name', color: 'Colour' }, choices: {} },
    solution: {
      one: 'Measure model',
      many: 'Measure models',
      new: 'New measure model',
      sections: { general: 'General', effort: 'Effort', evidence: 'Evidence' },
      fields: {
        identifier: 'ID', name: 'Name', description: 'Description', category: 'Category', nature: 'Nature', csf_function: 'Function', yearly_cost: 'Yearly cost (k€)',
        yearly_internal_charge: 'Yearly internal charge (days)', build_days: 'Implementation (days)', typical_evidence: 'Typical evidence', annotation: 'Note', archived: 'Archived', ...origin,
      },
      choices: {
        nature: { policy: 'Policy', process: 'Process', technical: 'Technical', physical: 'Physical', procedure: 'Procedure' },
        csf_function: { govern: 'Govern', identify: 'Identify', protect: 'Protect', detect: 'Detect', respond: 'Respond', recover: 'Recover' },
        catalog_type: catalogType,
      },
    },
    threat: {
      one: 'Threat', many: 'Threats', new: 'New threat', sections: { general: 'General' },
      fields: { identifier: 'ID', name: 'Name', description: 'Description', annotation: 'Note', ...origin }, choices: { catalog_type: catalogType },
    },
    risk_matrix: {
      one: 'Risk matrix', many: 'Risk matrices', new: 'New risk matrix', removal: 'Removing will delete every related data, are you sure?', sections: { general: 'General' },
      fields: { identifier: 'ID', name: 'Name', description: 'Description', definition: 'Matrix', ...origin }, choices: { catalog_type: catalogType },
    },
    question: {
      one: 'Question', many: 'Questions', new: 'New question', sections: { general: 'General' },
      fields: {
        framework_urn: 'Framework', node_urn: 'Requirement', text: 'Question', type: 'Type', weight: 'Weight', annotation: 'Note', rules: 'Conditions', position: 'Order', choices: 'Choices',
        value: 'Answer', description: 'Description', add_score: 'Points', compute_result: 'Result', color: 'Colour', select_implementation_groups: 'Implementation groups', ...origin,
      },
      choices: {
        type: { unique_choice: 'One choice', multiple_choice: 'Several choices', text: 'Text', date: 'Date', number: 'Number', boolean: 'Yes or no' },
        compute_result: { compliant: 'Compliant', partially_compliant: 'Partially compliant', non_compliant: 'Not compliant', not_applicable: 'Not applicable', true: 'Yes', false: 'No' },
        catalog_type: catalogType,
      },
    },
    mapping_set: {
      one: 'Mapping set', many: 'Mapping sets', new: 'New mapping set', removal: 'Removing will delete every related data, are you sure?', sections: { general: 'General' },
      fields: { identifier: 'ID', name: 'Name', description: 'Description', source_framework_urn: 'From', target_framework_urn: 'To', pairs: 'Pairs', ...origin }, choices: { catalog_type: catalogType },
    },
  },
} as const
