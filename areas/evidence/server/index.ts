export { showsEvidence } from './shown.ts'
