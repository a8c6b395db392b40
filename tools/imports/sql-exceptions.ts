/** Tables that an area names though they are another's, because what it does is about their rows themselves; each with the reason, which holds for the whole area. */
export interface SqlException {
  /** The area that names them, or the kit. */
  readonly reader: string
  readonly tables: readonly string[]
  readonly reason: string
}

export const sqlExceptions: readonly SqlException[] = [
  {
    reader: 'kit',
    tables: ['scale', 'scale__levels'],
    reason: 'fields of the kind scale show the level of what they hold, in every list: the levels are read with the row',
  },
  {
    reader: 'kit',
    tables: ['import_report'],
    reason: 'imports are made by the kit, which writes what became of each line; the library only lists the reports',
  },
  {
    reader: 'tenancy',
    tables: ['member_sign_in'],
    reason: 'the provider counts the users of an organisation who have come in lately, which whoever lets them in tells of nobody else: it stands above',
  },
  {
    reader: 'scores',
    tables: ['control', 'control_group', 'control_solution', 'policy', 'policy_version'],
    reason: 'scores are computed of all requirements and links of a customer at once: they are read as they are, in the columns that the computation takes',
  },
  {
    reader: 'library',
    tables: [
      'policy',
      'policy_version',
      'policy_application',
      'control',
      'control_group',
      'control_lineage',
      'control_solution',
      'control__threats',
      'solution',
      'threat',
      'question',
      'question__choices',
      'mapping_pair',
      'mapping_set',
      'scale',
    ],
    reason: 'the library brings whole catalogues, compares what is there with what a file holds, and takes back what it brought',
  },
  {
    reader: 'campaigns',
    tables: ['control', 'control_group', 'questionnaire_element', 'questionnaire_version'],
    reason: 'a campaign asks requirements or questions one by one: lists of answers join what was asked by its key, in its order',
  },
  {
    reader: 'policies',
    tables: ['solution', 'category', 'mapping_pair', 'mapping_set'],
    reason: 'a link leads from a requirement to a model, and is proposed from mappings: lists of links join both ends',
  },
  {
    reader: 'measures',
    tables: ['solution', 'category'],
    reason: 'a measure is of a model and begins as a copy of it: lists show the name of the model beside it, and both are compared column by column',
  },
  {
    reader: 'analyses',
    tables: ['threat', 'supporting_asset'],
    reason: 'a scenario is a threat and an asset: lists and reports join both by their keys',
  },
  {
    reader: 'indicators',
    tables: ['metric', 'metric_value', 'metric__perimeters'],
    reason: 'an indicator is computed from the values of its metrics in all their perimeters at once',
  },
]
