export { showsEvidence } from './evidence-places.ts'
export { everyEvidence, evidenceEnds, evidenceProves } from './facts.ts'
