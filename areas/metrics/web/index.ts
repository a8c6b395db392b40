export { fixed, headOf, nameOf } from './spans.ts'
