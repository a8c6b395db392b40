export { perimeterRules } from './rules.ts'
