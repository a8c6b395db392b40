export { sayValue } from './say.ts'
