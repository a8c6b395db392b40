export { useOfferedPlans } from './offered-plans.ts'
