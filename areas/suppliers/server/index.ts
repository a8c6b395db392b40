export { answerClassification } from './classification.ts'
export { useStarter, writeSettings } from './settings.ts'
