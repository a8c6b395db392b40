/** What an action that implements or improves a measure came from: that measure (ACT-04). The number stays beside the reference, as it always was told. */
export const fromMeasure = (measure: number | null) =>
  ({ source_id: measure, source_object: measure === null ? null : { entity: 'measure', id: measure } }) as const
