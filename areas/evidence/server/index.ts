export { showsEvidence } from './evidence-places.ts'
export { measuresAnswer } from './requirement-measures.ts'
export { everyEvidence, evidenceEnds, evidenceOfMeasures, evidenceProves } from './facts.ts'
