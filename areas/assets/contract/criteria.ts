/** What security is needed for, in the order in which it is read everywhere (RSK-13). */
export const criteria = ['availability', 'integrity', 'confidentiality', 'traceability'] as const
export type Criterion = (typeof criteria)[number]
