/** What of an organisation can be carried elsewhere without the rest. */
export const chosenParts = ['scales', 'models', 'policies', 'questionnaires'] as const
export type ChosenPart = (typeof chosenParts)[number]
