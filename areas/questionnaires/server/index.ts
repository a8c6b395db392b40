export { seedQuestionnaires } from './starter/seed.ts'
export { forkOne, makeQuestionnaire } from './make.ts'
export { versionOf } from './versions.ts'
export { projectClassification } from './starter/project-classification.ts'
