export { answerClassification } from './classification.ts'
export { useStarter } from './settings.ts'
