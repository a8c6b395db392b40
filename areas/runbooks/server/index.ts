export { occurrencesJob } from './generate.ts'
export { everyReminder, everyTask, lastPeriod } from './facts.ts'
