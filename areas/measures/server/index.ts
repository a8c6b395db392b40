export { currentEfficiency, implement, measureFor, plan, reset, today, unplan } from './lifecycle.ts'
