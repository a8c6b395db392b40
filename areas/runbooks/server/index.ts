export { occurrencesJob } from './generate.ts'
