export { seedQuestionnaires } from './starter/seed.ts'
export { forkOne, makeQuestionnaire } from './make.ts'
export { versionOf } from './versions.ts'
