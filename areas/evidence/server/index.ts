export { showsEvidence } from './shown.ts'
export { everyEvidence, evidenceEnds, evidenceProves } from './facts.ts'
