export { occurrencesJob } from './generate.ts'
export { approvalAsked, everyOccurrence, everyReminder, everyRunbook, everyTask, lastPeriod, occurrenceOpen } from './facts.ts'
export { managesOccurrence, mayAnswer } from './rules.ts'
