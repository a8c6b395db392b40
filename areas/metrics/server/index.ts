export { enter } from './enter.ts'
export { setUses, type User } from './formula/uses.ts'
