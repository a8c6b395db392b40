/** The sheets of a questionnaire's file with their columns, as programs call them. */
export const sheetColumns = {
  sections: ['key', 'title_en', 'title_fr', 'description_en', 'description_fr', 'weight', 'shown_when'],
  questions: [
    'section',
    'key',
    'text_en',
    'text_fr',
    'help_en',
    'help_fr',
    'type',
    'mandatory',
    'comment',
    'proof',
    'weight',
    'shown_when',
    'metric',
    'requirements',
  ],
  options: ['question', 'key', 'label_en', 'label_fr', 'value', 'adds', 'groups'],
  accumulators: ['key', 'name_en', 'name_fr', 'initial', 'min', 'max', 'levels'],
} as const
export type SheetName = keyof typeof sheetColumns
export const sheetNames = Object.keys(sheetColumns) as SheetName[]
