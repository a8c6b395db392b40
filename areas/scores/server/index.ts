export { openDeduction, releaseDeduction, reopenDeduction } from './deductions.ts'
